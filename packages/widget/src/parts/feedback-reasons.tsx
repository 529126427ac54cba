import type { PanelTexts } from '../locales/texts.ts'
import { bringIntoView, button, chipRow, field, form, pill, primaryButton } from './class-names.ts'

/** What the owner gets to read. The reader sees them in their own language. */
const reasons = ['incorrect', 'incomplete', 'outdated', 'irrelevant', 'sources'] as const

/** A reader's feedback on an answer that didn't help, as far as it's filled in. */
export interface Complaint {
  readonly reason: string | undefined
  readonly comment: string
}

/** A form that asks why an answer didn't help. Loaded on first use; see `useLazy`. */
export function FeedbackReasons(properties: {
  texts: PanelTexts
  complaint: Complaint
  onChange: (complaint: Complaint) => void
  onSend: () => void
  onCancel: () => void
}) {
  const { texts, complaint, onChange, onSend, onCancel } = properties
  const { reason, comment } = complaint
  return (
    <form
      ref={bringIntoView}
      className={form}
      aria-label={texts.whyNotHelpful}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <p className="font-medium">{texts.whyNotHelpful}</p>
      <div className={`${chipRow} -mx-1 gap-2 px-1 pt-2 pb-1`}>
        {reasons.map((name) => (
          <button
            key={name}
            type="button"
            className={pill}
            aria-pressed={reason === name}
            onClick={() => onChange({ ...complaint, reason: reason === name ? undefined : name })}
          >
            {texts.reasons[name]}
          </button>
        ))}
      </div>
      <textarea
        className={`${field} mt-1.5 w-full rounded-lg px-2.5 py-2`}
        rows={2}
        maxLength={1_000}
        value={comment}
        aria-label={texts.note}
        placeholder={texts.note}
        onChange={(event) => onChange({ ...complaint, comment: event.currentTarget.value })}
      />
      <div className="mt-2 flex justify-end gap-2">
        <button type="button" className={button} onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="submit" className={primaryButton} disabled={!reason && comment.trim() === ''}>
          {texts.send}
        </button>
      </div>
    </form>
  )
}
