import { type ReactNode, Suspense, useState } from 'react'

interface LaterProps {
  /** Loads what `part` needs: begins when somebody reaches for the button. */
  readonly load: () => Promise<unknown>
  /** What opens, with a trigger that looks like the button; it begins opened. */
  readonly part: ReactNode
  readonly opens: 'menu' | 'dialog'
  readonly label?: string
  readonly className: string
  readonly children: ReactNode
}

/** A button that opens a part which is loaded only then, so that nobody waits for menus before they see the page. */
export const Later = ({ load, part, opens, label, className, children }: LaterProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const reach = () => void load()
  const button = (
    <button
      type="button"
      aria-haspopup={opens}
      aria-expanded={false}
      aria-label={label}
      className={className}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={() => setIsWanted(true)}
    >
      {children}
    </button>
  )
  return isWanted ? <Suspense fallback={button}>{part}</Suspense> : button
}
