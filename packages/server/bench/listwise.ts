import { dot, solve } from './linear.ts'

/** A question with what was found for it. */
export interface ListExample {
  /** Of each that was found. */
  readonly features: readonly (readonly number[])[]
  /** The places of those that are right; none where nothing is. */
  readonly right: readonly number[]
  /** What the question counts. */
  readonly count: number
}

/** What each of a list is likely to be the right one. */
const likelihoods = (example: ListExample, weights: readonly number[]): number[] => {
  const values = example.features.map((each) => dot(each, weights))
  const most = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - most))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}

/** How likely it is that the first is a right one. */
const likelihoodOf = (example: ListExample, weights: readonly number[]): number => {
  const chances = likelihoods(example, weights)
  return example.right.reduce((sum, at) => sum + (chances[at] ?? 0), 0)
}

/** How little the weights explain: minus the logarithm of the likelihood, and what the ridge costs. */
const lossOf = (examples: readonly ListExample[], weights: readonly number[], scales: readonly number[]): number =>
  examples.reduce((sum, each) => sum - each.count * Math.log(likelihoodOf(each, weights)), 0) +
  0.5 * weights.reduce((sum, weight, at) => sum + (weight * (scales[at] ?? 0)) ** 2, 0)

/** How strongly each weight is drawn to zero: by the standard deviation of its feature. */
const scalesOf = (examples: readonly ListExample[], ridge: number): number[] => {
  const rows = examples.flatMap(({ features }) => features)
  return (rows[0] ?? []).map((_, at) => {
    const column = rows.map((row) => row[at] ?? 0)
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length
    return Math.sqrt((ridge * column.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / column.length)
  })
}

/** The weights under which the right ones are the likeliest, by Newton’s method. @param ridge how strongly they are drawn to zero */
export const fit = (all: readonly ListExample[], ridge: number): number[] => {
  const found = all.filter(({ right }) => right.length > 0)
  const mean = found.reduce((sum, { count }) => sum + count, 0) / found.length
  const examples = found.map((each) => ({ ...each, count: each.count / mean }))
  const scales = scalesOf(examples, ridge)
  let weights = scales.map(() => 0)
  for (let round = 0; round < 12; round++) {
    const slope = weights.map((weight, at) => (scales[at] ?? 0) ** 2 * weight)
    const bend = scales.map((_, row) => scales.map((__, at) => (row === at ? (scales[at] ?? 0) ** 2 + 1e-9 : 0)))
    for (const example of examples) addExample(example, weights, { slope, bend })
    const step = solve(bend, slope)
    const now = lossOf(examples, weights, scales)
    for (let part = 1; part > 1e-3; part /= 2) {
      const next = weights.map((weight, at) => weight - part * (step[at] ?? 0))
      if (lossOf(examples, next, scales) >= now) continue
      weights = next
      break
    }
  }
  return weights
}

const addExample = (
  example: ListExample,
  weights: readonly number[],
  { slope, bend }: { slope: number[]; bend: number[][] },
): void => {
  const chances = likelihoods(example, weights)
  const meanBy = (shares: readonly number[]) =>
    weights.map((_, at) => example.features.reduce((sum, row, to) => sum + (shares[to] ?? 0) * (row[at] ?? 0), 0))
  const mean = meanBy(chances)
  // Of several right ones, each counts as likely as it is the first of them.
  const right = likelihoodOf(example, weights)
  const wanted = meanBy(chances.map((chance, at) => (example.right.includes(at) ? chance / right : 0)))
  for (const [at, row] of bend.entries()) {
    slope[at] = (slope[at] ?? 0) + example.count * ((mean[at] ?? 0) - (wanted[at] ?? 0))
    for (const [to, value] of row.entries()) {
      const both = example.features.reduce(
        (sum, each, of) => sum + (chances[of] ?? 0) * (each[at] ?? 0) * (each[to] ?? 0),
        0,
      )
      row[to] = value + example.count * (both - (mean[at] ?? 0) * (mean[to] ?? 0))
    }
  }
}
