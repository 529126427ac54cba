import { type Range, readRange } from '../conversations/range.ts'

const dayMilliseconds = 86_400_000

/** Days in UTC, such as `2030-01-31`; both are included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days that a query asks for, whole: the last 30 when it doesn’t say. */
export const readDays = (query: Parameters<typeof readRange>[0]): DayRange => {
  const range: Range = readRange(query)
  // The end is not in the range: a day whose beginning it is isn’t, either.
  const to = Date.parse(range.to) - 1
  const from = query.from === undefined ? Date.parse(range.from) + dayMilliseconds : Date.parse(range.from)
  return { from: dayOf(from), to: dayOf(Math.max(from, to)) }
}

/** Every day of a range, the first one first. */
export const listDays = ({ from, to }: DayRange): string[] => {
  const start = Date.parse(from)
  const length = Math.round((Date.parse(to) - start) / dayMilliseconds) + 1
  return Array.from({ length }, (_, index) => dayOf(start + index * dayMilliseconds))
}

/** As many days right before a range. */
export const daysBefore = (range: DayRange): DayRange => {
  const start = Date.parse(range.from)
  return { from: dayOf(start - listDays(range).length * dayMilliseconds), to: dayOf(start - dayMilliseconds) }
}
