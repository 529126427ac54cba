const counts = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** 12,345. */
export const formatCount = (count: number): string => counts.format(count)

/** “1 page”, “2 pages”. @param plural when it is not the singular with an s */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** “3 hours ago”; the date when it is longer ago than a month. */
export const formatAgo = (time: string): string => {
  const seconds = (Date.now() - Date.parse(time)) / 1_000
  if (seconds > 30 * 86_400) return moments.format(new Date(time))
  for (const [unit, size] of units) if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit)
  return 'just now'
}

/** 31 Jan 2030, 12:00. */
export const formatTime = (time: string): string => moments.format(new Date(time))

/** 12:00:31. */
export const formatClock = (time: string): string => clock.format(new Date(time))

/** “4.2 s”, “3 min 20 s”. */
export const formatDuration = (milliseconds: number): string => {
  const seconds = milliseconds / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
