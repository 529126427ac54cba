import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { inputStyle, useTies } from './field.tsx'
import { popupStyle } from './popup.ts'

/** One entry of a select. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> {
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Needed outside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
  readonly className?: string
}

/** One of a few. */
export const Select = <Value extends string>({
  choices,
  value,
  onChange,
  label,
  disabled = false,
  className = '',
}: SelectProps<Value>) => (
  <BaseSelect.Root
    items={[...choices]}
    value={value}
    disabled={disabled}
    onValueChange={(next: Value | null) => next !== null && onChange(next)}
  >
    <BaseSelect.Trigger
      {...useTies()}
      aria-label={label}
      className={`${inputStyle} inline-flex h-8.5 items-center justify-between gap-2 select-none data-disabled:bg-sunken data-disabled:text-soft ${className}`}
    >
      <BaseSelect.Value className="truncate" />
      <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
    </BaseSelect.Trigger>
    <BaseSelect.Portal>
      <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <BaseSelect.Popup className={`${popupStyle} max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto`}>
          <BaseSelect.List>
            {choices.map((choice) => (
              <BaseSelect.Item
                key={choice.value}
                value={choice.value}
                className="flex h-8 items-center gap-2 rounded-sm px-2 text-sm select-none outline-none data-highlighted:bg-hover"
              >
                <span className="size-3.5">
                  <BaseSelect.ItemIndicator>
                    <Check className="size-3.5 text-accent" aria-hidden />
                  </BaseSelect.ItemIndicator>
                </span>
                <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
              </BaseSelect.Item>
            ))}
          </BaseSelect.List>
        </BaseSelect.Popup>
      </BaseSelect.Positioner>
    </BaseSelect.Portal>
  </BaseSelect.Root>
)
