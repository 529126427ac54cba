/** What any document may take, in milliseconds of work. */
const leastMilliseconds = 5_000
/** The densest pages, made of nothing but short links, take 15 s for a megabyte where memory is short and the machine busy. */
const millisecondsForMegabyte = 15_000
/** Of the largest documents, which are made by machines. */
const mostMilliseconds = 30_000

/** How much work reading a text may take, in milliseconds of the processor, by its size in bytes or characters. */
export const deadlineFor = (size: number): number =>
  Math.min(mostMilliseconds, leastMilliseconds + Math.ceil(size / 100_000) * (millisecondsForMegabyte / 10))
