/**
 * How well what readers type into a search field finds its page: indexes folders of documentation, and makes look-ups of their
 * titles, headings and code by rules, so that nobody chooses them.
 *
 *   node --conditions=sidenote-source bench/look-ups.ts --corpora DIR [--roots roots.json] [--misses]
 *
 * Prints for each kind of look-up how many there are, and the share whose page is first, and among the first three, beside
 * MiniSearch and SQLite's FTS5 over the same sections in the same run.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import MiniSearch from 'minisearch'
import { openDatabase } from '../src/database/open.ts'
import type { Inline } from '../src/pages/block.ts'
import { pagePath } from '../src/pages/links.ts'
import { searchPages } from '../src/search/search.ts'
import { openSearchIndex } from '../src/search/search-index.ts'
import { englishStopWords } from '../src/search/words/languages.ts'
import { type BenchPage, readPool } from './corpus.ts'
import { addOrganization, addSite, readRoots } from './sites.ts'

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, roots: { type: 'string' }, misses: { type: 'boolean', default: false } },
})
const { corpora, roots, misses } = values
if (!corpora) throw new Error('--corpora is needed.')

/** What a reader types, and the pages that are right. */
interface LookUp {
  readonly kind: string
  readonly query: string
  readonly pages: ReadonlySet<string>
}

/** So many of a kind and a set, evenly spread. */
const mostOfKind = 8

const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T)

const codesIn = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((inline) =>
    typeof inline === 'string'
      ? []
      : inline.type === 'code'
        ? [inline.text]
        : 'children' in inline
          ? codesIn(inline.children)
          : [],
  )

/** The pages by a name that they have in some place, of which only few have it. */
class Names {
  readonly #pages = new Map<string, Set<string>>()

  add(name: string, page: string): void {
    const pages = this.#pages.get(name) ?? new Set()
    this.#pages.set(name, pages.add(page))
  }

  /** Names that at most so many pages have. */
  rare(most: number, isMeant: (name: string) => boolean): { name: string; pages: ReadonlySet<string> }[] {
    return [...this.#pages].flatMap(([name, pages]) => (pages.size <= most && isMeant(name) ? [{ name, pages }] : []))
  }
}

const hasStopWordsAlone = (name: string): boolean =>
  name.split(' ').every((word) => englishStopWords.has(word.toLowerCase()) && /^[a-z]/i.test(word))
const twoWords = /^([A-Z]?[a-z]{3,9}) ([a-z]{3,9})$/

/** What readers would type to get to pages of a set. */
function lookUpsOf(pages: readonly BenchPage[]): LookUp[] {
  const titles = new Names()
  const named = new Names()
  const headings = new Names()
  const texts = pages.map(({ file, parsed }) => {
    const page = pagePath(file).toLowerCase()
    titles.add(parsed.title, page)
    named.add(parsed.title, page)
    for (const { heading, blocks } of parsed.sections) {
      if (heading !== null) headings.add(heading, page)
      const [first] = blocks
      if (first?.type === 'heading') for (const code of codesIn(first.children)) named.add(code, page)
    }
    return {
      page,
      text: [parsed.title, ...parsed.sections.flatMap(({ heading, prose }) => [heading ?? '', prose])]
        .join(' ')
        .toLowerCase(),
    }
  })
  /** Pages that say something anywhere: of a name that hardly any page has, all of them are right. */
  const saying = (words: string) => texts.filter(({ text }) => text.includes(words)).map(({ page }) => page)
  const make = (
    kind: string,
    all: readonly { name: string; pages: ReadonlySet<string> }[],
    typed = (name: string) => name,
  ) => spread(all, mostOfKind).map(({ name, pages: right }): LookUp => ({ kind, query: typed(name), pages: right }))
  const joinable = titles.rare(2, (name) => {
    const [, one = '', other = ''] = twoWords.exec(name) ?? []
    return one !== '' && saying((one + other).toLowerCase()).length === 0
  })
  return [
    ...make(
      'title',
      titles.rare(2, (name) => name.length <= 40),
    ),
    ...make('title of words that say nothing', titles.rare(2, hasStopWordsAlone)),
    ...make(
      'title in small letters',
      titles.rare(2, (name) => name.length <= 40 && /[A-Z]/.test(name)),
      (name) => name.toLowerCase(),
    ),
    ...make(
      'heading of several words',
      headings.rare(2, (name) => name.length <= 60 && name.includes(' ')),
    ),
    ...make('two words as one', joinable, (name) => name.replace(' ', '').toLowerCase()),
    ...make('two words with a hyphen', joinable, (name) => name.replace(' ', '-').toLowerCase()),
    ...make(
      'flag',
      named.rare(3, (name) => /^--?[a-z][\w-]*$/i.test(name)),
    ),
    ...make(
      'sign',
      named.rare(3, (name) => /^[@$.:#&%]{1,2}[a-z][\w-]*$/i.test(name)),
    ),
    ...make(
      'operator',
      named.rare(3, (name) => /^[^\p{L}\p{N}\s]{1,3}$/u.test(name)),
    ),
    ...make(
      'identifier',
      named.rare(3, (name) => /^[a-z]+[A-Z]\w*$/.test(name)),
    ),
    ...make(
      'dotted name',
      named.rare(3, (name) => /^[a-z]\w*\.[a-z][\w.]*$/i.test(name)),
    ),
    ...make(
      'identifier in parts',
      named.rare(3, (name) => /^[a-z]{3,}[A-Z][a-z]{2,}$/.test(name)),
      (name) => name.replace(/(?=[A-Z])/g, ' ').toLowerCase(),
    ),
    ...make(
      'name with digits',
      named.rare(3, (name) => /^[a-z]+\d+\w*$/i.test(name)),
    ),
    ...make(
      'code',
      named.rare(3, (name) => /^[A-Z][A-Z_]*[-_]?\d+$/.test(name)),
    ),
  ]
}

type Ask = (query: string) => Promise<string[]>

const sectionsOf = (pages: readonly BenchPage[]) =>
  pages.flatMap(({ file, parsed }) =>
    parsed.sections.map(({ heading, prose, code }) => ({
      path: pagePath(file).toLowerCase(),
      title: parsed.title,
      heading: heading ?? '',
      prose,
      code,
    })),
  )

const distinct = (paths: readonly string[]): string[] => [...new Set(paths)]

function openMiniSearch(pages: readonly BenchPage[]): Ask {
  const index = new MiniSearch({ fields: ['title', 'heading', 'prose', 'code'], storeFields: ['path'] })
  index.addAll(sectionsOf(pages).map((section, id) => ({ id, ...section })))
  return async (query) =>
    distinct(
      index
        .search(query, { boost: { title: 5, heading: 3 } })
        .slice(0, 50)
        .map(({ path }) => String(path)),
    )
}

function openFts5(pages: readonly BenchPage[]): Ask {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "create virtual table found using fts5(path unindexed, title, heading, prose, code, tokenize='porter unicode61')",
  )
  const insert = database.prepare('insert into found values (?, ?, ?, ?, ?)')
  for (const { path, title, heading, prose, code } of sectionsOf(pages)) insert.run(path, title, heading, prose, code)
  const select = database.prepare(
    'select path from found where found match ? order by bm25(found, 0, 7, 3, 1, 0.3) limit 50',
  )
  return async (query) => {
    const words = query.match(/[\p{L}\p{N}_]+/gu) ?? []
    return words.length === 0
      ? []
      : distinct(select.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ path }) => String(path)))
  }
}

interface Score {
  count: number
  first: number
  three: number
}

const folder = await mkdtemp(join(tmpdir(), 'sidenote-look-ups-'))
const database = await openDatabase({ dataFolder: folder })
const searchIndex = openSearchIndex({ database })
await addOrganization(database)
const scores = new Map<string, Map<string, Score>>()
const missed: string[] = []

async function ask(engine: string, search: Ask, lookUp: LookUp): Promise<void> {
  const found = await search(lookUp.query)
  const place = found.findIndex((path) => lookUp.pages.has(path))
  for (const kind of [lookUp.kind, 'all']) {
    const engines = scores.get(kind) ?? new Map<string, Score>()
    scores.set(kind, engines)
    const score = engines.get(engine) ?? { count: 0, first: 0, three: 0 }
    engines.set(engine, score)
    score.count++
    if (place === 0) score.first++
    if (place >= 0 && place < 3) score.three++
  }
  if (engine === 'Sidenote' && !(place >= 0 && place < 3))
    missed.push(
      `${lookUp.kind}: “${lookUp.query}” → ${[...lookUp.pages].join(', ')}; found ${found.slice(0, 3).join(', ') || 'nothing'}`,
    )
}

try {
  const sets = roots
    ? Object.entries(await readRoots(roots)).map(([set, { root }]) => [set, join(set, root)] as const)
    : (await readdir(corpora)).map((set) => [set, set] as const)
  for (const [set, below] of sets) {
    const pagesFolder = resolve(corpora, below)
    const { site } = await addSite(searchIndex, set, [pagesFolder])
    const pages = await readPool(pagesFolder)
    const engines: readonly (readonly [string, Ask])[] = [
      [
        'Sidenote',
        async (query) =>
          (await searchPages(searchIndex, site, { query, limit: 10 })).map(({ path }) => path.toLowerCase()),
      ],
      ['MiniSearch', openMiniSearch(pages)],
      ['FTS5', openFts5(pages)],
    ]
    for (const lookUp of lookUpsOf(pages)) for (const [name, search] of engines) await ask(name, search, lookUp)
  }
  for (const [kind, engines] of scores) {
    const figures = [...engines].map(
      ([engine, { count, first, three }]) => `${engine} ${(first / count).toFixed(2)} ${(three / count).toFixed(2)}`,
    )
    console.log(`${kind.padEnd(32)} ${String(engines.get('Sidenote')?.count).padStart(4)}  ${figures.join('   ')}`)
  }
  if (misses) for (const line of missed) console.log(line)
} finally {
  await database.destroy()
  await rm(folder, { recursive: true, force: true })
}
