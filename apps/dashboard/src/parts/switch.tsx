import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'

interface SwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
}

/** On or off, with what that means. */
export const Switch = ({ label, hint, isOn, onChange, disabled = false }: SwitchProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button with an input, which Base UI connects
  <label className="flex items-start gap-3">
    <BaseSwitch.Root
      checked={isOn}
      onCheckedChange={onChange}
      disabled={disabled}
      className="relative mt-px h-5 w-9 shrink-0 rounded-full bg-edge transition-colors data-checked:bg-accent data-disabled:opacity-55"
    >
      <BaseSwitch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-paper shadow-low transition-transform data-checked:translate-x-4.5" />
    </BaseSwitch.Root>
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="text-sm font-medium">{label}</span>
      {hint && <span className="text-xs text-soft text-pretty">{hint}</span>}
    </span>
  </label>
)
