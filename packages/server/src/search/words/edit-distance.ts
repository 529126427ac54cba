/** Shorter words are too often near to others that mean something else: `react` and `reach`. */
const shortestMisspelt = 6

/** How many mistakes a word may have. */
export const mostMistakes = (word: string): number => (word.length < 8 ? 1 : 2)

/** Can a word that is not known be taken for one that is written almost like it? */
export const maybeMisspelt = (word: string): boolean => word.length >= shortestMisspelt && /^[a-z]+$/.test(word)

/**
 * How many letters must be added, left out, changed or swapped with their neighbour to make one word of the other (Damerau
 * and Levenshtein, as optimal string alignment); more than `most` counts as `most + 1`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let value = Math.min(
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      )
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) value = Math.min(value, (beforeLast[column - 2] ?? 0) + 1)
      current.push(value)
      least = Math.min(least, value)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, most + 1)
}

/** Of some words those that are nearest to one, in their order; none when it would have more mistakes than it may. */
export function nearestWords(word: string, others: Iterable<string>): string[] {
  let least = mostMistakes(word)
  let nearest: string[] = []
  for (const other of others) {
    if (other[0] !== word[0]) continue
    const distance = editDistance(word, other, least)
    if (distance < least) nearest = []
    if (distance <= least) nearest.push(other)
    least = Math.min(least, distance)
  }
  return nearest
}
