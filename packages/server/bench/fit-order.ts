/**
 * Fits the weights of `docs/ranking/order-sections.ts` and of `order-pages.ts` beside it, and says how good they are on
 * documentation that had no part in it.
 *
 *   node --conditions=sidenote-source bench/fit-order.ts --corpora DIR [--roots FILE] [--data DIR]
 *
 * DIR holds one folder of Markdown for each documentation set. Nothing else is needed: a link to a section of another page
 * is a question whose answer is known. Its text is one question, the sentence around it another; a link to a page by words
 * of its title means where the page begins. Any link is a question about its page. The page that holds the link does not
 * count. Prints for each set how often the right section comes first or second, and the right page first, when the weights
 * are fitted on the other sets, beside the order of the search; then the weights that all sets give.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPieces } from '../src/assistant/excerpt/pieces.ts'
import { fenced } from '../src/assistant/markdown-text.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { readPagePath } from '../src/pages/links.ts'
import { parsePage } from '../src/pages/readers/parse.ts'
import { createTargets } from '../src/search/index/link-targets.ts'
import { likeness } from '../src/search/index/section-links.ts'
import { pageFeatureNames, readPageFeatures } from '../src/search/ranking/order-pages.ts'
import { featureNames, readFeatures } from '../src/search/ranking/order-sections.ts'
import { looksForPage } from '../src/search/ranking/query-kind.ts'
import { comparedSections, findPages, searchSections } from '../src/search/search.ts'
import { openSearchIndex, type SearchIndex } from '../src/search/search-index.ts'
import { readTerms } from '../src/search/words/words.ts'
import { dot } from './linear.ts'
import { fit, type ListExample } from './listwise.ts'
import { addOrganization, addSite, forgetLinks, readRoots } from './sites.ts'

/** Links of one documentation set at most, so that none outweighs the others. */
const mostLinks = 150
/** Of links that name no section and say words of the page’s title alone: they mean where the page begins. */
const mostPageLinks = 20
/** Of all links, by which the order of pages is fitted. */
const mostAnyLinks = 400
/** Of the pages that a search lists so many are compared. */
const listedPages = 20
/** How strongly weights are drawn to zero. */
const ridge = 40
/** As many sections as the page that is left out may have among those that are compared. */
const ownSections = 4
interface Question {
  readonly corpus: string
  readonly query: string
  /** Path of the page that is right. */
  readonly page: string
  /** `path#anchor`. */
  readonly section: string
  /** The page that holds the link. */
  readonly from: string
  /** Whether the link names no section. */
  readonly isPage: boolean
}

/** By section, `path#anchor`: what links call it, and the pages that hold them. */
type LinkTexts = Map<string, { text: string; from: string }[]>

/** By the path of a page: the pages that link to it. */
type Linking = Map<string, Set<string>>

interface Questions {
  readonly forSections: readonly Question[]
  readonly forPages: readonly Question[]
  readonly texts: LinkTexts
  readonly linking: Linking
}

/** A question with the sections, or pages, that were found for it; at most one of them is right. */
interface Example extends ListExample {
  readonly corpus: string
  readonly isPage: boolean
}

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, roots: { type: 'string' }, data: { type: 'string' } },
})
if (!values.corpora) throw new Error('--corpora says where the documentation sets are.')
const { corpora } = { corpora: values.corpora }

/** A documentation set whose index knows no links. */
const addUnlinked = async (searchIndex: SearchIndex, id: string, folder: string): Promise<void> => {
  const { isNew } = await addSite(searchIndex, id, [folder])
  if (isNew) await forgetLinks(searchIndex.database, id)
}

const pageLink = /(?<!!)\[([^[\]]{1,200})\]\((?![a-z][a-z0-9+.-]*:|\/\/)([^\s()#]+)(?:#([^\s()]+))?\)/gi
/** What marks a link while its sentence is looked for. */
const mark = '\u0001'

/** The links of a site to sections of other pages, and questions made of them: about as many from each part of the site. */
const readLinks = async (database: Database, corpus: string): Promise<Questions> => {
  const pages = await database
    .selectFrom('pages')
    .select(['number', 'path', 'lookup', 'alias', 'title'])
    .where('site_id', '=', corpus)
    .execute()
  const rows = await database
    .selectFrom('sections')
    .select(['page', 'anchor', 'content'])
    .where('site_id', '=', corpus)
    .orderBy('page')
    .orderBy('ordinal')
    .execute()
  const targetOf = createTargets(pages)
  const pageOf = new Map(pages.map((page) => [page.number, page]))
  const known = new Set(rows.map(({ page, anchor }) => `${pageOf.get(page)?.path}#${anchor}`))
  // A link to a page means where the page begins.
  const beginnings = new Map(rows.toReversed().map(({ page, anchor }) => [page, anchor]))
  const links = new Map<string, Question[]>()
  const texts: LinkTexts = new Map()
  const linking: Linking = new Map()
  const titled = new Set<string>()
  for (const { page, content } of rows) {
    const { path: from = '', lookup = '' } = pageOf.get(page) ?? {}
    for (const line of content.replace(fenced, '').split('\n')) {
      for (const { 0: whole, 1: text = '', 2: url = '', 3: named, index } of line.matchAll(pageLink)) {
        const target = targetOf(readPagePath(url).toLowerCase(), lookup)
        const anchor = named ?? beginnings.get(target ?? -1)
        const { path = '', title = '' } = pageOf.get(target ?? -1) ?? {}
        const section = `${path}#${anchor}`
        const query = text.replace(/[\\`*_]/g, '').trim()
        if (target === page || !known.has(section) || query === '') continue
        linking.set(path, (linking.get(path) ?? new Set()).add(from))
        texts.set(section, [...(texts.get(section) ?? []), { text: query, from }])
        if (links.has(`${query} ${section}`)) continue
        const sentence = sentenceOf(`${line.slice(0, index)}${mark}${text}${line.slice(index + whole.length)}`)
        const asked = sentence.length > query.length + 15 ? [query, sentence.slice(0, 500)] : [query]
        links.set(
          `${query} ${section}`,
          asked.map((each) => ({ corpus, query: each, page: path, section, from, isPage: named === undefined })),
        )
        const inTitle = new Set(readTerms(title))
        if (named === undefined && readTerms(query).every((term) => inTitle.has(term)))
          titled.add(`${query} ${section}`)
      }
    }
  }
  const named = [...links.values()].filter(([question]) => !question?.isPage)
  const beginning = [...links].flatMap(([key, [question]]) => (titled.has(key) && question ? [[question]] : []))
  return {
    forSections: [...spread(beginning, mostPageLinks), ...spread(named, mostLinks)].flat(),
    forPages: spread([...links.values()], mostAnyLinks)
      .flat()
      .filter(({ query }) => looksForPage(query)),
    texts,
    linking,
  }
}

/** About as many from each part of a list. */
const spread = <T>(all: readonly T[], most: number): T[] => {
  const step = Math.max(1, all.length / most)
  return all.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step))
}

const blocksOf = (text: string) =>
  parsePage({ path: 'line.md', text, format: 'md' }).sections.flatMap(({ blocks }) => blocks)

/** The sentence, list item or table row that has the mark, without it. */
const sentenceOf = (line: string): string => {
  const pieces = readPieces(blocksOf(line)).flatMap(({ kind, parts }) => (kind === 'code' ? [] : parts))
  const found = pieces.find((piece) => piece.includes(mark)) ?? ''
  return found.replace(mark, '').replace(/^[-*] |\*\*/g, '')
}

const placesOf = <T>(all: readonly T[], isRight: (one: T) => boolean): number[] => {
  const place = all.findIndex(isRight)
  return place < 0 ? [] : [place]
}

/** The page that holds the link takes no part: neither its sections nor what it calls others. */
const readSectionExample = async (searchIndex: SearchIndex, question: Question, texts: LinkTexts): Promise<Example> => {
  const { corpus, query, section, from } = question
  const found = await searchSections(
    searchIndex,
    { id: corpus, url: null },
    { query, limit: comparedSections + ownSections },
  )
  const asked = new Set(readTerms(query))
  const left = found
    .filter(({ path }) => path !== from)
    .sort((one, other) => other.score - one.score)
    .slice(0, comparedSections)
    .map((match) => {
      const others = (texts.get(`${match.path}#${match.anchor}`) ?? []).filter((link) => link.from !== from)
      const likenesses = others.map(({ text }) => {
        const said = new Set(readTerms(text))
        return likeness({ text: said.size, query: asked.size, shared: said.intersection(asked).size })
      })
      return { ...match, linkLikeness: Math.max(0, ...likenesses) }
    })
  const features = readFeatures(query, left).map((each) => featureNames.map((name) => each[name]))
  return {
    corpus,
    isPage: question.isPage,
    features,
    right: placesOf(left, ({ path, anchor }) => `${path}#${anchor}` === section),
    count: 1,
  }
}

/** The same for the pages that a search lists; the index knows no links, so that it is told how many there are. */
const readPageExample = async (
  searchIndex: SearchIndex,
  question: Question,
  { linking, count }: { linking: Linking; count: number },
): Promise<Example> => {
  const { corpus, query, page, from } = question
  const found = await findPages(searchIndex, { id: corpus, url: null }, { query, limit: listedPages + 1 })
  const left = found.pages
    .filter(({ path }) => path !== from)
    .slice(0, listedPages)
    .map((each) => ({ ...each, linkCount: new Set(linking.get(each.path)).difference(new Set([from])).size }))
  const features = readPageFeatures(query, left).map((each) => pageFeatureNames.map((name) => each[name]))
  return { corpus, isPage: true, features, right: placesOf(left, ({ path }) => path === page), count }
}

/** How often the right one is among so many first of an order. */
const amongFirst = (
  examples: readonly Example[],
  first: number,
  order: (example: Example) => readonly number[],
): string => {
  const good = examples.filter((example) => {
    const ordered = order(example)
    const value = ordered[example.right[0] ?? -1]
    return value !== undefined && ordered.filter((other) => other > value).length < first
  })
  return (good.length / examples.length).toFixed(3)
}

/** Prints how good the order is on each set when the weights are fitted on the others, and the weights that all sets give. */
const report = (examples: readonly Example[], names: readonly string[], first: number): void => {
  const bySearch = ({ features }: Example) => features.map((_, at) => -at)
  for (const [corpus, own] of Map.groupBy(examples, (each) => each.corpus)) {
    const weights = fit(
      examples.filter((each) => each.corpus !== corpus),
      ridge,
    )
    const fitted = ({ features }: Example) => features.map((each) => dot(each, weights))
    const told = [false, true].flatMap((isPage) => {
      const some = own.filter((each) => each.isPage === isPage)
      if (some.length === 0) return []
      const by = [bySearch, fitted].map((order) => amongFirst(some, first, order)).join(' → ')
      return `links to ${isPage ? 'pages' : 'sections'} ${String(some.length).padStart(4)}: ${by}`
    })
    console.log(`${corpus.padEnd(16)} ${told.join(', ')}`)
  }
  const weights = fit(examples, ridge)
  console.log(`weights, from ${examples.length} questions:`)
  for (const [at, name] of names.entries()) console.log(`  ${name}: ${(weights[at] ?? 0).toFixed(2)},`)
}

const dataFolder = values.data ?? (await mkdtemp(join(tmpdir(), 'sidenote-bench-')))
const database = await openDatabase({ dataFolder })
const searchIndex = openSearchIndex({ database })
try {
  const roots = await readRoots(values.roots)
  await addOrganization(database)
  const sections: Example[] = []
  const pages: Example[] = []
  for (const corpus of (await readdir(corpora)).sort()) {
    await addUnlinked(searchIndex, corpus, join(corpora, corpus, roots[corpus]?.root ?? ''))
    const { forSections, forPages, texts, linking } = await readLinks(database, corpus)
    for (const question of forSections) sections.push(await readSectionExample(searchIndex, question, texts))
    const byPage = Map.groupBy(forPages, ({ page }) => page)
    for (const question of forPages) {
      // The more links a page has, the more is asked about it; each of its questions counts less.
      const count = 1 / Math.sqrt(byPage.get(question.page)?.length ?? 1)
      pages.push(await readPageExample(searchIndex, question, { linking, count }))
    }
  }
  console.log('sections, first or second, by the search → by weights fitted on the other sets')
  report(sections, featureNames, 2)
  console.log('pages, first, by the search → by weights fitted on the other sets')
  report(pages, pageFeatureNames, 1)
} finally {
  await database.destroy()
  if (!values.data) await rm(dataFolder, { recursive: true, force: true })
}
