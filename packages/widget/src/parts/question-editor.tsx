import type { KeyboardEvent } from 'react'
import type { PanelTexts } from '../locales/texts.ts'
import { button, composer, composerText, primaryButton } from './class-names.ts'

/** A `ref` that puts the caret at the end. It's the same function in all renderings, or each would move the caret. */
const focusEnd = (box: HTMLTextAreaElement | null) => {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

/** A form to change a question and ask it again. Loaded on first use; see `useLazy`. */
export function QuestionEditor(properties: {
  texts: PanelTexts
  draft: string
  onWrite: (draft: string) => void
  onSend: () => void
  onCancel: () => void
}) {
  const { texts, draft, onWrite, onSend, onCancel } = properties
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <form
      className="w-full"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className={composer}>
        <textarea
          className={`${composerText} block max-h-[200px] w-full field-sizing-content`}
          rows={Math.min(8, draft.split('\n').length + Math.floor(draft.length / 60) + 1)}
          value={draft}
          aria-label={texts.editQuestion}
          ref={focusEnd}
          onChange={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="mt-2 flex justify-end gap-2">
        <button type="button" className={button} onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="submit" className={primaryButton} disabled={draft.trim() === ''}>
          {texts.send}
        </button>
      </div>
    </form>
  )
}
