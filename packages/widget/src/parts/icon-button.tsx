import type { ReactNode } from 'react'
import { iconButton } from './class-names.ts'

/** A button's tooltip with its shortcut. */
export const withKeys = (label: string, keys: string): string => `${label} (${keys})`

/**
 * A square button with an icon, named by its title. It only gets an `aria-label` if the title also has keys: otherwise screen
 * readers would say the name twice.
 */
export function IconButton(properties: {
  label: string
  icon: ReactNode
  onClick: () => void
  keys?: string | undefined
  isPressed?: boolean
  isExpanded?: boolean
}) {
  const { label, icon, onClick, keys, isPressed, isExpanded } = properties
  return (
    <button
      type="button"
      className={iconButton}
      title={keys ? withKeys(label, keys) : label}
      aria-label={keys && label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
