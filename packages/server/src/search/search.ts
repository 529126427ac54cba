import { observe } from '../watch/observe.ts'
import { withSpan } from '../watch/span.ts'
import { chooseSections, openedPages } from './choose-sections.ts'
import { findMatches } from './find-matches.ts'
import { orderPages, type PageMatch } from './ranking/order-pages.ts'
import { weighSections } from './ranking/order-sections.ts'
import { looksForPage } from './ranking/query-kind.ts'
import type { RankedPage } from './ranking/ranked-page.ts'
import { placeMargin } from './reader-place.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchOptions, SearchSite } from './search-options.ts'
import { isBeginning, isEmpty, type SectionMatch, sectionKey } from './section-match.ts'
import { emptyTerms, exactName, headingName, identifiersIn, joinedName, typedName } from './words/names.ts'

/** How many sections are compared with each other, and how many of them may be of one of the first pages. */
export const comparedSections = 60
const comparedPerPage = 8
/** The same where pages are listed, which is done with every key that a reader presses. */
const listedPerPage = 4
/** So many of the likeliest sections of the first pages may be listed below the first of their page. */
const listedBelow = 6
/** The part of its page’s score that a section below has at least. */
const leastShare = 0.1

/** The sections that match best, the likeliest first; several of them may be of one page. */
export const searchSections = (index: SearchIndex, site: SearchSite, options: SearchOptions): Promise<SectionMatch[]> =>
  watchSearch(async () => {
    const limit = Math.max(options.limit, comparedSections)
    const choose = (pages: readonly RankedPage[]) =>
      chooseSections(pages, { perPage: comparedPerPage }).slice(0, limit + (options.currentPath ? placeMargin : 0))
    const { matches, isReranked } = await findMatches(index, site, { options: { ...options, limit }, choose })
    const ordered = isReranked
      ? matches
      : weighSections(options.query, matches).map(({ match, worth }) => ({ ...match, worth }))
    return distinctBy(ordered, textKey).slice(0, options.limit)
  })

/** What two sections have in common that say the same word for word, as an option does on the pages of many commands. */
const textKey = (match: SectionMatch): unknown => {
  const { heading, content, version, language } = match
  return isEmpty(content) ? match : JSON.stringify([heading, content, version, language])
}

/**
 * The pages that match best, each with its likeliest section. Further sections of the first pages stand below theirs, when
 * they are asked for. The limit is that of sections.
 */
export const searchPages = (index: SearchIndex, site: SearchSite, options: SearchOptions): Promise<SectionMatch[]> =>
  watchSearch(async () => {
    const { pages, sectionsOf, listable, isReranked } = await findPages(index, site, options)
    const isOrdered = !isReranked && options.emphasis === undefined && looksForPage(options.query)
    const ordered = withNamesakesFirst(
      options,
      withNamedAhead(isOrdered ? orderPages(options.query, pages) : pages, sectionsOf, options),
    )
    const listPage = ({ path }: PageMatch, place: number): SectionMatch[] => {
      // Scores stay with the places, so that a threshold means the same however pages are ordered.
      const score = pages[place]?.score ?? 0
      // Parts of one section look alike where they have no names of their own.
      const [first, ...others] = distinctBy(sectionsOf(path), sectionKey)
      if (!first) return []
      const below = others
        .slice(0, (options.sectionsPerPage ?? 1) - 1)
        .filter((match) => listable.has(match) && match.score >= leastShare * score)
      return [{ ...first, score }, ...below]
    }
    return ordered.flatMap(listPage).slice(0, options.limit)
  })

/**
 * The pages that match best in the order of the search, each with its beginning and the worth of its likeliest section.
 *
 * @returns also the sections of each page, the likeliest first; and the sections that are likely enough to be listed below
 *   the first of their page
 */
export const findPages = async (index: SearchIndex, site: SearchSite, options: SearchOptions) => {
  const limit = Math.max(options.limit, openedPages)
  const isForPage = looksForPage(options.query)
  const { matches, isReranked } = await findMatches(index, site, {
    options: { ...options, limit },
    choose: (pages) =>
      chooseSections(pages, { perPage: listedPerPage, beginnings: isForPage ? pages.length : openedPages }),
  })
  const byPage = Map.groupBy(matches, ({ path }) => path)
  const opened = new Set([...byPage.keys()].slice(0, openedPages))
  const isFirst = (match: SectionMatch) => byPage.get(match.path)?.[0] === match
  const compared = matches.filter((match) => opened.has(match.path) || (isForPage && isFirst(match)))
  const weighed = isReranked ? compared.map((match) => ({ match, worth: 0 })) : weighSections(options.query, compared)
  const likeliest = Map.groupBy(weighed, ({ match }) => match.path)
  const pages = [...byPage].flatMap(([path, sections]) => {
    const [first] = sections
    const beginning = sections.find(isBeginning)?.content ?? ''
    return first ? [{ ...first, worth: likeliest.get(path)?.[0]?.worth ?? 0, beginning }] : []
  })
  const ofOpened = weighed.flatMap(({ match }) => (opened.has(match.path) ? match : []))
  return {
    pages,
    sectionsOf: (path: string) => likeliest.get(path)?.map(({ match }) => match) ?? byPage.get(path) ?? [],
    listable: new Set(ofOpened.slice(0, listedBelow)),
    isReranked,
  }
}

/** At the latest, the place of a page in which a heading names what a reader types. */
const namedPlace = 2

/** So many words that are just a heading are hardly ever anything else. */
const wordsOfHeading = 3

/** What a reader types as a name, and which headings have it. */
const namesOf = ({ query, emphasis }: SearchOptions) => {
  const name = emphasis === undefined ? typedName(query) : ''
  const words = name.split(' ').length
  const isHeading = (isMeant: (heading: string) => boolean) => (match: SectionMatch) =>
    name !== '' && match.heading !== null && isMeant(match.heading)
  const isCalled = (heading: string) => headingName(heading) === name
  return {
    isSure: words >= wordsOfHeading || identifiersIn(name).includes(name),
    isCalled: isHeading(isCalled),
    isNamed: isHeading((heading) => identifiersIn(heading).includes(name) || (words > 1 && isCalled(heading))),
  }
}

/**
 * Who types an identifier or a whole heading may want the page on which it is explained, or the section that has its name,
 * on a page about much else. The best page with a heading that is exactly that stands first; one whose heading has the
 * identifier among other words, or is just two words, among the first. One word does not: texts of links are often the
 * headings of other pages than those they lead to.
 */
function withNamedAhead(
  pages: readonly PageMatch[],
  sectionsOf: (path: string) => readonly SectionMatch[],
  options: SearchOptions,
): readonly PageMatch[] {
  const { isSure, isCalled, isNamed } = namesOf(options)
  const placeOf = (isMeant: (match: SectionMatch) => boolean) =>
    pages.findIndex(({ path }) => sectionsOf(path).some(isMeant))
  const called = isSure ? placeOf(isCalled) : -1
  if (called >= 0) return withPageAt(pages, called, 0)
  const named = placeOf(isNamed)
  return named <= namedPlace ? pages : withPageAt(pages, named, namedPlace)
}

const withPageAt = (pages: readonly PageMatch[], from: number, to: number): readonly PageMatch[] => {
  const others = pages.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...pages.slice(from, from + 1), ...others.slice(to)]
}

/** Pages that are called exactly what a reader types come first, whatever else the words say. */
const withNamesakesFirst = ({ query, emphasis }: SearchOptions, pages: readonly PageMatch[]): readonly PageMatch[] => {
  if (emphasis !== undefined) return pages
  const name = typedName(query)
  const [first = '', ...others] = name.split(' ')
  // “if tag” is about the page “if”.
  const kind = others.length === 1 && emptyTerms(first).length > 0 ? first : name
  const isNamesake = (wanted: string) => (page: PageMatch) => exactName(page.title) === wanted
  const isAlike = (page: PageMatch) => joinedName(page.title) === joinedName(query)
  const tests = [isNamesake(name), isAlike, isNamesake(kind)]
  const isFirst = tests.find((test) => pages.some(test)) ?? (() => false)
  return [...pages.filter(isFirst), ...pages.filter((page) => !isFirst(page))]
}

/** The first of all that have the same key. */
const distinctBy = <T>(all: readonly T[], keyOf: (one: T) => unknown): T[] =>
  [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => first ?? [])

/** Measures a search, and bounds its scores: titles and links that say it all as well bring some above 1. */
const watchSearch = (run: () => Promise<readonly SectionMatch[]>): Promise<SectionMatch[]> =>
  withSpan('search', {}, async (span) => {
    const start = performance.now()
    const matches = await run()
    observe('search', { seconds: (performance.now() - start) / 1_000, matches: matches.length })
    span.setAttribute('sidenote.matches', matches.length)
    return matches.map((match) => ({ ...match, score: Math.min(1, match.score) }))
  })
