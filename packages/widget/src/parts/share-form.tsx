import { useState } from 'react'
import type { Share, Sharing } from '../chat/sharing.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { bringIntoView, button, field, form, primaryButton } from './class-names.ts'
import { useCopy } from './use-copy.tsx'

/** For how long a link can work, in days. */
const periods = [1, 7, 30, 90] as const

/** A link that was made: its address to copy, and a button that ends it. */
function MadeLink(properties: { texts: PanelTexts; share: Share; onEnd: () => void }) {
  const { texts, share, onEnd } = properties
  const { label, announcement, copy } = useCopy(texts.share.copy)
  return (
    <>
      <input
        className={`${field} mt-2 w-full rounded-lg px-2.5 py-2`}
        aria-label={texts.share.link}
        readOnly
        value={share.address}
        ref={(box) => box?.focus()}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="mt-2 text-xs text-muted">{texts.share.expires(new Date(share.expiresAt))}</p>
      <div className="mt-2 flex justify-end gap-2">
        <button type="button" className={button} onClick={onEnd}>
          {texts.share.end}
        </button>
        <button type="button" className={primaryButton} onClick={() => copy(share.address)}>
          {label}
        </button>
        {announcement}
      </div>
    </>
  )
}

/** A form that makes a link to one answer. Loaded on first use; see `useLazy`. */
export function ShareForm(properties: { texts: PanelTexts; messageId: string; sharing: Sharing; onClose: () => void }) {
  const { texts, messageId, sharing, onClose } = properties
  const [withQuestion, setWithQuestion] = useState(true)
  const [days, setDays] = useState(30)
  const [share, setShare] = useState<Share>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const attempt = async (act: () => Promise<void>, sentence: string) => {
    setBusy(true)
    setFailure('')
    await act().catch(() => setFailure(sentence))
    setBusy(false)
  }
  const create = () =>
    attempt(async () => setShare(await sharing.share(messageId, { withQuestion, days })), texts.share.failed)
  const end = (id: string) =>
    attempt(async () => {
      await sharing.end(id)
      onClose()
    }, texts.share.endFailed)
  return (
    <form
      ref={bringIntoView}
      className={form}
      aria-label={texts.share.open}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p className="font-medium">{texts.share.open}</p>
      {share ? (
        <MadeLink texts={texts} share={share} onEnd={() => void end(share.id)} />
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">{texts.share.explanation}</p>
          <label className="mt-2 flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-link"
              checked={withQuestion}
              onChange={(event) => setWithQuestion(event.currentTarget.checked)}
            />
            {texts.share.withQuestion}
          </label>
          <label className="mt-1 flex items-center gap-2">
            {texts.share.period}
            <select
              className={`${field} rounded-lg px-2 py-1 pointer-coarse:min-h-11`}
              value={days}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            >
              {periods.map((period) => (
                <option key={period} value={period}>
                  {texts.share.days(period)}
                </option>
              ))}
            </select>
          </label>
          <div className="mt-2.5 flex justify-end gap-2">
            <button type="button" className={button} onClick={onClose}>
              {texts.cancel}
            </button>
            <button type="submit" className={primaryButton} disabled={isBusy}>
              {texts.share.create}
            </button>
          </div>
        </>
      )}
      <p className="text-xs text-muted" role="alert">
        {failure}
      </p>
    </form>
  )
}
