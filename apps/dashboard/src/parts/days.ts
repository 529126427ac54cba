/** Whole days in UTC, both included, such as 2030-01-31. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Ranges that are often wanted. */
export const presets = [
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

/** A range in words. */
export const labelOf = ({ from, to }: Days): string => {
  const preset = presets.find(({ days }) => lastDays(days).from === from && to === lastDays(1).to)
  return preset?.label ?? (from === to ? from : `${from} – ${to}`)
}
