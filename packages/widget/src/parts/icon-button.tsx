import type { ReactNode } from 'react'

/** A square button that shows an icon and is named by `label`: by its title alone, or it would be said twice. */
export function IconButton(properties: {
  label: string
  icon: ReactNode
  onClick: () => void
  isPressed?: boolean
  isExpanded?: boolean
}) {
  const { label, icon, onClick, isPressed, isExpanded } = properties
  return (
    <button
      type="button"
      className="sn-icon"
      title={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
