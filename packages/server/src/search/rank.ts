import type { IndexLengths } from './index/index-lengths.ts'
import { readLinkEvidence } from './index/linked-pages.ts'
import { BestScores } from './ranking/best-scores.ts'
import { OwnScores } from './ranking/own-scores.ts'
import { asksBeside } from './ranking/prior.ts'
import {
  gatheringOf,
  highestGain,
  inverseFrequency,
  type LinkTextRow,
  type PostingsRow,
  SectionScores,
} from './ranking/section-scores.ts'

/** A word that is said n times counts n to this power. */
const repetition = 0.7
/** The parts of title and heading coverage, and of the page's best sections, that are added to a section's score. */
const titleShare = 0.9
const headingShare = 0.5
const ownHeadingShare = 2
const evidenceShare = 0.6
/**
 * When the sections of one page are compared: what they count by the headings above them (the page's beginning first), and
 * the part of its best subsection's score that a section gets. Readers are sent to a topic rather than to a detail of it.
 */
const depthShares = [0.7, 1, 0.9, 0.8] as const
const subsectionShare = 0.2
/** What a page counts more for each time that e times as many pages link to it. */
const linkedShare = 0.05
/** What the beginning of a page, which says what it is about, counts more than its other sections. */
const openingBoost = 1.1

/** The same page in the edition that is meant. */
export interface Twin {
  page: number
  isTranslation: boolean
}

/**
 * How much more of a query a page has to say than its twin. Words that are rare, as they are in few languages, count more: a
 * translation says clearly more only where the other one has hardly any of them.
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

export interface RankedSection {
  ordinal: number
  score: number
  /** Whether other sections stand under its heading, or after the beginning of the page; left out where only the meaning was looked at. */
  hasSubsections?: boolean
  /** As in `SectionMatch`. */
  linkedAs?: number
}

/** How a page matches by words alone, whatever else decides its place. */
export interface WordMatch {
  /** As in `RankedPage`, without what links give it. */
  score: number
  /** How many different ones the query has. */
  terms: number
  /** Of the pages that may be found, in the edition that is meant. */
  sections: number
}

/** A page that matches, with its sections that do, best first. */
export interface RankedPage {
  /** Number of the page within its site. */
  page: number
  /** 1 is a page that says every word of the query in all its texts; more, where its title, headings and links do so, too. */
  score: number
  /** Left out where only the meaning was looked at. */
  byWords?: WordMatch | undefined
  /** How many other pages link to it; left out where only the meaning was looked at. */
  linking?: number | undefined
  sections: RankedSection[]
}

/** What may be found, and by which other words. */
export interface RankOptions {
  limit: number
  /** Numbers of the pages that may be found; all when left out. */
  allowed?: ReadonlySet<number> | undefined
  /** Pages that there are in the edition that is meant as well, each with that other one, which may be found. */
  twins?: ReadonlyMap<number, Twin> | undefined
  /** Terms that the query does not say but may mean, with what one counts: 0 to 1. */
  related?: ReadonlyMap<string, number> | undefined
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
  rows: IndexRows,
  options: RankOptions,
): RankedPage[] {
  const { lengths } = rows
  const scores = new SectionScores(lengths)
  const { highest, weighed } = addTerms(scores, readings.map(countTerms), { ...rows, related: options.related })
  const usesPrior = !readings.some(asksBeside)
  const { sectionScores, pageScores } = scoreSections(lengths, scores)
  const { linking, gains } = readLinkEvidence(rows, sectionScores, pageScores)
  const ranked: { at: number; page: number; score: number; byWords: number }[] = []
  for (let at = 0; at < lengths.pageCount; at++) {
    const most = pageScores.highest(at)
    const page = lengths.numbers[at] ?? 0
    if (most === 0 || (options.allowed && !options.allowed.has(page))) continue
    const worth =
      (usesPrior ? (lengths.priors[at] ?? 100) / 100 : 1) * (1 + linkedShare * Math.log(1 + (linking[at] ?? 0)))
    const byWords = worth * (most + evidenceShare * pageScores.sum(at))
    ranked.push({ at, page, score: byWords + worth * (gains[at] ?? 0), byWords })
  }
  ranked.sort((one, other) => other.score - one.score || one.page - other.page)
  const whole = highest * (1 + evidenceShare * BestScores.most)
  const best = withoutOtherEditions(ranked, options).slice(0, options.limit)
  const own = new OwnScores(
    lengths,
    best.map(({ at }) => at),
  )
  for (const { row, count } of weighed) own.add(row, count)
  const asked = { terms: new Set(readings[0]).size, sections: countSections(lengths, options) }
  return best.map(({ at, page, score, byWords }) => ({
    page,
    score: score / whole,
    byWords: { score: Math.min(1, byWords / whole), ...asked },
    linking: linking[at] ?? 0,
    sections: shareOut(score / whole, rankSections(at, lengths, scores, own.of(at))),
  }))
}

/** Those of pages that may be found, without what there is in the edition that is meant as well. */
function countSections({ pageCount, numbers, firstSection }: IndexLengths, { allowed, twins }: RankOptions): number {
  let sections = 0
  for (let at = 0; at < pageCount; at++) {
    const page = numbers[at] ?? 0
    if (twins?.has(page) || allowed?.has(page) === false) continue
    sections += (firstSection[at + 1] ?? 0) - (firstSection[at] ?? 0)
  }
  return sections
}

/** Without the pages that say hardly more than the same page of the edition that is meant. */
function withoutOtherEditions<Scored extends { page: number; score: number }>(
  ranked: readonly Scored[],
  { twins }: RankOptions,
): readonly Scored[] {
  if (!twins || twins.size === 0) return ranked
  const scores = new Map(ranked.map(({ page, score }) => [page, score]))
  return ranked.filter(({ page, score }) => {
    const twin = twins.get(page)
    if (!twin) return true
    return score > clearlyMore[twin.isTranslation ? 'translation' : 'version'] * (scores.get(twin.page) ?? 0)
  })
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const [term, count] of counts) counts.set(term, count ** repetition)
  return counts
}

/**
 * Adds every term to the scores; gives the most that a section can get from them, and its rows with what they count. A page
 * is written in one language, so that the most is that of one reading, the first.
 */
function addTerms(
  scores: SectionScores,
  readings: readonly ReadonlyMap<string, number>[],
  rows: IndexRows & Pick<RankOptions, 'related'>,
) {
  const postings = Map.groupBy(rows.postings, (row) => row.term)
  const linkTexts = Map.groupBy(rows.linkTexts ?? [], (row) => row.term)
  const counts = new Map(readings.toReversed().flatMap((reading) => [...reading]))
  const related = [...(rows.related ?? [])].filter(([term]) => !counts.has(term))
  const gains = new Map<string, number>()
  const weighed: { row: PostingsRow; count: number }[] = []
  for (const [term, count] of [...counts, ...related]) {
    const found = new Map(postings.get(term)?.map((row) => [row.bucket, row]))
    const links = new Map(linkTexts.get(term)?.map((row) => [row.bucket, row]))
    let sections = 0
    for (const row of found.values()) {
      sections += row.sections
      weighed.push({ row, count })
    }
    const rarity = inverseFrequency(rows.lengths.sectionCount, sections)
    const gathering = gatheringOf(found.values())
    gains.set(term, rarity * count * gathering * highestGain)
    for (const bucket of new Set([...found.keys(), ...links.keys()])) {
      scores.add(bucket, found.get(bucket), links.get(bucket), { rarity, count, gathering })
    }
  }
  const sum = (terms: Iterable<string>) => [...terms].reduce((all, term) => all + (gains.get(term) ?? 0), 0)
  return { highest: sum(readings[0]?.keys() ?? []) + sum(related.map(([term]) => term)), weighed }
}

/** The scores of all sections that match, and the best ones of each page. */
function scoreSections(lengths: IndexLengths, scores: SectionScores) {
  const { pageCount, sectionCount, firstSection } = lengths
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

/** The sections of a page that match, best first; by what each has of its own. */
function rankSections(
  page: number,
  lengths: IndexLengths,
  scores: SectionScores,
  own: Float64Array,
): RankedPage['sections'] {
  const first = lengths.firstSection[page] ?? 0
  const end = lengths.firstSection[page + 1] ?? first
  const scoreOf = (section: number) => (own[section - first] ?? 0) + ownHeadingShare * scores.headings.of(section)
  const sections: RankedPage['sections'] = []
  // Backwards, so that a section comes after its subsections. By depth: the best of those that have no parent yet.
  const orphans: number[] = []
  for (let section = end - 1; section >= first; section--) {
    const depth = lengths.depths[section] ?? 0
    const below = orphans.splice(depth + 1).reduce((most, score) => Math.max(most, score ?? 0), 0)
    const score = scoreOf(section)
    orphans[depth] = Math.max(orphans[depth] ?? 0, score)
    if (!scores.whole[section]) continue
    const whole = score + (depth > 0 ? subsectionShare * below : 0)
    const hasSubsections = section + 1 < end && (section === first || (lengths.depths[section + 1] ?? 0) > depth)
    sections.push({ ordinal: section - first, score: whole * (depthShares[depth] ?? 0.8), hasSubsections })
  }
  return sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
}

/**
 * The best section gets the score of its page, every other one its part of it. When only the title says what is asked, so
 * that none of them has anything of its own, the beginning gets all.
 */
function shareOut(score: number, sections: RankedPage['sections']): RankedPage['sections'] {
  const best = sections[0]?.score ?? 0
  return sections.map((section, at) => ({
    ...section,
    score: at === 0 ? score : best > 0 ? (score * section.score) / best : 0,
  }))
}
