import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useAttachedPage, useConversation, useSlice, useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { AttachButton } from './attach-button.tsx'
import { AttachmentChip } from './attachment-chip.tsx'
import { chipRow, column, composer, composerText, iconButton, pill } from './class-names.ts'
import { ContextChip, PageChip } from './context-chip.tsx'
import { withKeys } from './icon-button.tsx'
import { icons } from './icons.tsx'
import { useAttachments } from './use-attachments.ts'

/** Lets the box grow with its text, up to eight lines. */
function useBoxHeight(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const before = useRef('')
  useLayoutEffect(() => {
    // An empty box has its height from the style sheet.
    if (!box.current || text === before.current) return
    // Appended text never makes it smaller, and measuring that would lay out the conversation again with each letter.
    if (!text.startsWith(before.current)) box.current.style.height = '0'
    before.current = text
    box.current.style.height = `${Math.min(box.current.scrollHeight, 8 * 22 + 4)}px`
  }, [box, text])
}

/** Three and a half rows, to show that there are more. */
const contextRow = `sn-contexts ${chipRow} max-h-[125px] scroll-thin gap-2 overflow-y-auto px-2.5 pt-2.5 pb-1`

const sendShape =
  'm-1.5 grid size-8 flex-none place-items-center rounded-full transition-[background] pointer-coarse:m-0 pointer-coarse:size-11 pointer-coarse:border-4 pointer-coarse:border-transparent pointer-coarse:bg-clip-padding forced-colors:border'
const sendButton = `${sendShape} bg-accent text-on-accent disabled:bg-press disabled:text-muted`
/** Next to the send button, the stop button is less prominent. */
const secondButton = `${sendShape} me-0 bg-press text-text`

function Contexts() {
  const { draft } = useStore()
  const { contexts, attachments } = useSlice(draft.state)
  const page = useAttachedPage()
  const row = useRef<HTMLDivElement>(null)
  // Scroll to a chip that was just added.
  useLayoutEffect(() => {
    if (!row.current || contexts.length + attachments.length === 0) return
    const end = getComputedStyle(row.current).direction === 'rtl' ? -100_000 : 100_000
    row.current.scrollTo(end, 100_000)
  }, [contexts.length, attachments.length])
  if (contexts.length + attachments.length === 0 && page === undefined) return null
  return (
    <div ref={row} className={contextRow}>
      {page === undefined ? null : <PageChip title={page} onRemove={draft.removePage} />}
      {contexts.map((context) => (
        <ContextChip
          key={`${context.path} ${context.value}`}
          context={context}
          onRemove={() => draft.remove(context)}
        />
      ))}
      {attachments.map((attachment) => (
        <AttachmentChip
          key={`${attachment.file.name} ${attachment.file.lastModified}`}
          attachment={attachment}
          onRemove={() => draft.detach(attachment)}
        />
      ))}
    </div>
  )
}

/** One-click questions about a selection, as long as the box is empty. */
function Verbs() {
  const { ask } = useStore()
  const { verbs } = useTexts()
  return (
    <div className={`${chipRow} gap-1 px-2.5 pt-2`}>
      {verbs.map((verb) => (
        <button
          key={verb}
          type="button"
          className={`${pill} max-sm:px-2`}
          onClick={() => ask({ text: verb, contexts: [] })}
        >
          {verb}
        </button>
      ))}
    </div>
  )
}

/** Questions that wait for their turn. */
function Queue() {
  const texts = useTexts()
  const { queue } = useStore()
  const questions = useSlice(queue.state)
  if (questions.length === 0) return null
  return (
    <ul className="mb-1.5 max-h-[calc(0.25*var(--sn-height,100vh))] overflow-y-auto text-sm" aria-label={texts.queued}>
      {questions.map(({ id, question }) => (
        <li key={id} className="flex animate-appear items-center gap-2 ps-1 [&>svg]:text-muted">
          {icons.follow}
          <span className="text-muted">{texts.queued}</span>
          <span className="bidi-row min-w-0 flex-1 truncate">{question}</span>
          <button
            type="button"
            className={iconButton}
            title={texts.removeQueued(question)}
            onClick={() => queue.remove(id)}
          >
            {icons.close}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The form in which the reader writes. */
export function Composer({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const texts = useTexts()
  const { ask, conversation, draft } = useStore()
  const { text, contexts } = useSlice(draft.state)
  const isBusy = useConversation((view) => view.isBusy)
  const lastQuestion = useConversation(({ exchanges, asked }) => asked?.question ?? exchanges.at(-1)?.question)
  useBoxHeight(box, text)
  const { types, problem, read, ...handlers } = useAttachments()
  const send = (question: string) => ask({ text: question, contexts: [] })

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a word of an input method isn't meant for us; Safari tells only by the key code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send(event.currentTarget.value)
    } else if (event.key === 'ArrowUp' && text === '') {
      if (lastQuestion === undefined) return
      event.preventDefault()
      draft.write(lastQuestion)
    }
  }
  const placeholder = isBusy
    ? texts.answeringPlaceholder
    : lastQuestion !== undefined
      ? texts.followUpPlaceholder
      : texts.placeholder
  return (
    <form
      className={`sn-ask ${column} px-3 pt-1 pb-2.5 short:pb-1.5`}
      {...handlers}
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
    >
      <Queue />
      <div className={composer}>
        <Contexts />
        {problem ? (
          <p className="px-3 pt-2 text-xs" role="alert">
            {problem}
          </p>
        ) : null}
        {contexts.length > 0 && text === '' && !isBusy ? <Verbs /> : null}
        <div className="flex items-end">
          {read ? <AttachButton types={types} onFiles={read} /> : null}
          <textarea
            className={`${composerText} max-h-[max(44px,min(180px,0.3*var(--sn-height,100vh)))]`}
            ref={box}
            rows={1}
            value={text}
            aria-label={texts.askQuestion}
            placeholder={placeholder}
            enterKeyHint="send"
            onChange={(event) => {
              void conversation.prepare()
              draft.write(event.currentTarget.value)
            }}
            onKeyDown={onKeyDown}
          />
          {isBusy ? (
            <button
              type="button"
              className={`sn-send ${text.trim() === '' ? sendButton : secondButton}`}
              title={withKeys(texts.stop, 'Esc')}
              aria-label={texts.stop}
              onClick={() => void conversation.stop()}
            >
              {icons.stop}
            </button>
          ) : null}
          {isBusy && text.trim() === '' ? null : (
            <button
              type="submit"
              className={`sn-send ${sendButton}`}
              title={withKeys(texts.send, '↵')}
              aria-label={texts.send}
              disabled={text.trim() === ''}
            >
              {icons.send}
            </button>
          )}
        </div>
      </div>
      <p className="sn-disclaimer pt-2 text-center text-xs text-balance text-muted short:hidden">{texts.disclaimer}</p>
    </form>
  )
}
