import { useTexts } from '../locales/use-texts.ts'
import { button, primaryButton } from '../parts/class-names.ts'
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
    <section
      className="sn-consent mx-3 mt-1 mb-3 animate-appear rounded-field border border-line p-3.5 text-base"
      aria-label={agreeText}
    >
      <p>{text}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <button type="button" className={primaryButton} ref={focusNew} onClick={onAgree}>
          {agreeText}
        </button>
        <button type="button" className={button} onClick={onDecline}>
          {declineText}
        </button>
      </div>
    </section>
  )
}
