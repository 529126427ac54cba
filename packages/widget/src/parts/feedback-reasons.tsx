import type { PanelTexts } from '../locales/texts.ts'

/** What the owner gets to read. The reader sees them in their own language. */
const reasons = ['incorrect', 'incomplete', 'outdated', 'irrelevant', 'sources'] as const

/** The whole form has to be visible, on a phone too. */
const bringIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'nearest' })

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
      className="sn-complaint"
      aria-label={texts.whyNotHelpful}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <p className="font-medium">{texts.whyNotHelpful}</p>
      <div className="sn-reasons">
        {reasons.map((name) => (
          <button
            key={name}
            type="button"
            className="sn-reason"
            aria-pressed={reason === name}
            onClick={() => onChange({ ...complaint, reason: reason === name ? undefined : name })}
          >
            {texts.reasons[name]}
          </button>
        ))}
      </div>
      <textarea
        className="sn-note"
        rows={2}
        maxLength={1_000}
        value={comment}
        aria-label={texts.note}
        placeholder={texts.note}
        onChange={(event) => onChange({ ...complaint, comment: event.currentTarget.value })}
      />
      <div className="mt-8px flex justify-end gap-8px">
        <button type="button" className="sn-button" onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="submit" className="sn-button sn-primary" disabled={!reason && comment.trim() === ''}>
          {texts.send}
        </button>
      </div>
    </form>
  )
}
