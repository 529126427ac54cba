import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { beginningOf } from '../pages/plain-text.ts'
import { meetsFilter } from '../search/editions/meets-filter.ts'
import { findSections, type PageSection, readPage } from '../search/pages.ts'
import { longestPage, longestSection } from './prompt.ts'
import type { Passage } from './sources.ts'

/** A page, or one of its sections. */
interface PassageRequest {
  readonly path: string
  /** Heading or anchor; the whole page when left out. */
  readonly section?: string | undefined
  readonly filter?: Filter | null | undefined
}

/**
 * Reads a page as one passage, without an anchor; or the section, if the page has it. Undefined when there is no such page,
 * or the filter excludes it.
 */
export const readPassage = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { path, section, filter }: PassageRequest,
): Promise<Passage | undefined> => {
  const page = await readPage(database, site, path)
  if (!page || (filter && !meetsFilter(page, filter))) return undefined
  const { title, version, language, tags } = page
  const edition = { path: page.path, title, version, language, tags }
  const sections = section === undefined ? [] : findSections(page, section)
  if (sections[0]) return { ...edition, ...sections[0], ...fitSections(sections, { longest: longestSection }) }
  const fit = fitSections(page.sections, { longest: longestPage, title: `# ${title}` })
  return { ...edition, heading: null, anchor: null, breadcrumbs: [title], url: page.url, ...fit }
}

/** Characters that the names of the sections that follow may take. */
const longestNames = 2_000
const longestHeading = 80
const maximumHeadings = 40

/** As many sections as there is room for, and the names of the others. `longest` counts characters. */
const fitSections = (
  sections: readonly PageSection[],
  { longest, title = '' }: { longest: number; title?: string },
): Pick<Passage, 'content' | 'places'> => {
  const whole = join([title, ...sections.map(({ content }) => content)])
  if (whole.length <= longest) return { content: whole, places: sections.flatMap(({ places }) => places) }
  const room = longest - longestNames
  let length = title.length
  const end = sections.findIndex(({ content }) => {
    length += content.length + 2
    return length > room
  })
  // Of a first section that is longer, the beginning is read.
  const fitting = sections.slice(0, Math.max(1, end))
  const content = beginningOf(join([title, ...fitting.map((section) => section.content)]), room)
  const hint = '… This goes on: read the section that you need, or search for it.'
  const names = beginningOf(namesOfOthers(sections, fitting), longestNames - 100)
  return { content: `${content}\n\n${hint}${names}`, places: fitting.flatMap(({ places }) => places) }
}

const namesOfOthers = (sections: readonly PageSection[], fitting: readonly PageSection[]): string => {
  const headings = new Set(sections.flatMap(({ heading }) => heading ?? []))
  for (const { heading } of fitting) if (heading !== null) headings.delete(heading)
  const names = [...headings].slice(0, maximumHeadings).map((heading) => beginningOf(heading, longestHeading))
  return names.length > 0 ? ` Sections that follow: ${names.join(' · ')}` : ''
}

const join = (contents: readonly string[]): string => contents.filter((text) => text !== '').join('\n\n')
