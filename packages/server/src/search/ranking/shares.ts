import { inverseFrequency } from './term-weight.ts'

/** The part of the pieces that a set has, 0 to 1; 0 where there are no pieces. */
export const share = (pieces: Iterable<string>, set: { has: (piece: string) => boolean }): number => {
  let all = 0
  let had = 0
  for (const piece of pieces) {
    all++
    if (set.has(piece)) had++
  }
  return all > 0 ? had / all : 0
}

/** For each text the part of the query’s terms that it has; a term counts more the fewer of the texts have it. */
export const weightedShares = (query: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]): number[] => {
  const rarities = new Map<string, number>()
  for (const term of query) {
    const count = texts.filter((text) => text.has(term)).length
    if (count > 0) rarities.set(term, inverseFrequency(texts.length, count))
  }
  const sum = (terms: Iterable<string>) => [...terms].reduce((all, term) => all + (rarities.get(term) ?? 0), 0)
  const all = sum(rarities.keys()) || 1
  return texts.map((text) => sum([...rarities.keys()].filter((term) => text.has(term))) / all)
}

/** The pairs of the query’s terms that stand side by side in a text. */
export const pairsAmong = (query: ReadonlySet<string>, text: readonly string[]): Set<string> => {
  const pairs = new Set<string>()
  for (const [at, term] of text.entries()) {
    const next = text[at + 1]
    if (next !== undefined && query.has(term) && query.has(next)) pairs.add(`${term} ${next}`)
  }
  return pairs
}
