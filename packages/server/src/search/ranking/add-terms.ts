import { isExactTerm } from '../words/names.ts'
import type { RelatedTerm } from './ranked-page.ts'
import { highestGain, type SectionScores } from './section-scores.ts'
import type { LinkTextRow, PostingsRow } from './term-rows.ts'
import { gatheringOf, inverseFrequency } from './term-weight.ts'

/** A word that is said n times counts n to this power. */
const repetition = 0.7

/** The rows of a query’s terms, and how many sections the site has. */
interface TermRows {
  readonly sectionCount: number
  readonly postings: readonly PostingsRow[]
  readonly linkTexts: readonly LinkTextRow[]
  /** As in `RankOptions`. */
  readonly related: ReadonlyMap<string, RelatedTerm> | undefined
}

/** A row of a term, with how much the term counts. */
export interface CountedRow {
  readonly row: PostingsRow
  readonly count: number
}

/**
 * Adds every term of a query to the scores.
 *
 * @param readings As `rankPages` takes them.
 * @returns `highest`, the most that a section can get from the terms: a page is written in one language, so those of the
 *   first reading, and the related ones; and the rows that were added.
 */
export function addTerms(
  scores: SectionScores,
  readings: readonly (readonly string[])[],
  rows: TermRows,
): { highest: number; countedRows: CountedRow[] } {
  const postings = Map.groupBy(rows.postings, (row) => row.term)
  const linkTexts = Map.groupBy(rows.linkTexts, (row) => row.term)
  const counts = readings.map(countTerms)
  const queryCounts = new Map(counts.toReversed().flatMap((reading) => [...reading]))
  const related = [...(rows.related ?? [])].filter(([term]) => !queryCounts.has(term))
  const gains = new Map<string, number>()
  const countedRows: CountedRow[] = []
  for (const [term, count] of [...queryCounts, ...related.map(([term, { count }]) => [term, count] as const)]) {
    const byBucket = new Map(postings.get(term)?.map((row) => [row.bucket, row]))
    const links = new Map(linkTexts.get(term)?.map((row) => [row.bucket, row]))
    let sections = 0
    for (const row of byBucket.values()) {
      sections += row.sections
      countedRows.push({ row, count })
    }
    const weight = {
      rarity: inverseFrequency(rows.sectionCount, sections),
      count,
      gathering: gatheringOf(byBucket.values()),
    }
    gains.set(term, weight.rarity * count * weight.gathering * highestGain)
    for (const bucket of new Set([...byBucket.keys(), ...links.keys()])) {
      scores.add(bucket, { postings: byBucket.get(bucket), links: links.get(bucket) }, weight)
    }
  }
  const sum = (terms: Iterable<string>) => [...terms].reduce((all, term) => all + (gains.get(term) ?? 0), 0)
  // Exact terms say the same once more.
  const own = [...(counts[0]?.keys() ?? [])]
  const words = own.filter((term) => !isExactTerm(term))
  return { highest: sum(words.length > 0 ? words : own) + sum(meantTerms(related, { own, gains })), countedRows }
}

/** Of the terms that one word may be misspelt from, a page needs only the rarest; and none where the word itself counts. */
function meantTerms(
  related: readonly (readonly [string, RelatedTerm])[],
  { own, gains }: { own: readonly string[]; gains: ReadonlyMap<string, number> },
): string[] {
  const gainOf = (term: string) => gains.get(term) ?? 0
  return [...Map.groupBy(related, ([, { word }]) => word)].flatMap(([word, some]) => {
    const [rarest] = some.map(([term]) => term).sort((one, other) => gainOf(other) - gainOf(one))
    return rarest === undefined || own.includes(word) ? [] : [rarest]
  })
}

function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const [term, count] of counts) counts.set(term, count ** repetition)
  return counts
}
