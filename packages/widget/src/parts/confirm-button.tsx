import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** How long it waits for the second press, in ms. */
const patience = 5_000

/** A button for what cannot be taken back: the first press asks whether that is meant, the second does it. */
export function Twice(properties: {
  className: string
  onDo: () => void
  children: ReactNode
  /** Its name, where it shows an icon alone. */
  label?: string
}) {
  const { className, onDo, children, label } = properties
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
        className={className}
        data-asking={isAsking ? '' : undefined}
        title={label}
        onBlur={() => setAsking(false)}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // A double click is no second thought.
          if (event.detail > 1) return
          setAsking(!isAsking)
          if (isAsking) onDo()
        }}
      >
        {isAsking ? pressAgain : children}
      </button>
      {/* The name of a button that has the focus may change without a word. */}
      {isAsking ? (
        <span className="sr-only" role="alert">
          {pressAgain}
        </span>
      ) : null}
    </>
  )
}
