import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { type AttachmentError, mostBytes, mostFiles, type ReadFiles } from '../chat/attachments.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { ContextChip, PageChip } from './context-chip.tsx'
import { withKeys } from './icon-button.tsx'
import { icons } from './icons.tsx'

/** Lets the box grow with its text, to eight lines. */
function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const before = useRef('')
  useLayoutEffect(() => {
    if (!box.current) return
    // What is written on makes it no smaller. To try that would lay the conversation out anew with each letter.
    if (!text.startsWith(before.current)) box.current.style.height = '0'
    before.current = text
    box.current.style.height = `${Math.min(box.current.scrollHeight, 8 * 22 + 4)}px`
  }, [box, text])
}

function Contexts({ assistant }: { assistant: Assistant }) {
  const { contexts, attachments, page } = assistant
  const row = useRef<HTMLDivElement>(null)
  // What has just been put there is seen, however many there are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number tells of a new one
  useLayoutEffect(() => {
    if (!row.current) return
    const end = getComputedStyle(row.current).direction === 'rtl' ? -100_000 : 100_000
    row.current.scrollTo(end, 100_000)
  }, [contexts.length, attachments.length])
  if (contexts.length + attachments.length === 0 && page === undefined) return null
  return (
    <div ref={row} className="sn-contexts">
      {page === undefined ? null : <PageChip title={page} onRemove={assistant.removePage} />}
      {contexts.map((context) => (
        <ContextChip
          key={`${context.path} ${context.value}`}
          context={context}
          onRemove={() => assistant.remove(context)}
        />
      ))}
      {attachments.map((attachment) => (
        <AttachmentChip
          key={`${attachment.file.name} ${attachment.file.lastModified}`}
          attachment={attachment}
          onRemove={() => assistant.detach(attachment)}
        />
      ))}
    </div>
  )
}

/** What can be asked about a selection with a click, while nothing else is written. */
function Verbs({ assistant }: { assistant: Assistant }) {
  const { verbs } = useTexts()
  return (
    <div className="sn-verbs">
      {verbs.map((verb) => (
        <button key={verb} type="button" className="sn-verb" onClick={() => assistant.ask(verb)}>
          {verb}
        </button>
      ))}
    </div>
  )
}

/** Questions that wait for the answer before theirs. */
function Queue({ assistant: { queue, unqueue } }: { assistant: Assistant }) {
  const texts = useTexts()
  if (queue.length === 0) return null
  return (
    <ul className="sn-queue" aria-label={texts.queued}>
      {queue.map(({ id, question }) => (
        <li key={id}>
          {icons.follow}
          <span className="text-muted">{texts.queued}</span>
          <span className="min-w-0 flex-1 truncate">{question}</span>
          <button type="button" className="sn-icon" title={texts.removeQueued(question)} onClick={() => unqueue(id)}>
            {icons.close}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Files come by the button, by paste and by drop, where the owner lets them. */
function useAttaching({ attachmentTypes: types, attachments, attach }: Assistant) {
  const [error, setError] = useState<AttachmentError>()
  const isOpen = types.length > 0
  const keep = (found: ReadFiles) => {
    attach(found.attachments)
    setError(found.error)
  }
  const read = (given: Iterable<File>) => {
    // Now: what was dropped is gone later.
    const files = [...given]
    import('../chat/read-files.ts')
      .then(({ readFiles }) => readFiles(files, { types, room: mostFiles - attachments.length, mostBytes }))
      .then(keep, () => keep({ attachments: [], error: { kind: 'unreadable', name: files[0]?.name ?? '' } }))
  }
  return {
    error: isOpen ? error : undefined,
    read: isOpen ? read : undefined,
    onPaste(event: ClipboardEvent) {
      const { files, types: kinds } = event.clipboardData
      // Tables and documents are copied as text and as a picture of it.
      if (!isOpen || files.length === 0 || kinds.includes('text/plain')) return
      event.preventDefault()
      read(files)
    },
    onDragOver(event: DragEvent) {
      if (isOpen && event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const { files } = event.dataTransfer
      if (!isOpen || files.length === 0) return
      event.preventDefault()
      read(files)
    },
  }
}

/** Opens the browser’s own choice of files. */
function AttachButton({ types, onFiles }: { types: readonly string[]; onFiles: (files: Iterable<File>) => void }) {
  const texts = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="sn-icon sn-attach" title={texts.attach} onClick={() => input.current?.click()}>
        {icons.attach}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={types.join(',')}
        aria-label={texts.attach}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? [])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

function fileErrorText({ kind, name }: AttachmentError, { fileErrors }: PanelTexts): string {
  if (kind === 'size') return fileErrors.size(name, mostBytes / 1_000_000)
  return kind === 'count' ? fileErrors.count(mostFiles) : fileErrors[kind](name)
}

/** Where the reader writes. */
export function Composer({ assistant, box }: { assistant: Assistant; box: RefObject<HTMLTextAreaElement | null> }) {
  const texts = useTexts()
  const { draft, isBusy, exchanges } = assistant
  useGrowing(box, draft)
  const { error, read, ...watch } = useAttaching(assistant)

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a word of an input method is not meant for us; Safari only tells by the key code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      assistant.ask(event.currentTarget.value)
    } else if (event.key === 'ArrowUp' && draft === '') {
      const last = exchanges.at(-1)
      if (!last) return
      event.preventDefault()
      assistant.write(last.question)
    }
  }
  const placeholder = isBusy
    ? texts.answeringPlaceholder
    : exchanges.length > 0
      ? texts.followUpPlaceholder
      : texts.placeholder
  return (
    <form
      className="sn-ask"
      {...watch}
      onSubmit={(event) => {
        event.preventDefault()
        assistant.ask(draft)
      }}
    >
      <Queue assistant={assistant} />
      <div className="sn-composer">
        <Contexts assistant={assistant} />
        {error ? (
          <p className="px-12px pt-8px text-small" role="alert">
            {fileErrorText(error, texts)}
          </p>
        ) : null}
        {assistant.contexts.length > 0 && draft === '' && !isBusy ? <Verbs assistant={assistant} /> : null}
        <div className="flex items-end">
          {read ? <AttachButton types={assistant.attachmentTypes} onFiles={read} /> : null}
          <textarea
            ref={box}
            rows={1}
            value={draft}
            aria-label={texts.askQuestion}
            placeholder={placeholder}
            enterKeyHint="send"
            onChange={(event) => assistant.write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {isBusy ? (
            <button
              type="button"
              className="sn-send"
              title={withKeys(texts.stop, 'Esc')}
              aria-label={texts.stop}
              onClick={assistant.stop}
            >
              {icons.stop}
            </button>
          ) : null}
          {isBusy && draft.trim() === '' ? null : (
            <button
              type="submit"
              className="sn-send"
              title={withKeys(texts.send, '↵')}
              aria-label={texts.send}
              disabled={draft.trim() === ''}
            >
              {icons.send}
            </button>
          )}
        </div>
      </div>
      <p className="sn-disclaimer">{texts.disclaimer}</p>
    </form>
  )
}
