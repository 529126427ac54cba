import type { Filter } from '@sidenote/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { pageUrl, readPagePath } from '../pages/links.ts'
import { observe } from '../watch/observe.ts'
import { withSpan } from '../watch/span.ts'
import { type Edition, editionOf } from './editions/edition.ts'
import { type Editions, pagesMeeting, readTwins } from './editions/editions.ts'
import { pagesWithoutVectors } from './embeddings/embedded-sections.ts'
import { fuse } from './embeddings/fuse.ts'
import { nearestSections } from './embeddings/nearest.ts'
import { bucketOf } from './index/buckets.ts'
import { relatedTerms } from './index/related-terms.ts'
import { preferNamed } from './index/section-links.ts'
import { readSiteIndex, readTermRows } from './index/site-index.ts'
import { type RankedPage, type RankedSection, rankPages, type WordMatch } from './rank.ts'
import { type FoundPage, looksForPage, orderPages } from './ranking/order-pages.ts'
import { isBeginning, isEmpty, orderSections, weighSections } from './ranking/order-sections.ts'
import { rerankedSections, rerankMatches } from './reranking/rerank-matches.ts'
import type { SearchIndex } from './search-index.ts'
import type { SectionPlace } from './section-blocks.ts'
import { analysisOf } from './words/languages.ts'
import { standInFor, standInsOf } from './words/stand-ins.ts'
import { withoutSeams } from './words/unspaced.ts'
import { readQuery, weakTerms } from './words/words.ts'

/** A section that matches a query. */
export interface SectionMatch extends Edition {
  path: string
  /** Of the page. */
  title: string
  description: string | null
  /** Null for the text before the first heading. */
  heading: string | null
  anchor: string | null
  /** Where a reader finds the section; a path from the site's root when the site's address is unknown. */
  url: string
  /** Labels of the navigation's groups that the page is in. */
  trail: string[]
  /** From the page title down to the section. */
  breadcrumbs: string[]
  /** Markdown of the section. */
  content: string
  /** How many words of prose it has. */
  words: number
  /** Where the section is stored, of which `readBlocks` gives the blocks. */
  places: readonly SectionPlace[]
  /** 0 to 1. */
  score: number
  /** Of its page. */
  byWords?: WordMatch | undefined
  /** Whether other sections stand under its heading. */
  hasSubsections: boolean
  /** How much the text of a link to it and the query say the same, 0 to 1. */
  linkedAs: number
  /** How many other pages link to its page. */
  linking: number
}

export interface SearchOptions {
  query: string
  /** What of the query counts more: the question itself, where the query has those before it as well. */
  emphasis?: string | undefined
  limit: number
  filter?: Filter | null | undefined
  /** Matches below it are left out. */
  scoreThreshold?: number | null | undefined
  /** Path of the page that the reader is on; it and its neighbours rank a little higher, and its edition is meant. */
  currentPath?: string | null | undefined
  /** Which editions, of those there are, the query names. @default none */
  namedEditions?: ((known: Editions) => Editions) | undefined
  /** Where nothing tells the version that is meant, all are given, as the reader can be asked; else the newest. */
  asksBack?: boolean | undefined
  /** The query's last word may be the beginning of one that is still being typed. */
  typing?: boolean | null | undefined
  /** No model is asked what the query means: it is not a reader’s. */
  byWordsAlone?: boolean | undefined
  /** Of `searchPages`: how many sections of one page are given at most. @default 1 */
  sectionsPerPage?: number | undefined
}

type SearchedSite = Pick<SiteRow, 'id' | 'url'>
type WantedSection = RankedSection & Omit<RankedPage, 'score' | 'sections'>

const samePageBoost = 1.15
const sameFolderBoost = 1.05
/** What is looked at beyond what is asked for, so that a boost can bring it up. */
const margin = 20
const attempts = 4
/** Pages beyond those asked for whose scores by words and by meaning are put together. */
const fusedPages = 40
const sectionsPerFusedPage = 3
/** How many sections are compared with each other, and how many of them may be of one of the first pages. */
export const comparedSections = 60
const comparedPerPage = 8
/** The same where pages are listed, which is done with every key that a reader types. */
const listedPerPage = 4
/** Of so many pages several sections are compared; those may be given that are among the likeliest of these pages. */
const openedPages = 5
const likeliest = 6
/** The part of its page’s score that a further section has at least. */
const leastShare = 0.1

/** The sections that match best, the likeliest first; several of them may be of one page. */
export const searchSections = (
  index: SearchIndex,
  site: SearchedSite,
  options: SearchOptions,
): Promise<SectionMatch[]> =>
  watch(async () => {
    const compared = Math.max(options.limit, comparedSections)
    const take = (ranked: readonly RankedPage[]) =>
      takeSections(ranked, { perPage: comparedPerPage }).slice(0, compared + (options.currentPath ? margin : 0))
    const { best, isReranked } = await search(index, site, { ...options, limit: compared }, take)
    return withShownScores(distinct(isReranked ? best : orderSections(options.query, best)).slice(0, options.limit))
  })

/** Among each other matches are ordered by scores that may be above 1, where titles and links say it all as well. */
const withShownScores = (matches: readonly SectionMatch[]): SectionMatch[] =>
  matches.map((match) => ({ ...match, score: Math.min(1, match.score) }))

/** Without what an earlier section says word for word under the same heading, as an option does on the pages of many commands. */
const distinct = (matches: readonly SectionMatch[]): SectionMatch[] =>
  distinctBy(matches, (match) => {
    const { heading, content, version, language } = match
    return isEmpty(content) ? match : JSON.stringify([heading, content, version, language])
  })

/**
 * The pages that match best, each with its likeliest section; further sections of the first pages, when they are asked
 * for, stand below it. The limit is that of sections.
 */
export const searchPages = (index: SearchIndex, site: SearchedSite, options: SearchOptions): Promise<SectionMatch[]> =>
  watch(async () => {
    const { pages, sectionsOf, mayFollow, isReranked } = await findPages(index, site, options)
    const ordersPages = !isReranked && options.emphasis === undefined && looksForPage(options.query)
    const ordered = ordersPages ? orderPages(options.query, pages) : pages
    const givePage = ({ path }: FoundPage, place: number): SectionMatch[] => {
      // Scores stay with the places, so that a threshold means the same however pages are ordered.
      const score = pages[place]?.score ?? 0
      // Parts of one section look alike where they have no names of their own.
      const [first, ...apart] = distinctBy(sectionsOf(path), sectionKey)
      const further = apart.slice(0, (options.sectionsPerPage ?? 1) - 1)
      return first
        ? [{ ...first, score }, ...further.filter((match) => mayFollow.has(match) && match.score >= leastShare * score)]
        : []
    }
    return withShownScores(ordered.flatMap(givePage).slice(0, options.limit))
  })

/**
 * The pages that match best as the search has them, each with its beginning and the worth of its likeliest section; their
 * sections, the likeliest first; and those that are likely enough to be listed below the first of their page.
 */
export const findPages = async (index: SearchIndex, site: SearchedSite, options: SearchOptions) => {
  const limit = Math.max(options.limit, openedPages)
  const looks = looksForPage(options.query)
  const { best, isReranked } = await search(index, site, { ...options, limit }, (ranked) =>
    takeSections(ranked, { perPage: listedPerPage, beginnings: looks ? ranked.length : openedPages }),
  )
  const byPage = Map.groupBy(best, ({ path }) => path)
  const opened = new Set([...byPage.keys()].slice(0, openedPages))
  const isFirst = (match: SectionMatch) => byPage.get(match.path)?.[0] === match
  const compared = best.filter((match) => opened.has(match.path) || (looks && isFirst(match)))
  const weighed = isReranked ? compared.map((match) => ({ match, worth: 0 })) : weighSections(options.query, compared)
  const likely = Map.groupBy(weighed, ({ match }) => match.path)
  const pages = [...byPage].flatMap(([path, found]) => {
    const [first] = found
    const beginning = found.find(isBeginning)?.content ?? ''
    return first ? [{ ...first, worth: likely.get(path)?.[0]?.worth ?? 0, beginning }] : []
  })
  const ofOpened = weighed.filter(({ match }) => opened.has(match.path))
  return {
    pages,
    sectionsOf: (path: string) => likely.get(path)?.map(({ match }) => match) ?? byPage.get(path) ?? [],
    mayFollow: new Set(ofOpened.slice(0, likeliest).map(({ match }) => match)),
    isReranked,
  }
}

/** Tells the sections of a page apart: the parts of a long one share its anchor. */
export const sectionKey = ({ anchor, heading }: Pick<SectionMatch, 'anchor' | 'heading'>): string =>
  JSON.stringify([anchor, heading])

/** Of what is alike by its key the first. */
const distinctBy = <T>(all: readonly T[], keyOf: (one: T) => unknown): T[] =>
  [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => first ?? [])

/**
 * Several of the best sections of the first pages, of each further page the best one; beside them the beginnings, which are
 * what is meant when no section is, of the first pages or of all.
 */
const takeSections = (
  ranked: readonly RankedPage[],
  { perPage, beginnings = openedPages }: { perPage: number; beginnings?: number },
): WantedSection[] =>
  ranked.flatMap(({ sections, ...page }, at) =>
    sections
      .filter(
        ({ ordinal }, place) =>
          place === 0 || (at < openedPages && place < perPage) || (at < beginnings && ordinal === 0),
      )
      .map((section) => ({ ...page, ...section })),
  )

const watch = (run: () => Promise<SectionMatch[]>): Promise<SectionMatch[]> =>
  withSpan('search', {}, async (span) => {
    const startedAt = performance.now()
    const matches = await run()
    observe('search', { seconds: (performance.now() - startedAt) / 1_000, matches: matches.length })
    span.setAttribute('sidenote.matches', matches.length)
    return matches
  })

/** Searches by words, and by meaning; the best first. What a reranker says, when there is one and it answers, is the last word. */
async function search(
  index: SearchIndex,
  site: SearchedSite,
  options: SearchOptions,
  take: (ranked: readonly RankedPage[]) => readonly WantedSection[],
): Promise<{ best: readonly SectionMatch[]; isReranked: boolean }> {
  // A beginning of a word means nothing yet.
  const asksModels = !options.typing && !options.byWordsAlone
  const embedder = asksModels ? index.embedder : undefined
  const reranker = asksModels ? index.reranker : undefined
  const meaning = embedder && { model: embedder.name, vector: embedder.embedQuery(options.query) }
  const asked = reranker ? { ...options, limit: Math.max(options.limit, rerankedSections) } : options
  for (let attempt = 1; ; attempt++) {
    const { ranked, linkTexts, revisions } = await rankSite(index, site, { options: asked, meaning })
    if (ranked.length === 0) return { best: [], isReranked: false }
    const wanted = take(preferNamed(ranked, options.query, linkTexts))
    const sections = await readSections(index.database, site.id, wanted)
    // A page that was replaced after its bucket was read has other sections now.
    const isConsistent = sections.every(({ page, revision }) => revisions.get(bucketOf(page)) === revision)
    if (!isConsistent && attempt < attempts) continue
    const best = choose(matchesOf(wanted, sections, site.url), options)
    const reranked = reranker && (await rerankMatches(reranker, options.query, best))
    return { best: reranked ?? best, isReranked: reranked !== undefined }
  }
}

interface Question {
  options: SearchOptions
  meaning: { model: string; vector: Promise<readonly number[] | undefined> } | undefined
}

/** Orders the pages of a site by words, and by meaning as well when the model answers; with the revisions that were read. */
async function rankSite(index: SearchIndex, { id: siteId, url }: SearchedSite, { options, meaning }: Question) {
  const { database } = index
  const { lengths, revisions, editions, editionsMemory, ...said } = await readSiteIndex(
    index,
    siteId,
    ({ analyses, ...site }) => {
      const wanted = options.filter?.language
      const named = analyses.size > 1 ? options.namedEditions?.(site.editions).languages.map(analysisOf) : undefined
      // Words of an English question are rare words of other languages, when these are read by their rules.
      const own = wanted ? [analysisOf(wanted)] : named?.includes('en') ? ['en'] : analyses
      return readQuery(`${options.query}\n${options.emphasis ?? ''}`, own)
    },
  )
  if (said.readings.length === 0 && !options.typing) return { ranked: [], linkTexts: [], revisions }
  const known = new Set([...said.postings, ...said.linkTexts].map((row) => row.term))
  const fitting = orderByFit(said.readings, known)
  const isNamedOtherwise = (term: string) => !known.has(term) && standInsOf(term).length > 0
  const spelt = (fitting[0] ?? []).filter((term) => !isNamedOtherwise(term))
  const { related, misspelt } = await relatedTerms(database, siteId, { ...options, terms: spelt, known })
  const standIns = fitting.flat().filter(isNamedOtherwise).flatMap(standInsOf)
  const others = [...new Set([...related.keys(), ...standIns])]
  const meant = others.length > 0 ? await readTermRows(database, siteId, others) : undefined
  const postings = [...said.postings, ...(meant?.postings ?? [])]
  const linkTexts = [...said.linkTexts, ...(meant?.linkTexts ?? [])]
  const told = new Set([...postings, ...linkTexts].map((row) => row.term))
  // What the site does not say counts against a page only when it is what the query is about.
  const readings = fitting.map((terms) =>
    withoutSeams(
      terms.map((term) => (known.has(term) ? term : (standInFor(term, (other) => told.has(other)) ?? term))),
      (term) => told.has(term),
    ).filter((term) => told.has(term) || !(misspelt.has(term) || weakTerms.has(term))),
  )
  const site = { id: siteId, url, editions, editionsMemory }
  const allowed = options.filter ? await pagesMeeting(database, site, options.filter) : undefined
  const meantTwins = await readTwins(database, site, options)
  // A page that the filter leaves out takes the place of none.
  const twins = allowed ? new Map([...meantTwins].filter(([, { page }]) => allowed.has(page))) : meantTwins
  // What is listed with every key that is pressed is not to cost more for the reader's place.
  const limit = options.limit + (options.currentPath && !options.typing ? margin : 0)
  const vector = await meaning?.vector
  const wider = vector ? limit + fusedPages : limit
  const byWords = rankPages(readings, { lengths, postings, linkTexts }, { limit: wider, allowed, twins, related })
  if (!meaning || !vector) return { ranked: byWords, linkTexts, revisions }
  const near = {
    model: meaning.model,
    limit: sectionsPerFusedPage * wider,
    revisions,
    // Texts of twins are near each other, and tell none of them apart.
    allowed: twins.size > 0 ? new Set([...(allowed ?? lengths.numbers)].filter((page) => !twins.has(page))) : allowed,
  }
  const byMeaning = await nearestSections(index, siteId, vector, near)
  // Not embedded yet, or by another model: what words say is not to count less for that.
  if (byMeaning.length === 0) return { ranked: byWords.slice(0, limit), linkTexts, revisions }
  const pages = byWords.map(({ page }) => page)
  const unknown = await pagesWithoutVectors(database, siteId, { model: meaning.model, pages })
  return { ranked: fuse(byWords, byMeaning, { limit, unknown }), linkTexts, revisions }
}

/** First the reading of a query of whose terms the index has most. */
const orderByFit = (readings: readonly (readonly string[])[], known: ReadonlySet<string>) => {
  const share = (terms: readonly string[]) => terms.filter((term) => known.has(term)).length / terms.length
  return readings.toSorted((one, other) => share(other) - share(one))
}

/** Reads the sections, with their pages and the revisions of the buckets they are in, in one statement. */
async function readSections(database: Database, siteId: string, wanted: readonly WantedSection[]) {
  if (wanted.length === 0) return []
  const places = wanted.map(({ page, ordinal }) => sql`(cast(${page} as integer), cast(${ordinal} as integer))`)
  // Joined with the buckets, PostgreSQL would read all sections of the site; without the numbers of the pages, all pages.
  // With places joined by “or”, SQLite would read all sections.
  return database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['page', 'ordinal', 'heading', 'anchor', 'breadcrumbs_json', 'content', 'words'])
    .select(['path', 'slug', 'hash', 'title', 'description', 'trail_json', 'version', 'language', 'tags_json'])
    .select((select) =>
      select
        .selectFrom('buckets')
        .select('revision')
        .whereRef('buckets.site_id', '=', 'sections.site_id')
        .where('bucket', '=', sql<number>`page >> 8`)
        .as('revision'),
    )
    .where('sections.site_id', '=', siteId)
    .where('pages.number', 'in', [...new Set(wanted.map(({ page }) => page))])
    .where(sql<boolean>`(page, ordinal) in (values ${sql.join(places)})`)
    .execute()
}

/** The sections in the order in which they are wanted, each with what is told of its page. */
const matchesOf = (
  wanted: readonly WantedSection[],
  sections: Awaited<ReturnType<typeof readSections>>,
  siteUrl: string | null,
): SectionMatch[] => {
  const byKey = new Map(sections.map((section) => [`${section.page} ${section.ordinal}`, section]))
  return wanted.flatMap(({ page, ordinal, score, byWords, hasSubsections = false, linkedAs = 0, linking = 0 }) => {
    const section = byKey.get(`${page} ${ordinal}`)
    if (!section) return []
    const { path, slug, hash, title, description, heading, anchor, content, words } = section
    const above: string[] = JSON.parse(section.breadcrumbs_json)
    return [
      {
        path,
        title,
        description,
        heading,
        anchor,
        url: pageUrl(siteUrl, slug ?? path, anchor),
        trail: JSON.parse(section.trail_json),
        breadcrumbs: above.length === 0 ? [title] : heading ? [...above, heading] : above,
        content,
        words,
        places: [{ page, ordinal, hash }],
        ...editionOf(section),
        score,
        byWords,
        hasSubsections,
        linkedAs,
        linking,
      },
    ]
  })
}

/** The best ones first, with what the reader's place counts; what is as good by its path, whatever was indexed first. */
function choose(matches: readonly SectionMatch[], options: SearchOptions): SectionMatch[] {
  const current = options.currentPath ? readPagePath(options.currentPath).toLowerCase() : undefined
  const threshold = options.scoreThreshold ?? 0
  return matches
    .map((match) => ({ ...match, score: match.score * boost(match, current) }))
    .sort((one, other) => other.score - one.score || Number(one.path > other.path) - Number(one.path < other.path))
    .filter((match) => match.score >= threshold)
}

function boost(match: SectionMatch, current: string | undefined): number {
  if (current === undefined) return 1
  // Readers are at a page's address, which may be another than its file's path.
  const paths = [match.path, readPagePath(match.url)].map((path) => path.toLowerCase())
  if (paths.includes(current)) return samePageBoost
  const folder = (of: string) => of.slice(0, of.lastIndexOf('/') + 1)
  return paths.some((path) => folder(path) === folder(current)) ? sameFolderBoost : 1
}
