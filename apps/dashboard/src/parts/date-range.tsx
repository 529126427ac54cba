import { Popover } from '@base-ui/react/popover'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonStyle } from './button.tsx'
import { inputStyle } from './field.tsx'
import { popupStyle } from './popup.ts'

/** Whole days in UTC, both included, such as 2030-01-31. */
export interface Days {
  readonly from: string
  readonly to: string
}

const presets = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
] as const

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The last days, today included. */
export const lastDays = (count: number): Days => ({
  from: dayOf(Date.now() - (count - 1) * 86_400_000),
  to: dayOf(Date.now()),
})

const labelOf = ({ from, to }: Days): string => {
  const preset = presets.find(({ days }) => lastDays(days).from === from && to === lastDays(1).to)
  return preset?.label ?? (from === to ? from : `${from} – ${to}`)
}

interface DateRangeProps {
  readonly value: Days
  readonly onChange: (days: Days) => void
}

/** Which days a page speaks of. Keep the value in the address. */
export const DateRange = ({ value, onChange }: DateRangeProps) => {
  const [isOpen, setIsOpen] = useState(false)
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
        <CalendarDays aria-hidden />
        {labelOf(value)}
        <ChevronDown className="text-soft" aria-hidden />
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
