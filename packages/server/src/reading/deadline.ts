/** What any document may take, in milliseconds: ten times what the slowest page of 1 MB takes that somebody wrote. */
const usualMilliseconds = 10_000
/** Pages of 4 MB take five seconds on a machine with nothing else to do. */
const millisecondsForMegabyte = 5_000

/** Of the largest documents, which are made by machines. */
const mostMilliseconds = 30_000

/** How long reading a text may take, in milliseconds, by its size in bytes or characters. */
export const deadlineFor = (size: number): number =>
  Math.min(mostMilliseconds, usualMilliseconds + Math.max(0, Math.ceil(size / 1_000_000) - 1) * millisecondsForMegabyte)
