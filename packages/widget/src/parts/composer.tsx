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
import { type AttachmentError, type FileBatch, maximumBytes, maximumFiles } from '../chat/attachments.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { ContextChip, PageChip } from './context-chip.tsx'
import { withKeys } from './icon-button.tsx'
import { icons } from './icons.tsx'

/** Lets the box grow with its text, up to eight lines. */
function useBoxHeight(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const before = useRef('')
  useLayoutEffect(() => {
    if (!box.current) return
    // Appended text never makes it smaller, and measuring that would lay out the conversation again with each letter.
    if (!text.startsWith(before.current)) box.current.style.height = '0'
    before.current = text
    box.current.style.height = `${Math.min(box.current.scrollHeight, 8 * 22 + 4)}px`
  }, [box, text])
}

function Contexts({ assistant }: { assistant: Assistant }) {
  const { contexts, attachments, page } = assistant
  const row = useRef<HTMLDivElement>(null)
  // Scroll to a chip that was just added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number means a new chip
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

/** One-click questions about a selection, as long as the box is empty. */
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

/** Questions that wait for their turn. */
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

/** Takes files from the button, from paste and from drop, if the owner allows attachments. */
function useAttachments({ attachmentTypes: types, attachments, attach }: Assistant) {
  const [error, setError] = useState<AttachmentError>()
  const isAllowed = types.length > 0
  const keep = (batch: FileBatch) => {
    attach(batch.attachments)
    setError(batch.error)
  }
  const read = (list: Iterable<File>) => {
    // Copied now, since the browser empties a drop's list afterwards.
    const files = [...list]
    import('../chat/read-attachments.ts')
      .then(({ readAttachments }) =>
        readAttachments(files, { types, room: maximumFiles - attachments.length, maximumBytes }),
      )
      .then(keep, () => keep({ attachments: [], error: { kind: 'unreadable', name: files[0]?.name ?? '' } }))
  }
  return {
    error: isAllowed ? error : undefined,
    read: isAllowed ? read : undefined,
    onPaste(event: ClipboardEvent) {
      const { files, types: kinds } = event.clipboardData
      // Copied tables and documents come as text and as a picture of it; the text wins.
      if (!isAllowed || files.length === 0 || kinds.includes('text/plain')) return
      event.preventDefault()
      read(files)
    },
    onDragOver(event: DragEvent) {
      if (isAllowed && event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const { files } = event.dataTransfer
      if (!isAllowed || files.length === 0) return
      event.preventDefault()
      read(files)
    },
  }
}

/** Opens the browser's file picker. */
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
          // Lets the reader choose the same file again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

function fileErrorText({ kind, name }: AttachmentError, { fileErrors }: PanelTexts): string {
  if (kind === 'size') return fileErrors.size(name, maximumBytes / 1_000_000)
  return kind === 'count' ? fileErrors.count(maximumFiles) : fileErrors[kind](name)
}

/** The form in which the reader writes. */
export function Composer({ assistant, box }: { assistant: Assistant; box: RefObject<HTMLTextAreaElement | null> }) {
  const texts = useTexts()
  const { draft, isBusy, exchanges } = assistant
  useBoxHeight(box, draft)
  const { error, read, ...watch } = useAttachments(assistant)

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a word of an input method isn't meant for us; Safari tells only by the key code.
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
