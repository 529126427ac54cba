import type { Database } from '../database/database.ts'
import type { PageRow, SiteRow } from '../database/tables.ts'
import { pageUrl, readAddressPath, readFilePath, readPagePath, withoutExtension } from '../pages/links.ts'
import { oneLine } from '../pages/text-lines.ts'
import { type Edition, editionOf } from './editions/edition.ts'
import type { SectionPlace } from './section-blocks.ts'

/** A whole page. */
export interface FullPage extends Edition {
  path: string
  title: string
  /** Markdown, with the title as its first heading. */
  content: string
  url: string
  /** In their order, each with its own text alone. */
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
  /** Where it is stored, of which `readBlocks` gives the blocks. */
  places: readonly SectionPlace[]
  url: string
}

/**
 * Reads the page that `written` names: its path as a search gave it; or that with slashes, extension and fragment; or its
 * address. Nothing, or a slash alone, is the home page. Upper and lower case are the same unless two pages differ in
 * nothing else.
 */
export async function readPage(
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  written: string,
): Promise<FullPage | undefined> {
  const paths = candidatePaths(written, site.url)
  const rows = await selectPages(database, site.id, paths)
  const found = findNamed(rows, paths)
  if (!found) return undefined
  const sections = rows.flatMap((row) => (row.number === found.number ? sectionOf(row, site.url) : []))
  const content = [`# ${found.title}`, ...sections.map((section) => section.content)]
  return {
    path: found.path,
    title: found.title,
    content: `${content.filter((part) => part !== '').join('\n\n')}\n`,
    url: pageUrl(site.url, found.slug ?? found.path, null),
    sections,
    ...editionOf(found),
  }
}

type SelectedRow = Awaited<ReturnType<typeof selectPages>>[number]

/** None for a page that has no section. */
const sectionOf = ({ content, ordinal, ...row }: SelectedRow, siteUrl: string | null): PageSection | [] => {
  if (content === null || ordinal === null) return []
  const { title, heading, anchor, number: page, hash } = row
  const above: string[] = JSON.parse(row.breadcrumbs_json ?? '[]')
  const breadcrumbs = above.length === 0 || heading === null ? [title] : [...above, heading]
  const url = pageUrl(siteUrl, row.slug ?? row.path, anchor)
  return { heading, anchor, breadcrumbs, content, places: [{ page, ordinal, hash }], url }
}

/** The sections below one, which stand in a row after it; long ones are cut into parts of the same name. */
export const sectionsBelow = (sections: readonly PageSection[], at: number): PageSection[] => {
  const top = sections[at]
  if (!top) return []
  const isBelow = ({ heading, anchor, breadcrumbs }: PageSection) =>
    breadcrumbs.length > top.breadcrumbs.length || (heading === top.heading && anchor === top.anchor)
  const end = sections.findIndex((section, index) => index > at && !isBelow(section))
  return sections.slice(at + 1, end < 0 ? undefined : end)
}

/** The section of a page with this heading or anchor, with all that stands below it, as one. */
export const findSection = (page: FullPage, name: string): PageSection | undefined => {
  const [first, ...below] = findSections(page, name)
  if (!first) return undefined
  const content = [first, ...below].flatMap((section) => section.content || []).join('\n\n')
  return { ...first, content }
}

/** The same, one by one. */
export const findSections = ({ sections }: FullPage, name: string): PageSection[] => {
  const plain = (text: string | null) => text && oneLine(text.replace(/[`*#]/g, '')).toLowerCase()
  const wanted = plain(name)
  const isWanted = ({ heading, anchor }: PageSection) => plain(heading) === wanted || plain(anchor) === wanted
  const at = wanted ? sections.findIndex(isWanted) : -1
  return sections.slice(at, at + 1).concat(sectionsBelow(sections, at))
}

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

/** Whatever pages have one of the paths, and their sections, in one statement, so that both are of the same version. */
const selectPages = (database: Database, siteId: string, paths: readonly string[]) => {
  const lowered = paths.map((path) => path.toLowerCase())
  return database
    .selectFrom('pages')
    .leftJoin('sections', (join) =>
      join.onRef('sections.site_id', '=', 'pages.site_id').onRef('sections.page', '=', 'pages.number'),
    )
    .select(['pages.number', 'pages.path', 'pages.lookup', 'pages.slug', 'pages.alias', 'pages.title'])
    .select(['pages.hash', 'pages.version', 'pages.language', 'pages.tags_json'])
    .select([
      'sections.ordinal',
      'sections.heading',
      'sections.anchor',
      'sections.breadcrumbs_json',
      'sections.content',
    ])
    .where('pages.site_id', '=', siteId)
    .where((where) => where.or([where('lookup', 'in', lowered), where('alias', 'in', lowered)]))
    .orderBy('pages.path')
    .orderBy('sections.ordinal')
    .execute()
}

type NamedRow = Pick<PageRow, 'path' | 'lookup' | 'slug' | 'alias'>

/** Of several pages that may be meant, the one of the first path; by that rather than by where it is published. */
function findNamed<Row extends NamedRow>(rows: readonly Row[], paths: readonly string[]): Row | undefined {
  for (const path of paths) {
    const lowered = path.toLowerCase()
    const found =
      rows.find((row) => row.path === path) ??
      rows.find((row) => row.slug !== null && readPagePath(row.slug) === path) ??
      rows.find((row) => row.lookup === lowered) ??
      rows.find((row) => row.alias === lowered)
    if (found) return found
  }
  return undefined
}

/**
 * The paths that may be meant, the likeliest first. What search gives is a path and no address: the signs of an address in
 * it are those of the file. Then as an address, without the folder that the site’s address has, when it has one.
 */
export function candidatePaths(written: string, siteUrl: string | null): string[] {
  const base = siteUrl ? readPagePath(siteUrl) : ''
  const asAddress = [readAddressPath(written), readFilePath(written), readPagePath(written)].flatMap((path) => {
    const isBelow = base !== '' && (path === base || path.startsWith(`${base}/`))
    return isBelow ? [path.slice(base.length + 1), path] : [path]
  })
  const asFile = [written, withoutExtension(written)]
  const paths = written.startsWith('/') ? [...asAddress, ...asFile] : [...asFile, ...asAddress]
  // File systems and clients write the same letters in one sign or in two.
  return [...new Set(paths.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')]))]
}
