import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { pageUrl } from './links.ts'

/** A page in a list of all pages. */
export interface ListedPage {
  readonly number: number
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly url: string
}

export interface PageList {
  readonly pages: readonly ListedPage[]
  /** Changes when a page, or what the site is called, does. */
  readonly revision: string
}

type ExportedSite = Pick<SiteRow, 'id' | 'name' | 'url'>

const batchSize = 50

/** All pages of a site, by path. */
export const listPages = async (database: Database, site: ExportedSite): Promise<PageList> => {
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'path', 'slug', 'title', 'description', 'hash'])
    .where('site_id', '=', site.id)
    .execute()
  rows.sort((one, other) => (one.path < other.path ? -1 : 1))
  const revision = createHash('sha256').update(JSON.stringify([site.name, site.url]))
  for (const row of rows) revision.update(`${row.path}\n${row.hash}\n`)
  return {
    pages: rows.map(({ number, path, slug, title, description }) => ({
      ...{ number, path, title, description },
      url: pageUrl(site.url, slug ?? path, null),
    })),
    revision: revision.digest('base64url').slice(0, 22),
  }
}

const readContents = async (database: Database, siteId: string, pages: readonly ListedPage[]) => {
  const rows = await database
    .selectFrom('sections')
    .select(['page', 'content'])
    .where('site_id', '=', siteId)
    .where(
      'page',
      'in',
      pages.map((page) => page.number),
    )
    .orderBy('page')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(rows, (row) => row.page)
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Every page as Markdown, with its title and where it stands; a few are in memory at a time. */
export async function* writePages(
  database: Database,
  site: ExportedSite,
  { pages }: PageList,
): AsyncGenerator<string, void> {
  for (let start = 0; start < pages.length; start += batchSize) {
    const batch = pages.slice(start, start + batchSize)
    const contents = await readContents(database, site.id, batch)
    for (const page of batch) {
      const sections = contents.get(page.number)?.map((section) => section.content) ?? []
      const head = `# ${oneLine(page.title)}\n\nSource: ${page.url}`
      yield `${[head, ...sections].filter((part) => part !== '').join('\n\n')}\n\n`
    }
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

/**
 * The pages as llmstxt.org has it: a heading, what it is, and links by topic. A topic is a folder, named by the page that
 * stands for it.
 */
export const writePageList = (site: ExportedSite, { pages }: PageList): string => {
  const folders = new Set(pages.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''))
  const groups = Map.groupBy(pages, (page) => folderOf(page, folders))
  const titles = new Map(pages.map((page) => [page.path, page.title]))
  const written = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, members]) => {
      const heading = folder === '' ? 'Pages' : (titles.get(folder) ?? folder)
      return `## ${oneLine(heading)}\n\n${members.map(writeEntry).join('\n')}\n`
    })
  return [`# ${oneLine(site.name)}\n`, `> The documentation of ${oneLine(site.name)}.\n`, ...written].join('\n')
}
