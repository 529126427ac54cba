import type { IndexLengths } from './index/index-lengths.ts'
import { readLinkEvidence } from './index/linked-pages.ts'
import { addTerms } from './ranking/add-terms.ts'
import { BestScores } from './ranking/best-scores.ts'
import { OwnScores } from './ranking/own-scores.ts'
import { asksBeside } from './ranking/prior.ts'
import { rankSections, shareOut } from './ranking/rank-sections.ts'
import type { RankedPage, RankOptions } from './ranking/ranked-page.ts'
import { SectionScores } from './ranking/section-scores.ts'
import type { LinkTextRow, PostingsRow } from './ranking/term-rows.ts'

/** The parts of title and heading coverage, and of the page's best sections, that are added to a section's score. */
const titleShare = 0.9
const headingShare = 0.5
const evidenceShare = 0.6
/** How much a page counts more each time that e times as many pages link to it. */
const linkCountShare = 0.05
/** How much the beginning of a page, which says what it is about, counts more than its other sections. */
const openingBoost = 1.1

/**
 * How much more a page has to say of a query than its twin, to match beside it. Rare words count more, and words that few
 * languages share are rare: a translation says clearly more only where the other page has hardly any of them.
 */
const clearlyMore = { version: 1.2, translation: 2 }

/** The rows of the index that a query needs. */
export interface IndexRows {
  /** Of every bucket of the site. */
  lengths: IndexLengths
  /** The rows of the query's terms. */
  postings: readonly PostingsRow[]
  /** The same for the texts of links between pages. */
  linkTexts?: readonly LinkTextRow[]
}

/** A page with its score, before its sections are ranked. */
interface ScoredPage {
  /** Its place in `IndexLengths`. */
  readonly at: number
  readonly page: number
  readonly score: number
  /** Without what links add. */
  readonly byWords: number
  readonly linkCount: number
}

/**
 * Orders the pages of a site by how well they match a query.
 *
 * A section's score is BM25F (Zaragoza et al., “Microsoft Cambridge at TREC-13”, 2004): for each term the frequencies in
 * the fields are divided by the relative length of the field, weighted and added, and their sum saturates once. The texts
 * of the links to a page are one of its fields (Craswell et al., “Effective Site Finding using Link Anchor Information”,
 * SIGIR 2001). Added are the coverage of title and heading (the weight of their words that the query names, times the
 * share of the whole that this is) and the page's evidence (the sum of its best sections, each counting half of the one
 * before). Which section of a page is the best is decided without what all of them share, by how rare a term is within
 * the page: a word that is all over it tells none of its sections apart. A term's rarity counts more when it gathers on
 * pages, and a page the more pages link to it (the in-degree of Kraaij, Westerveld and Hiemstra, “The Importance of Prior
 * Probabilities for Entry Page Search”, SIGIR 2002); it gets a part of what these say of the query (`readLinkEvidence`). All
 * numbers were found by experiment on the questions and documentation sets that the benchmark describes, one at a time, and
 * kept when most sets gained and none lost.
 *
 * @param readings The query's terms in order, as the languages of the site read them, the one that fits best first. A term
 *   that is said twice counts more.
 */
export function rankPages(
  readings: readonly (readonly string[])[],
  { lengths, postings, linkTexts = [] }: IndexRows,
  options: RankOptions,
): RankedPage[] {
  const scores = new SectionScores(lengths)
  const { sectionCount } = lengths
  const { highest, countedRows } = addTerms(scores, readings, {
    sectionCount,
    postings,
    linkTexts,
    related: options.related,
  })
  const usesPrior = !readings.some(asksBeside)
  const best = scorePages({ lengths, linkTexts, scores, usesPrior }, options).slice(0, options.limit)
  const whole = highest * (1 + evidenceShare * BestScores.most)
  const own = new OwnScores(
    lengths,
    best.map(({ at }) => at),
  )
  for (const { row, count } of countedRows) own.add(row, count)
  const terms = new Set(readings[0]).size
  const sections = countSections(lengths, options)
  return best.map(({ at, page, score, byWords, linkCount }) => ({
    page,
    score: score / whole,
    byWords: { score: Math.min(1, byWords / whole), terms, sections },
    linkCount,
    sections: shareOut(score / whole, rankSections(at, { lengths, scores, ownScores: own.of(at) })),
  }))
}

interface ScoredIndex {
  readonly lengths: IndexLengths
  readonly linkTexts: readonly LinkTextRow[]
  readonly scores: SectionScores
  readonly usesPrior: boolean
}

/** The pages that match and are allowed, in the edition that is meant, the best first. */
function scorePages({ lengths, linkTexts, scores, usesPrior }: ScoredIndex, options: RankOptions): ScoredPage[] {
  const { sectionScores, pageScores } = scoreSections(lengths, scores)
  const { linkCounts, gains } = readLinkEvidence({ lengths, linkTexts }, { sections: sectionScores, pages: pageScores })
  const pages: ScoredPage[] = []
  for (let at = 0; at < lengths.pageCount; at++) {
    const highest = pageScores.highest(at)
    const page = lengths.numbers[at] ?? 0
    if (highest === 0 || (options.allowed && !options.allowed.has(page))) continue
    const linkCount = linkCounts[at] ?? 0
    const prior = usesPrior ? (lengths.priors[at] ?? 100) / 100 : 1
    const worth = prior * (1 + linkCountShare * Math.log(1 + linkCount))
    const byWords = worth * (highest + evidenceShare * pageScores.sum(at))
    pages.push({ at, page, score: byWords + worth * (gains[at] ?? 0), byWords, linkCount })
  }
  pages.sort((one, other) => other.score - one.score || one.page - other.page)
  return withoutOtherEditions(pages, options)
}

/** The scores of all sections that match, and the best ones of each page. */
function scoreSections({ pageCount, sectionCount, firstSection }: IndexLengths, scores: SectionScores) {
  const sectionScores = new Float64Array(sectionCount)
  const pageScores = new BestScores(pageCount)
  for (let page = 0; page < pageCount; page++) {
    const first = firstSection[page] ?? 0
    const end = firstSection[page + 1] ?? first
    const title = titleShare * scores.titles.of(page)
    for (let section = first; section < end; section++) {
      const whole = scores.whole[section] ?? 0
      if (whole === 0) continue
      const score =
        (whole + title + headingShare * scores.headings.of(section)) * (section === first ? openingBoost : 1)
      sectionScores[section] = score
      pageScores.add(page, score)
    }
  }
  return { sectionScores, pageScores }
}

/** Without the pages that say hardly more than the same page of the edition that is meant. */
function withoutOtherEditions(pages: ScoredPage[], { twins }: RankOptions): ScoredPage[] {
  if (!twins || twins.size === 0) return pages
  const scores = new Map(pages.map(({ page, score }) => [page, score]))
  return pages.filter(({ page, score }) => {
    const twin = twins.get(page)
    if (!twin) return true
    return score > clearlyMore[twin.isTranslation ? 'translation' : 'version'] * (scores.get(twin.page) ?? 0)
  })
}

/** How many sections the pages that can match have. */
function countSections({ pageCount, numbers, firstSection }: IndexLengths, { allowed, twins }: RankOptions): number {
  let sections = 0
  for (let at = 0; at < pageCount; at++) {
    const page = numbers[at] ?? 0
    if (twins?.has(page) || allowed?.has(page) === false) continue
    sections += (firstSection[at + 1] ?? 0) - (firstSection[at] ?? 0)
  }
  return sections
}
