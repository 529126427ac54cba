import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** How long the button waits for the second press, in ms. */
const patience = 5_000

/** A button for what can't be undone: the first press asks for confirmation, the second acts. */
export function ConfirmButton(properties: {
  className: string
  onConfirm: () => void
  children: ReactNode
  /** Its name, if it shows only an icon. */
  label?: string
}) {
  const { className, onConfirm, children, label } = properties
  const { pressAgain } = useTexts()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), patience)
    return () => clearTimeout(timer)
  }, [isAsking])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isAsking) return
    event.stopPropagation()
    setAsking(false)
  }
  return (
    <>
      <button
        type="button"
        className={`${className} data-asking:w-auto! data-asking:bg-transparent data-asking:px-2 data-asking:text-xs data-asking:text-amber`}
        data-asking={isAsking ? '' : undefined}
        title={label}
        onBlur={() => setAsking(false)}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // A double click is no confirmation.
          if (event.detail > 1) return
          setAsking(!isAsking)
          if (isAsking) onConfirm()
        }}
      >
        {isAsking ? pressAgain : children}
      </button>
      {/* Screen readers may ignore a new name of the button that has the focus. */}
      {isAsking ? (
        <span className="sr-only" role="alert">
          {pressAgain}
        </span>
      ) : null}
    </>
  )
}
