import { useState } from 'react'
import type { HandOff } from '../chat/sharing.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { bringIntoView, button, field, form, primaryButton } from './class-names.ts'

/** The longest message that the server takes. */
const longestMessage = 4_000

/** A form that sends the conversation to a person. Loaded on first use; see `useLazy`. */
export function HandOffForm(properties: {
  texts: PanelTexts
  /** Resolves once somebody has it. */
  send: (handOff: HandOff) => Promise<void>
  onSent: () => void
  onCancel: () => void
}) {
  const { texts, send, onSent, onCancel } = properties
  const [handOff, setHandOff] = useState<HandOff>({ email: '', message: '', withConversation: true })
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const submit = async () => {
    setBusy(true)
    setFailed(false)
    await send(handOff).then(onSent, () => setFailed(true))
    setBusy(false)
  }
  return (
    <form
      ref={bringIntoView}
      className={form}
      aria-label={texts.handOff.open}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="font-medium">{texts.handOff.open}</p>
      <label className="mt-2 block text-sm text-muted">
        {texts.handOff.email}
        <input
          className={`${field} mt-1 w-full rounded-lg px-2.5 py-2 text-text`}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={handOff.email}
          onChange={(event) => setHandOff({ ...handOff, email: event.currentTarget.value })}
        />
      </label>
      <label className="mt-2 block text-sm text-muted">
        {texts.handOff.message}
        <textarea
          className={`${field} mt-1 w-full rounded-lg px-2.5 py-2 text-text`}
          rows={3}
          maxLength={longestMessage}
          value={handOff.message}
          onChange={(event) => setHandOff({ ...handOff, message: event.currentTarget.value })}
        />
      </label>
      <label className="mt-2 flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-link"
          checked={handOff.withConversation}
          onChange={(event) => setHandOff({ ...handOff, withConversation: event.currentTarget.checked })}
        />
        {texts.handOff.withConversation}
      </label>
      <div className="mt-2.5 flex justify-end gap-2">
        <button type="button" className={button} onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="submit" className={primaryButton} disabled={isBusy}>
          {texts.send}
        </button>
      </div>
      <p className="text-xs text-muted" role="alert">
        {hasFailed ? texts.handOff.failed : ''}
      </p>
    </form>
  )
}
