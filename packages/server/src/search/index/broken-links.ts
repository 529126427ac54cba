import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BrokenLink } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { PageLink, SectionName } from '../../pages/page-links.ts'
import { createTargets } from './link-targets.ts'

/** How many are kept; all are counted. */
const mostBrokenLinks = 1_000
/** How many pages, or pages’ sections, are read before everything else has its turn. */
const pagesAtOnce = 400

/** The links of a site’s pages that lead nowhere. */
export interface BrokenLinks {
  readonly count: number
  /** The first of them, by file. */
  readonly links: BrokenLink[]
}

interface LinkingPage {
  readonly number: number
  readonly lookup: string
  readonly alias: string | null
  readonly file: string
  /** Its links, and further ids of its sections. */
  readonly entries: readonly (PageLink | SectionName)[]
}

/** A link as its page holds it. */
interface Candidate {
  readonly from: LinkingPage
  readonly link: PageLink
  /** The page that it leads to; undefined where there is none. */
  readonly page: number | undefined
}

/** A picture, a download or a program that stands beside the pages: the index knows none of them. */
const isFile = (path: string): boolean => /\.[a-z][a-z\d]{0,9}$/.test(path)

/** What a browser or a script reads in place of an id: a highlighted text, a route, the top of the page. */
const isNoId = (anchor: string): boolean => /^(?:[/!:]|top$)/i.test(anchor)

/** Generators make ids of headings in different ways, but of the same letters and digits. */
const lettersOf = (id: string): string => id.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Finds the links to pages and sections that a site doesn’t have, among what is indexed: nothing is fetched. */
export async function readBrokenLinks(database: Database, siteId: string): Promise<BrokenLinks> {
  const pages = await readPages(database, siteId)
  const candidates = await findCandidates(pages)
  const ids = await readIds(database, siteId, { candidates, pages })
  const broken = candidates.filter(({ page, link }) => page === undefined || !hasId(ids.get(page), link.anchor))
  const links = broken.slice(0, mostBrokenLinks)
  const headings = await readHeadings(database, siteId, links)
  return {
    count: broken.length,
    links: links.map(({ from, link, page }) => ({
      path: from.file,
      heading: headings.get(`${from.number} ${link.section}`) ?? null,
      text: link.text,
      target: targetOf(link),
      missing: page === undefined ? 'page' : 'anchor',
    })),
  }
}

/** All pages of a site, by file. */
const readPages = async (database: Database, siteId: string): Promise<LinkingPage[]> => {
  const pages: LinkingPage[] = []
  for (;;) {
    const rows = await database
      .selectFrom('pages')
      .select(['number', 'lookup', 'alias', 'file', 'links_json'])
      .where('site_id', '=', siteId)
      .where('number', '>', pages.at(-1)?.number ?? -1)
      .orderBy('number')
      .limit(pagesAtOnce)
      .execute()
    for (const { number, lookup, alias, file, links_json } of rows)
      pages.push({ number, lookup, alias, file, entries: JSON.parse(links_json) })
    if (rows.length < pagesAtOnce) break
    await nextTurn()
  }
  return pages.sort((one, other) =>
    one.file === other.file ? one.number - other.number : one.file < other.file ? -1 : 1,
  )
}

/** Links to no page, and those to an anchor of one. */
const findCandidates = async (pages: readonly LinkingPage[]): Promise<Candidate[]> => {
  const targets = createTargets(pages)
  const candidates: Candidate[] = []
  for (const [at, from] of pages.entries()) {
    if (at % pagesAtOnce === 0) await nextTurn()
    for (const link of from.entries) {
      if (!('text' in link) || (link.path !== undefined && isFile(link.path))) continue
      const page = link.path === undefined ? from.number : targets(link.path, from.lookup)
      if (page === null || (page !== undefined && (link.anchor === undefined || isNoId(link.anchor)))) continue
      candidates.push({ from, link, page })
    }
  }
  return candidates
}

/** The ids of these links’ pages, as `lettersOf` gives them. Pages none of whose sections has one are left out. */
const readIds = async (
  database: Database,
  siteId: string,
  { candidates, pages }: { readonly candidates: readonly Candidate[]; readonly pages: readonly LinkingPage[] },
): Promise<Map<number, Set<string>>> => {
  const ids = new Map<number, Set<string>>()
  const wanted = [...new Set(candidates.flatMap(({ page }) => page ?? []))]
  for (let start = 0; start < wanted.length; start += pagesAtOnce) {
    const sections = await database
      .selectFrom('sections')
      .select(['page', 'anchor'])
      .where('site_id', '=', siteId)
      .where('page', 'in', wanted.slice(start, start + pagesAtOnce))
      .where('anchor', 'is not', null)
      .execute()
    for (const { page, anchor } of sections) ids.set(page, (ids.get(page) ?? new Set()).add(lettersOf(anchor ?? '')))
  }
  for (const page of pages)
    for (const entry of ids.has(page.number) ? page.entries : [])
      if ('name' in entry) ids.get(page.number)?.add(lettersOf(entry.name))
  return ids
}

/** Of a page whose ids aren’t known, any may be right. */
const hasId = (ids: ReadonlySet<string> | undefined, anchor: string | undefined): boolean =>
  ids === undefined || anchor === undefined || ids.has(lettersOf(anchor))

/** By page and section. */
const readHeadings = async (
  database: Database,
  siteId: string,
  links: readonly Candidate[],
): Promise<Map<string, string | null>> => {
  const headings = new Map<string, string | null>()
  const numbers = [...new Set(links.map(({ from }) => from.number))]
  for (let start = 0; start < numbers.length; start += pagesAtOnce) {
    const rows = await database
      .selectFrom('sections')
      .select(['page', 'ordinal', 'heading'])
      .where('site_id', '=', siteId)
      .where('page', 'in', numbers.slice(start, start + pagesAtOnce))
      .execute()
    for (const { page, ordinal, heading } of rows) headings.set(`${page} ${ordinal}`, heading)
  }
  return headings
}

const targetOf = ({ path, anchor }: PageLink): string =>
  `${path === undefined ? '' : `/${path}`}${anchor === undefined ? '' : `#${anchor}`}`
