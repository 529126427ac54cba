import { useRef, useState } from 'react'
import { useStore } from '../chat/use-store.ts'
import { useTexts } from '../locales/use-texts.ts'
import { button } from './class-names.ts'
import { useLazy } from './use-lazy.ts'

/** Offers to send the conversation to a person. */
export function HandOff({ messageId }: { messageId: string }) {
  const texts = useTexts()
  const { sharing } = useStore()
  const [isWanted, setWanted] = useState(false)
  const [isSent, setSent] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { module, hasFailed } = useLazy(isWanted ? () => import('./hand-off-form.tsx') : undefined, () =>
    setWanted(false),
  )
  const close = () => {
    setWanted(false)
    opener.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the form, wherever the focus is
    <div
      className="mt-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isWanted) return
        event.stopPropagation()
        close()
      }}
    >
      {isSent ? null : (
        <button
          type="button"
          ref={opener}
          className={button}
          aria-expanded={isWanted}
          onClick={() => setWanted(!isWanted)}
        >
          {texts.handOff.open}
        </button>
      )}
      {module && isWanted ? (
        <module.HandOffForm
          texts={texts}
          send={(handOff) => sharing.handOff(messageId, handOff)}
          onSent={() => {
            setWanted(false)
            setSent(true)
          }}
          onCancel={close}
        />
      ) : null}
      <p className="text-sm text-muted" role="status">
        {isSent ? texts.handOff.sent : hasFailed ? texts.notLoaded : ''}
      </p>
    </div>
  )
}
