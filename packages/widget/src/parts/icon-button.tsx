import type { ReactNode } from 'react'

/** The tooltip of a button, with the keys that do the same. */
export const withKeys = (label: string, keys: string): string => `${label} (${keys})`

/**
 * A square button that shows an icon and is named by `label`: by its title alone, or it would be said twice. Only where the
 * title has more to say, the name stands beside it.
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
      className="sn-icon"
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
