import { lazy } from 'react'
import { buttonStyle } from './button.tsx'
import { type Days, labelOf } from './days.ts'
import { DaysLabel } from './days-label.tsx'
import { Later } from './later.tsx'

const load = () => import('./date-range-popup.tsx').then(({ DateRangePopup }) => ({ default: DateRangePopup }))
const DateRangePopup = lazy(load)

interface DateRangeProps {
  readonly value: Days
  readonly onChange: (days: Days) => void
}

/** Which days a page speaks of. Keep the value in the address. */
export const DateRange = (props: DateRangeProps) => (
  <Later
    load={load}
    part={<DateRangePopup {...props} />}
    opens="dialog"
    label={`Days: ${labelOf(props.value)}`}
    className={buttonStyle()}
  >
    <DaysLabel value={props.value} />
  </Later>
)
