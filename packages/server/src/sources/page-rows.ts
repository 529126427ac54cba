import type { PageRow, SectionRow } from '../database/tables.ts'
import type { PagePlace } from '../generators/navigation.ts'
import { readPagePath, slugPath } from '../pages/links.ts'
import type { PackedPage } from '../pages/page.ts'
import { linksOf, type SectionName } from '../pages/page-links.ts'
import type { PageIndex } from '../search/index/page-index.ts'

/** A page that was read and is to take the place of what the index knows under its path. */
export interface NewPage {
  path: string
  file: string
  hash: string
  /** Where the page is, when its source knows that better than the page itself. */
  address?: string | undefined
  place?: PagePlace | undefined
  /** The source that it was read from. */
  source?: string | undefined
  /** Of its file. @default 0 */
  bytes?: number
  parsed: PackedPage
  index: PageIndex
}

/** What is kept of a page that another one takes the place of. */
export type FormerPage = Pick<
  PageRow,
  'number' | 'path' | 'terms' | 'source_id' | 'version' | 'language' | 'said_version' | 'said_language'
>

/** The tables of pages and sections, as `insertRows` fills them. */
export const pageTable = {
  name: 'pages',
  columns: {
    site_id: 'text',
    number: 'integer',
    path: 'text',
    lookup: 'text',
    slug: 'text',
    alias: 'text',
    file: 'text',
    hash: 'text',
    title: 'text',
    description: 'text',
    version: 'text',
    language: 'text',
    said_version: 'text',
    said_language: 'text',
    tags_json: 'text',
    problems_json: 'text',
    trail_json: 'text',
    position: 'integer',
    source_id: 'text',
    links_json: 'text',
    terms: 'text',
    bytes: 'integer',
  },
} as const
export const sectionTable = {
  name: 'sections',
  columns: {
    site_id: 'text',
    page: 'integer',
    ordinal: 'integer',
    heading: 'text',
    anchor: 'text',
    breadcrumbs_json: 'text',
    content: 'text',
    words: 'integer',
    blocks_json: 'text',
  },
} as const

/** The row of a page under its number. */
export const pageRow = (
  siteId: string,
  number: number,
  page: NewPage & { former: FormerPage | undefined },
): PageRow => {
  const { parsed } = page
  const slug = addressOf(page)
  const edition = crawledEdition(page)
  return {
    site_id: siteId,
    number,
    path: page.path,
    lookup: page.path.toLowerCase(),
    slug,
    alias: slug === null ? null : readPagePath(slug).toLowerCase(),
    file: page.file,
    hash: page.hash,
    title: parsed.title,
    description: parsed.description,
    version: parsed.version ?? edition.version,
    language: parsed.language ?? edition.language,
    said_version: parsed.version,
    said_language: parsed.language,
    tags_json: JSON.stringify(parsed.tags),
    problems_json: JSON.stringify(parsed.problems),
    trail_json: JSON.stringify(page.place?.trail ?? []),
    position: page.place?.position ?? null,
    source_id: page.source ?? null,
    links_json: JSON.stringify([...linksOf(parsed.sections, slug), ...namesOf(parsed.sections)]),
    terms: page.index.terms.join(' '),
    bytes: page.bytes ?? 0,
  }
}

/** The rows of a page’s sections, in their order. */
export const sectionRows = (siteId: string, page: number, { sections }: PackedPage): SectionRow[] =>
  sections.map((section, ordinal) => ({
    site_id: siteId,
    page,
    ordinal,
    heading: section.heading,
    anchor: section.anchor,
    breadcrumbs_json: JSON.stringify(section.breadcrumbs),
    content: section.content,
    words: section.words,
    blocks_json: section.blocksJson,
  }))

/** Where the page is published, when that is not its path. */
function addressOf({ address, file, parsed, place }: NewPage): string | null {
  if (address !== undefined) return address
  if (place?.address === undefined) return parsed.slug === null ? null : slugPath(file, parsed.slug)
  const { route } = place
  if (!route || parsed.slug === null) return place.address
  const path = [route.root, slugPath(route.file, parsed.slug, route.start)].filter(Boolean).join('/')
  return path === '' ? path : `${path}${route.ending}`
}

/** They stand with the links, which are what looks for them. */
const namesOf = (sections: readonly { names?: string[] }[]): SectionName[] =>
  sections.flatMap(({ names = [] }, section) => names.map((name) => ({ section, name })))

/** The version and the language by the page’s address: they hold until the sync has seen all pages. */
const crawledEdition = ({
  source,
  former,
}: NewPage & { former: FormerPage | undefined }): Pick<PageRow, 'version' | 'language'> => {
  if (!former || former.source_id !== (source ?? null)) return { version: null, language: null }
  return {
    version: former.said_version === null ? former.version : null,
    language: former.said_language === null ? former.language : null,
  }
}
