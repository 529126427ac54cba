import type { Database } from '../database/database.ts'
import type { PageRow, SiteRow } from '../database/tables.ts'
import { pageUrl, readPagePath } from '../pages/links.ts'
import { oneLine } from '../pages/text-lines.ts'
import { candidatePaths } from './candidate-paths.ts'
import { type Edition, editionOf } from './editions/edition.ts'
import type { SectionPlace } from './section-blocks.ts'

/** A whole page. */
export interface FullPage extends Edition {
  path: string
  title: string
  /** Markdown, with the title as its first heading. */
  content: string
  url: string
  /** In their order, each with its own text only. */
  sections: PageSection[]
}

/** A part of a page, from a heading to the next one. */
export interface PageSection {
  heading: string | null
  anchor: string | null
  /** From the page title down to the section. */
  breadcrumbs: string[]
  /** Markdown, with its heading. */
  content: string
  /** Where it is stored; `readBlocks` reads its blocks from there. */
  places: readonly SectionPlace[]
  url: string
}

/**
 * Reads one page of a site.
 *
 * @param name Its path as a search gave it; or that with slashes, extension and fragment; or its address. An empty one, or a
 *   slash, is the home page. Upper and lower case are the same unless two pages differ in nothing else.
 */
export async function readPage(
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  name: string,
): Promise<FullPage | undefined> {
  const paths = candidatePaths(name, site.url)
  const rows = await selectPages(database, site.id, paths)
  const page = findPage(rows, paths)
  if (!page) return undefined
  const sections = rows.flatMap((row) => (row.number === page.number ? sectionOf(row, site.url) : []))
  const content = [`# ${page.title}`, ...sections.map((section) => section.content)]
  return {
    ...editionOf(page),
    path: page.path,
    title: page.title,
    content: `${content.filter((part) => part !== '').join('\n\n')}\n`,
    url: pageUrl(site.url, page.slug ?? page.path, null),
    sections,
  }
}

type SelectedRow = Awaited<ReturnType<typeof selectPages>>[number]

/** Empty for a page that has no section. */
const sectionOf = ({ content, ordinal, ...row }: SelectedRow, siteUrl: string | null): PageSection | [] => {
  if (content === null || ordinal === null) return []
  const { title, heading, anchor, number: page, hash } = row
  const above: string[] = JSON.parse(row.breadcrumbs_json ?? '[]')
  const breadcrumbs = above.length === 0 || heading === null ? [title] : [...above, heading]
  const url = pageUrl(siteUrl, row.slug ?? row.path, anchor)
  return { heading, anchor, breadcrumbs, content, places: [{ page, ordinal, hash }], url }
}

/** The sections below the one at a place, which follow it in a row; long ones are cut into parts of the same name. */
export const sectionsBelow = (sections: readonly PageSection[], at: number): PageSection[] => {
  const top = sections[at]
  if (!top) return []
  const isBelow = ({ heading, anchor, breadcrumbs }: PageSection) =>
    breadcrumbs.length > top.breadcrumbs.length || (heading === top.heading && anchor === top.anchor)
  const end = sections.findIndex((section, index) => index > at && !isBelow(section))
  return sections.slice(at + 1, end < 0 ? undefined : end)
}

/** The section of a page with this heading or anchor, together with all that stands below it. */
export const findSection = (page: FullPage, name: string): PageSection | undefined => {
  const [first, ...below] = findSections(page, name)
  if (!first) return undefined
  const content = [first, ...below].flatMap((section) => section.content || []).join('\n\n')
  return { ...first, content }
}

/** The same, one by one. */
export const findSections = ({ sections }: FullPage, name: string): PageSection[] => {
  const plain = plainName(name)
  const isNamed = ({ heading, anchor }: PageSection) => plainName(heading) === plain || plainName(anchor) === plain
  const at = plain === '' ? -1 : sections.findIndex(isNamed)
  return sections.slice(at, at + 1).concat(sectionsBelow(sections, at))
}

/** A heading or an anchor without marks, on one line, in lower case. */
const plainName = (name: string | null): string => oneLine((name ?? '').replace(/[`*#]/g, '')).toLowerCase()

/** Whether a site has anything to search. */
export async function hasIndex(database: Database, site: Pick<SiteRow, 'id'>): Promise<boolean> {
  const page = await database
    .selectFrom('pages')
    .select('number')
    .where('site_id', '=', site.id)
    .limit(1)
    .executeTakeFirst()
  return page !== undefined
}

/** The path of the page with this name, as `readPage` takes it. */
export const findPagePath = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  name: string,
): Promise<string | undefined> => {
  const paths = candidatePaths(name, site.url)
  const rows = await database
    .selectFrom('pages')
    .select(['path', 'lookup', 'slug', 'alias'])
    .where('site_id', '=', site.id)
    .where('number', 'in', numbersAt(database, site.id, paths))
    .execute()
  return findPage(rows.sort(byPath), paths)?.path
}

/**
 * The numbers of the pages that have one of the paths, some of them twice. SQLite knows nothing of how many pages a site has: with
 * an `or`, or an order that an index has, it would read all of them.
 */
const numbersAt = (database: Database, siteId: string, paths: readonly string[]) => {
  const lowered = paths.map((path) => path.toLowerCase())
  const select = () => database.selectFrom('pages as named').select('named.number').where('named.site_id', '=', siteId)
  return select()
    .where('named.lookup', 'in', lowered)
    .unionAll(select().where('named.alias', 'in', lowered))
}

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number => {
  if (one.path === other.path) return 0
  return one.path < other.path ? -1 : 1
}

/** All pages that have one of the paths, and their sections: in one statement, so that both are of the same state. */
const selectPages = async (database: Database, siteId: string, paths: readonly string[]) => {
  const rows = await database
    .selectFrom('pages')
    .leftJoin('sections', (join) =>
      join.onRef('sections.site_id', '=', 'pages.site_id').onRef('sections.page', '=', 'pages.number'),
    )
    .select(['pages.number', 'pages.path', 'pages.lookup', 'pages.slug', 'pages.alias', 'pages.title'])
    .select(['pages.hash', 'pages.version', 'pages.language', 'pages.tags_json'])
    .select(['ordinal', 'heading', 'anchor', 'breadcrumbs_json', 'content'])
    .where('pages.site_id', '=', siteId)
    .where('pages.number', 'in', numbersAt(database, siteId, paths))
    .execute()
  return rows.sort((one, other) => byPath(one, other) || (one.ordinal ?? 0) - (other.ordinal ?? 0))
}

type PathRow = Pick<PageRow, 'path' | 'lookup' | 'slug' | 'alias'>

/** The page of the first path that any page has; by its path rather than by where it is published. */
function findPage<Row extends PathRow>(rows: readonly Row[], paths: readonly string[]): Row | undefined {
  for (const path of paths) {
    const lowered = path.toLowerCase()
    const row =
      rows.find((row) => row.path === path) ??
      rows.find((row) => row.slug !== null && readPagePath(row.slug) === path) ??
      rows.find((row) => row.lookup === lowered) ??
      rows.find((row) => row.alias === lowered)
    if (row) return row
  }
  return undefined
}
