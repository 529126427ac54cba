import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { type Edition, editionOf } from './edition.ts'
import { pageUrl, readFilePath, readPagePath } from './links.ts'

/** A whole page. */
export interface FullPage extends Edition {
  path: string
  title: string
  /** Markdown, with the title as its first heading. */
  content: string
  url: string
}

/**
 * Reads the page that `written` names: its path, with or without slashes, extension and fragment, or its address; upper
 * and lower case are the same unless two pages differ in nothing else.
 */
export async function readPage(
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  written: string,
): Promise<FullPage | undefined> {
  for (const path of candidatePaths(written, site.url)) {
    const rows = await selectPages(database, site.id, path)
    const found =
      rows.find((row) => row.path === path || (row.slug !== null && readPagePath(row.slug) === path)) ?? rows[0]
    if (!found) continue
    const sections = rows.filter((row) => row.number === found.number)
    const content = [`# ${found.title}`, ...sections.map((section) => section.content)]
    return {
      path: found.path,
      title: found.title,
      content: `${content.filter((part) => part !== '').join('\n\n')}\n`,
      url: pageUrl(site.url, found.slug ?? found.path, null),
      ...editionOf(found),
    }
  }
  return undefined
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

/** The page and its sections in one statement, so that both are of the same version. */
const selectPages = (database: Database, siteId: string, path: string) =>
  database
    .selectFrom('pages')
    .leftJoin('sections', (join) =>
      join.onRef('sections.site_id', '=', 'pages.site_id').onRef('sections.page', '=', 'pages.number'),
    )
    .select(['pages.number', 'pages.path', 'pages.slug', 'pages.title', 'sections.content'])
    .select(['pages.version', 'pages.language', 'pages.tags_json'])
    .where('pages.site_id', '=', siteId)
    .where((where) => where.or([where('lookup', '=', path.toLowerCase()), where('alias', '=', path.toLowerCase())]))
    .orderBy('pages.path')
    .orderBy('sections.ordinal')
    .execute()

/**
 * The paths that may be meant: as written, then without `index` or `README` at the end; each first without the folder
 * that the site's address has, when it has one.
 */
function candidatePaths(written: string, siteUrl: string | null): string[] {
  const base = siteUrl ? readPagePath(siteUrl) : ''
  return [readFilePath(written), readPagePath(written)].flatMap((path) => {
    const isBelow = base !== '' && (path === base || path.startsWith(`${base}/`))
    return isBelow ? [path.slice(base.length + 1), path] : [path]
  })
}
