import { useTexts } from '../locales/use-texts.ts'
import { focusNew } from './watch-focus.ts'

/** The owner's text, with buttons to agree and decline. */
export function Consent(properties: {
  text: string
  onAgree: () => void
  onDecline: () => void
  agreeText?: string
  declineText?: string
}) {
  const { text, onAgree, onDecline } = properties
  const texts = useTexts()
  const { agreeText = texts.agree, declineText = texts.decline } = properties
  return (
    <section className="sn-consent" aria-label={agreeText}>
      <p>{text}</p>
      <div className="mt-10px flex flex-wrap gap-8px">
        <button type="button" className="sn-button sn-primary" ref={focusNew} onClick={onAgree}>
          {agreeText}
        </button>
        <button type="button" className="sn-button" onClick={onDecline}>
          {declineText}
        </button>
      </div>
    </section>
  )
}
