import { type IndexLengths, readIndexLengths } from './index-lengths.ts'
import { asksBeside } from './prior.ts'
import { highestGain, type PostingsRow, SectionScores } from './section-scores.ts'

/** A word that is said n times counts n to this power. */
const repetition = 0.7
/** The parts of title and heading coverage, and of the page's best sections, that are added to a section's score. */
const titleShare = 1.2
const headingShare = 0.5
const ownHeadingShare = 2
const evidenceShare = 0.8
const evidenceWeights = [1, 0.5, 0.25, 0.125] as const
/** What the beginning of a page, which says what it is about, counts more than its other sections. */
const openingBoost = 1.1

/** The rows of the index that a query needs. */
export interface IndexRows {
  /** Every bucket of the site. */
  buckets: readonly { bucket: number; lengths: Uint8Array }[]
  /** The rows of the query's terms. */
  postings: readonly PostingsRow[]
}

/** A page that matches, with its sections that do, best first. */
export interface RankedPage {
  /** Number of the page within its site. */
  page: number
  /** 0 to 1, where 1 is a page that says every word of the query in all its fields. */
  score: number
  sections: { ordinal: number; score: number }[]
}

/**
 * Orders the pages of a site by how well they match a query.
 *
 * A section's score is BM25F (Zaragoza et al., “Microsoft Cambridge at TREC-13”, 2004): for each term the frequencies in
 * the fields are divided by the relative length of the field, weighted and added, and their sum saturates once. Added are
 * the coverage of title and heading (the weight of their words that the query names, times the share of the whole that
 * this is) and the page's evidence (the sum of its best sections, each counting half of the one before). Which section of
 * a page is the best is decided without what all of them share. All numbers were found by experiment on the questions and
 * documentation sets that the benchmark describes, one at a time, and kept when most sets gained and none lost.
 *
 * @param terms The query's terms in order; a term that is said twice counts twice.
 * @param options `allowed`: numbers of the pages that may be found; all when left out.
 */
export function rankPages(
  terms: readonly string[],
  rows: IndexRows,
  options: { limit: number; allowed?: ReadonlySet<number> | undefined },
): RankedPage[] {
  const lengths = readIndexLengths(rows.buckets)
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const scores = new SectionScores(lengths)
  const byTerm = Map.groupBy(rows.postings, (row) => row.term)
  let highest = 0
  for (const [term, count] of counts) {
    const found = byTerm.get(term) ?? []
    const sections = found.reduce((sum, row) => sum + row.sections, 0)
    const rarity = inverseFrequency(lengths.sectionCount, sections)
    const weight = rarity * count ** repetition
    highest += weight * highestGain
    for (const row of found) scores.add(row, rarity, weight)
  }
  const usesPrior = !asksBeside(terms)
  const ranked: RankedPage[] = []
  for (let page = 0; page < lengths.pageCount; page++) {
    if (options.allowed && !options.allowed.has(lengths.numbers[page] ?? 0)) continue
    const found = rankPage(page, lengths, scores, usesPrior)
    if (found) ranked.push(found)
  }
  ranked.sort((one, other) => other.score - one.score || one.page - other.page)
  const whole = highest * (1 + evidenceShare * evidenceWeights.reduce((sum, weight) => sum + weight, 0))
  return ranked.slice(0, options.limit).map((found) => withShares(found, whole))
}

/** The score of one page and the order of its sections; nothing when no section matches. */
function rankPage(
  page: number,
  lengths: IndexLengths,
  scores: SectionScores,
  usesPrior: boolean,
): RankedPage | undefined {
  const first = lengths.firstSection[page] ?? 0
  const end = lengths.firstSection[page + 1] ?? first
  const title = titleShare * scores.titles.of(page)
  const wholes: number[] = []
  const sections: RankedPage['sections'] = []
  for (let section = first; section < end; section++) {
    const score = scores.whole[section] ?? 0
    if (score === 0) continue
    const heading = scores.headings.of(section)
    wholes.push((score + title + headingShare * heading) * (section === first ? openingBoost : 1))
    sections.push({ ordinal: section - first, score: (scores.own[section] ?? 0) + ownHeadingShare * heading })
  }
  if (wholes.length === 0) return undefined
  wholes.sort((one, other) => other - one)
  sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
  const evidence = evidenceWeights.reduce((sum, weight, at) => sum + weight * (wholes[at] ?? 0), 0)
  const prior = usesPrior ? (lengths.priors[page] ?? 100) / 100 : 1
  return { page: lengths.numbers[page] ?? 0, score: prior * ((wholes[0] ?? 0) + evidenceShare * evidence), sections }
}

/** With scores between 0 and 1: the best section has its page's, every other one its part of it. */
function withShares({ page, score, sections }: RankedPage, whole: number): RankedPage {
  const share = Math.min(1, score / whole)
  const best = sections[0]?.score ?? 0
  return {
    page,
    score: share,
    sections: sections.map((section) => ({
      ordinal: section.ordinal,
      score: best > 0 ? (share * section.score) / best : share,
    })),
  }
}

/** How much a term says, by the number of sections it is in: the idf of BM25, never negative. */
export const inverseFrequency = (all: number, having: number): number =>
  Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5))
