import { CalendarDays, ChevronDown } from 'lucide-react'
import { type Days, labelOf } from './days.ts'

/** What the button of a range of days says. */
export const DaysLabel = ({ value }: { readonly value: Days }) => (
  <>
    <CalendarDays aria-hidden />
    {labelOf(value)}
    <ChevronDown className="text-soft" aria-hidden />
  </>
)
