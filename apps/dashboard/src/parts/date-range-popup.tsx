import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import { Button, buttonStyle } from './button.tsx'
import { type Days, labelOf, lastDays, presets } from './days.ts'
import { DaysLabel } from './days-label.tsx'
import { inputStyle } from './field.tsx'
import { popupStyle } from './popup.ts'

interface DateRangeProps {
  readonly value: Days
  readonly onChange: (days: Days) => void
}

/** The choice of days, which begins opened. */
export const DateRangePopup = ({ value, onChange }: DateRangeProps) => {
  const [isOpen, setIsOpen] = useState(true)
  const [custom, setCustom] = useState(value)
  const choose = (days: Days) => {
    setIsOpen(false)
    onChange(days)
  }
  const open = (next: boolean) => {
    setCustom(value)
    setIsOpen(next)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger className={buttonStyle()} aria-label={`Days: ${labelOf(value)}`}>
        <DaysLabel value={value} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup className={`${popupStyle} w-64`} aria-label="Days">
            {presets.map(({ days, label }) => (
              <button
                key={days}
                type="button"
                className="flex h-8 w-full items-center rounded-sm px-2 text-left text-sm hover:bg-hover"
                onClick={() => choose(lastDays(days))}
              >
                {label}
              </button>
            ))}
            <form
              className="mt-1 flex flex-col gap-2 border-t border-line p-2 pt-3"
              onSubmit={(event) => {
                event.preventDefault()
                choose(custom)
              }}
            >
              {(['from', 'to'] as const).map((end) => (
                <label key={end} className="flex items-center gap-2 text-sm">
                  <span className="w-10 text-soft">{end === 'from' ? 'From' : 'To'}</span>
                  <input
                    type="date"
                    required
                    {...(end === 'from' ? { max: custom.to } : { min: custom.from })}
                    value={custom[end]}
                    onChange={(event) => setCustom({ ...custom, [end]: event.target.value })}
                    className={`${inputStyle} h-8`}
                  />
                </label>
              ))}
              <Button type="submit" size="small">
                Show these days
              </Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
