import type { Database } from '../../database/database.ts'
import type { PageLink, SectionName } from '../../pages/page-links.ts'
import { analysisOf } from '../words/languages.ts'
import { readTerms } from '../words/words.ts'
import { createTargets } from './link-targets.ts'
import type { LinkingSection } from './linked-pages.ts'
import type { LinkedSection } from './section-links.ts'

/** How many different texts of the links to a section are kept. */
const mostTexts = 30
/** How many pages’ sections are read at once. */
const pagesAtOnce = 400

/** A page that others link to, or whose sections are linked. */
export interface LinkedPage {
  /** Its number. */
  readonly page: number
  /** By which its words are read, as `analysisOf` says. */
  readonly analysis: string
  /** The texts of the links to it from other pages. */
  readonly texts: string[]
  /** The sections that these links are in. */
  readonly sources: LinkingSection[]
  readonly sections: LinkedSection[]
}

/** By anchor of a section, the terms of the texts that link to it, joined by blanks. */
type AnchorTexts = Map<string, string[]>

/** A row of `pages`, and what its links are read by. */
interface PageRow {
  readonly number: number
  readonly lookup: string
  readonly alias: string | null
  readonly language: string | null
  readonly links_json: string
}

/** Reads which pages and sections of a site are linked, with the texts in an order that does not change by itself. */
export async function readLinkedPages(database: Database, siteId: string): Promise<LinkedPage[]> {
  const pages = await database
    .selectFrom('pages')
    .select(['number', 'lookup', 'alias', 'language', 'links_json'])
    .where('site_id', '=', siteId)
    .orderBy('number')
    .execute()
  const links = new SiteLinks(pages)
  for (const page of pages) links.read(page)
  await addSections(database, siteId, links)
  return [...links.pages.values()]
}

/** The links between the pages of a site. */
class SiteLinks {
  readonly pages = new Map<number, LinkedPage>()
  /** By page. */
  readonly anchorTexts = new Map<number, AnchorTexts>()
  /** By page: the ordinals of sections by their further ids. */
  readonly ordinals = new Map<number, ReadonlyMap<string, number>>()
  readonly #languages: ReadonlyMap<number, string | null>
  readonly #targetOf: ReturnType<typeof createTargets>

  constructor(pages: readonly PageRow[]) {
    this.#languages = new Map(pages.map(({ number, language }) => [number, language]))
    this.#targetOf = createTargets(pages)
  }

  /** Adds the links that a page holds. */
  read({ number, lookup, links_json }: PageRow): void {
    const stored: (PageLink | SectionName)[] = JSON.parse(links_json)
    const names = stored.filter((entry) => 'name' in entry)
    if (names.length > 0) this.ordinals.set(number, new Map(names.map(({ name, section }) => [name, section])))
    /** By ordinal of a section: the pages that it links to. */
    const targets = new Map<number, Set<number>>()
    for (const link of stored) {
      if (!('text' in link)) continue
      const { section = 0, path, anchor, text } = link
      const page = path === undefined ? number : this.#targetOf(path, lookup)
      if (page === undefined || page === null || (page === number && anchor === undefined)) continue
      const target = this.#pageOf(page)
      if (page !== number) {
        target.texts.push(text)
        targets.set(section, (targets.get(section) ?? new Set()).add(page))
      }
      if (anchor !== undefined) this.#addAnchorText(page, anchor, text)
    }
    for (const [ordinal, pages] of targets) {
      for (const page of pages) this.#pageOf(page).sources.push({ page: number, ordinal, links: pages.size })
    }
  }

  #pageOf(number: number): LinkedPage {
    const former = this.pages.get(number)
    if (former) return former
    const analysis = analysisOf(this.#languages.get(number) ?? null)
    const page = { page: number, analysis, texts: [], sources: [], sections: [] }
    this.pages.set(number, page)
    return page
  }

  #addAnchorText(page: number, anchor: string, text: string): void {
    const byAnchor: AnchorTexts = this.anchorTexts.get(page) ?? new Map()
    this.anchorTexts.set(page, byAnchor)
    const texts = byAnchor.get(anchor) ?? []
    byAnchor.set(anchor, texts)
    const terms = [...new Set(readTerms(text))].join(' ')
    if (terms !== '' && texts.length < mostTexts && !texts.includes(terms)) texts.push(terms)
  }
}

/** Adds to each linked page its sections that are linked. */
async function addSections(database: Database, siteId: string, links: SiteLinks): Promise<void> {
  const pages = [...links.anchorTexts.keys()]
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const sections = await database
      .selectFrom('sections')
      .select(['page', 'ordinal', 'anchor'])
      .where('site_id', '=', siteId)
      .where('page', 'in', pages.slice(start, start + pagesAtOnce))
      .where('anchor', 'is not', null)
      .orderBy('page')
      .orderBy('ordinal')
      .execute()
    const targets = new Set<string>()
    for (const { page, ordinal, anchor } of sections) {
      // Links lead to the first part of a section that is cut.
      const target = `${page}#${anchor}`
      if (targets.has(target)) continue
      targets.add(target)
      const names = [...(links.ordinals.get(page) ?? [])].flatMap(([name, own]) => (own === ordinal ? [name] : []))
      const texts = [anchor ?? '', ...names].flatMap((name) => links.anchorTexts.get(page)?.get(name) ?? [])
      const kept = [...new Set(texts)].slice(0, mostTexts).map((terms) => terms.split(' '))
      if (kept.length > 0) links.pages.get(page)?.sections.push({ ordinal, texts: kept })
    }
  }
}
