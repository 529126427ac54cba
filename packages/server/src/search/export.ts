import { createHash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { pageUrl } from '../pages/links.ts'
import { oneLine } from '../pages/text-lines.ts'
import { pagesOfOtherVersions } from './editions/twins.ts'
import { SiteMemory } from './site-memory.ts'

/** A page in a list of all pages. */
export interface ListedPage {
  readonly number: number
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly url: string
  /** Labels of the navigation's groups that it is in; null when the navigation does not name it. */
  readonly trail: readonly string[] | null
}

export interface PageList {
  readonly pages: readonly ListedPage[]
  /** Changes when a page, or what the site is called, does. */
  readonly revision: string
}

type ExportedSite = Pick<SiteRow, 'id' | 'name' | 'url'>

/** A list that is made, or being made, of what the index has at a revision. */
interface KeptList {
  readonly revision: string
  readonly list: Promise<PageList>
  /** How many pages it has. */
  size: number
}

/** How many pages the kept lists may have together; each takes a few hundred bytes. */
const mostKeptPages = 100_000
const memories = new WeakMap<Database, SiteMemory<KeptList>>()

/**
 * All pages of a site, those of several versions once: those that its navigation names first, in its order, then the others
 * by path. Making a list of 50,000 pages takes a second, so it's made once for all who ask, and kept until a page changes.
 */
export const listPages = async (database: Database, site: ExportedSite): Promise<PageList> => {
  const memory = memories.get(database) ?? new SiteMemory<KeptList>(mostKeptPages, ({ size }) => size)
  memories.set(database, memory)
  const revision = await readRevision(database, site)
  const former = memory.get(site.id)
  if (former?.revision === revision) {
    memory.keep(site.id, former)
    return former.list
  }
  const kept: KeptList = { revision, list: makeList(database, site), size: 0 }
  memory.keep(site.id, kept)
  try {
    const list = await kept.list
    kept.size = list.pages.length
    memory.shrink()
    return list
  } catch (error) {
    if (memory.get(site.id) === kept) memory.drop(site.id)
    throw error
  }
}

/** Changes with every change of the index, whoever makes it. */
const readRevision = async (database: Database, { id, name, url }: ExportedSite): Promise<string> => {
  const buckets = await database
    .selectFrom('buckets')
    .select(['bucket', 'revision'])
    .where('site_id', '=', id)
    .orderBy('bucket')
    .execute()
  return JSON.stringify([name, url, ...buckets.map(({ bucket, revision }) => [bucket, revision])])
}

/** Pages that are worked on before everything else has its turn. */
const pagesAtOnce = 500

const selectRows = (database: Database, siteId: string, after: number) =>
  database
    .selectFrom('pages')
    .select(['number', 'path', 'slug', 'title', 'description', 'hash', 'position', 'trail_json'])
    .select(['version', 'language', 'tags_json'])
    .where('site_id', '=', siteId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(pagesAtOnce)
    .execute()
type ListedRow = Awaited<ReturnType<typeof selectRows>>[number]

const readRows = async (database: Database, siteId: string): Promise<ListedRow[]> => {
  const rows: ListedRow[] = []
  for (;;) {
    const some = await selectRows(database, siteId, rows.at(-1)?.number ?? -1)
    for (const row of some) rows.push(row)
    if (some.length < pagesAtOnce) return rows
    await nextTurn()
  }
}

const makeList = async (database: Database, site: ExportedSite): Promise<PageList> => {
  const all = await readRows(database, site.id)
  const others = pagesOfOtherVersions(all, site.url)
  await nextTurn()
  const rows = all.filter(({ number }) => !others.has(number))
  const last = Number.MAX_SAFE_INTEGER
  rows.sort((one, other) => (one.position ?? last) - (other.position ?? last) || (one.path < other.path ? -1 : 1))
  const revision = createHash('sha256').update(JSON.stringify([site.name, site.url]))
  const pages: ListedPage[] = []
  for (const { number, path, slug, title, description, hash, position, trail_json } of rows) {
    if (pages.length % pagesAtOnce === 0) await nextTurn()
    revision.update(`${path}\n${hash}\n${position}\n`)
    const url = pageUrl(site.url, slug ?? path, null)
    pages.push({ number, path, title, description, url, trail: position === null ? null : JSON.parse(trail_json) })
  }
  return { pages, revision: revision.digest('base64url').slice(0, 22) }
}

/** The numbers of the listed pages, in their order: all that a reader of their texts keeps of the list. */
export const numbersOf = ({ pages }: PageList): Uint32Array => Uint32Array.from(pages, ({ number }) => number)

/** A page as Markdown, with its title and where it stands; undefined when it is gone. */
const writePage = async (
  database: Database,
  { id, url }: ExportedSite,
  number: number,
): Promise<string | undefined> => {
  const sections = await database
    .selectFrom('pages')
    .leftJoin('sections', (join) =>
      join.onRef('sections.site_id', '=', 'pages.site_id').onRef('sections.page', '=', 'pages.number'),
    )
    .select(['path', 'slug', 'pages.title', 'content'])
    .where('pages.site_id', '=', id)
    .where('pages.number', '=', number)
    .orderBy('ordinal')
    .execute()
  const [first] = sections
  if (!first) return undefined
  const head = `# ${oneLine(first.title)}\n\nSource: ${pageUrl(url, first.slug ?? first.path, null)}`
  return `${[head, ...sections.map(({ content }) => content ?? '')].filter((part) => part !== '').join('\n\n')}\n\n`
}

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Reads one page after the other, whoever wants them all, and rests for as long as each took: however many do, half of the
 * time is left for others.
 */
const inTurn = <Result>(read: () => Promise<Result>): Promise<Result> => {
  const turn = lastTurn.then(async () => {
    const start = performance.now()
    const result = await read()
    await wait(performance.now() - start)
    return result
  })
  lastTurn = turn.catch(() => undefined)
  return turn
}

/** Every page as Markdown. One is in memory at a time, because its reader may stop reading. */
export async function* writePages(
  database: Database,
  site: ExportedSite,
  numbers: Uint32Array,
): AsyncGenerator<string, void> {
  for (const number of numbers) {
    const text = await inTurn(() => writePage(database, site, number))
    if (text !== undefined) yield text
  }
}

const linkText = (text: string): string => oneLine(text).replace(/[[\]\\]/g, '\\$&')

/** Where the Markdown of a page is, relative to the list. */
const textAddress = ({ path }: ListedPage): string => {
  const steps = (path === '' ? 'index' : path).split('/').map(encodeURIComponent)
  return `pages/${steps.join('/').replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))}.md`
}

const writeEntry = (page: ListedPage): string => {
  const description = page.description ? `: ${oneLine(page.description)}` : ''
  return `- [${linkText(page.title)}](${textAddress(page)})${description}`
}

const folderOf = ({ path }: ListedPage, folders: ReadonlySet<string>): string => {
  const [folder = ''] = path.split('/')
  return folders.has(folder) ? folder : ''
}

const texts = new WeakMap<PageList, Promise<Buffer>>()

/**
 * The pages as llmstxt.org has it: a heading, what it is, and links by topic. A topic is a group of the navigation; the
 * pages that it does not name come after, by folder, each named by the page that stands for it. Written once a list.
 */
export const writePageList = (site: ExportedSite, list: PageList): Promise<Buffer> => {
  const text = texts.get(list) ?? writeList(site, list)
  texts.set(list, text)
  return text
}

const writeList = async (site: ExportedSite, { pages }: PageList): Promise<Buffer> => {
  const named = Map.groupBy(
    pages.filter(({ trail }) => trail !== null),
    ({ trail }) => trail?.join(' › ') || 'Pages',
  )
  const others = pages.filter(({ trail }) => trail === null)
  const folders = new Set(others.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''))
  const titles = new Map(pages.map((page) => [page.path, page.title]))
  const rest = [...Map.groupBy(others, (page) => folderOf(page, folders))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, members]) => {
      const heading = folder === '' ? (named.size > 0 ? 'More pages' : 'Pages') : (titles.get(folder) ?? folder)
      return [heading, members] as const
    })
  const lines = [`# ${oneLine(site.name)}`, '', `> The documentation of ${oneLine(site.name)}.`, '']
  for (const [heading, members] of [...named, ...rest]) {
    lines.push(`## ${oneLine(heading)}`, '')
    for (const page of members) {
      lines.push(writeEntry(page))
      if (lines.length % pagesAtOnce === 0) await nextTurn()
    }
    lines.push('')
  }
  return Buffer.from(lines.join('\n'))
}
