import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Database } from '../../database/database.ts'
import type { PageLink, SectionName } from '../../pages/page-links.ts'
import { analysisOf } from '../words/languages.ts'
import { readTerms } from '../words/words.ts'
import { bucketOf, placeOf } from './buckets.ts'
import { ByteWriter } from './bytes.ts'
import { type LinkingSection, linkingSections, writeLinkingSections } from './linked-pages.ts'
import { type NamedSection, writeSectionLinks } from './section-links.ts'

/** How far the length of the field matters (`b`), and what counts as its usual length, in terms. */
const norm = 0.8
const usualLength = 12
const chunkSize = 400
/** Goes up when rows are written in another form. */
const form = 7

/** Folders that may stand before the documentation in its addresses. */
const mostFolders = 2
/** Different texts by which a section is known. */
const mostTexts = 30

/**
 * Brings the texts of the links to each page and section up to date, once a sync has read all pages; returns how many
 * buckets of pages have changed. A row of `link_texts` says for one term which of its bucket's pages are linked by it: place
 * and relative frequency in hundredths, in the order of the pages. Other rows say which sections link to them, and which of
 * their sections are linked by a term.
 */
export async function updateLinkTexts(database: Database, siteId: string): Promise<number> {
  const linked = await readLinkedPages(database, siteId)
  const known = await database.selectFrom('link_buckets').selectAll().where('site_id', '=', siteId).execute()
  const digests = new Map(known.map(({ bucket, digest }) => [bucket, digest]))
  const buckets = Map.groupBy(linked, ({ page }) => bucketOf(page))
  let changed = 0
  for (const bucket of new Set([...buckets.keys(), ...digests.keys()])) {
    const pages = (buckets.get(bucket) ?? []).sort((one, other) => one.page - other.page)
    const digest = createHash('sha256')
      .update(JSON.stringify([form, pages]))
      .digest('hex')
    if (digests.get(bucket) === digest) continue
    await replaceBucket(database, { site_id: siteId, bucket }, pages.length > 0 ? digest : undefined, pages)
    changed++
  }
  return changed
}

interface LinkedPage {
  /** Its number. */
  readonly page: number
  /** How its words are read. */
  readonly analysis: string
  /** The texts of the links to it from other pages, and the sections that these are in. */
  readonly texts: string[]
  readonly linking: LinkingSection[]
  readonly sections: NamedSection[]
}

/** By anchor of a section, the terms of what links call it. */
type Names = Map<string, string[]>
/** By further ids of a page's sections, their ordinals. */
type Ordinals = Map<string, number>

/** What is linked, with the texts in an order that does not change by itself. */
async function readLinkedPages(database: Database, siteId: string): Promise<LinkedPage[]> {
  const pages = await database
    .selectFrom('pages')
    .select(['number', 'lookup', 'alias', 'language', 'links_json'])
    .where('site_id', '=', siteId)
    .orderBy('number')
    .execute()
  const targetOf = createTargets(pages)
  const linked = new Map<number, LinkedPage>()
  const names = new Map<number, Names>()
  const ordinals = new Map<number, Ordinals>()
  const languages = new Map(pages.map((page) => [page.number, page.language]))
  for (const { number, lookup, links_json } of pages) {
    const stored: (PageLink | SectionName)[] = JSON.parse(links_json)
    const links = stored.filter((each) => 'text' in each)
    const named = stored.filter((each) => 'name' in each)
    if (named.length > 0) ordinals.set(number, new Map(named.map(({ name, section }) => [name, section])))
    const targets = new Map<number, Set<number>>()
    const targetFor = (page: number) => {
      const target = linked.get(page) ?? newLinkedPage(page, languages.get(page) ?? null)
      linked.set(page, target)
      return target
    }
    for (const { section = 0, path, anchor, text } of links) {
      const page = path === undefined ? number : targetOf(path, lookup)
      if (page === undefined || (page === number && anchor === undefined)) continue
      const target = targetFor(page)
      if (page !== number) {
        target.texts.push(text)
        targets.set(section, (targets.get(section) ?? new Set()).add(page))
      }
      if (anchor === undefined) continue
      const named = names.get(page) ?? new Map<string, string[]>()
      names.set(page, named)
      const called = named.get(anchor) ?? []
      named.set(anchor, called)
      const terms = [...new Set(readTerms(text))].join(' ')
      if (terms !== '' && called.length < mostTexts && !called.includes(terms)) called.push(terms)
    }
    for (const [ordinal, pages] of targets) {
      for (const page of pages) targetFor(page).linking.push({ page: number, ordinal, links: pages.size })
    }
  }
  await nameSections(database, siteId, { linked, names, ordinals })
  return [...linked.values()]
}

const newLinkedPage = (page: number, language: string | null): LinkedPage => ({
  ...{ page, analysis: analysisOf(language), texts: [], linking: [], sections: [] },
})

/** Says of each linked page what links call its sections, those that it has. */
async function nameSections(
  database: Database,
  siteId: string,
  {
    linked,
    names,
    ordinals,
  }: {
    linked: ReadonlyMap<number, LinkedPage>
    names: ReadonlyMap<number, Names>
    ordinals: ReadonlyMap<number, Ordinals>
  },
): Promise<void> {
  const pages = [...names.keys()]
  for (let start = 0; start < pages.length; start += chunkSize) {
    const sections = await database
      .selectFrom('sections')
      .select(['page', 'ordinal', 'anchor'])
      .where('site_id', '=', siteId)
      .where('page', 'in', pages.slice(start, start + chunkSize))
      .where('anchor', 'is not', null)
      .orderBy('page')
      .orderBy('ordinal')
      .execute()
    const led = new Set<string>()
    for (const { page, ordinal, anchor } of sections) {
      // Links lead to the first part of a section that is cut.
      const target = `${page}#${anchor}`
      if (led.has(target)) continue
      led.add(target)
      const byName = [...(ordinals.get(page) ?? [])].flatMap(([name, named]) => (named === ordinal ? [name] : []))
      const called = [anchor ?? '', ...byName].flatMap((each) => names.get(page)?.get(each) ?? [])
      const texts = [...new Set(called)].slice(0, mostTexts).map((terms) => terms.split(' '))
      if (texts.length > 0) linked.get(page)?.sections.push({ ordinal, texts })
    }
  }
}

/**
 * Finds the page that a link means, as a site's generator would: by its path or its published address, from the root or from
 * the folder of the page that holds the link, without the numbers that order files (`01-install`), and without the folders
 * that stand before the documentation in its addresses (`/docs/`, `/en/`).
 */
export function createTargets(pages: readonly { number: number; lookup: string; alias: string | null }[]) {
  const exact = new Map<string, number>()
  const plain = new Map<string, number | undefined>()
  for (const { number, alias } of pages) if (alias !== null) exact.set(alias, number)
  for (const { number, lookup } of pages) exact.set(lookup, number)
  for (const [path, number] of exact) {
    const name = withoutOrder(path)
    plain.set(name, plain.has(name) && plain.get(name) !== number ? undefined : number)
  }
  return (path: string, from: string): number | undefined => {
    const known = exact.get(path) ?? (path === '' ? undefined : exact.get(posix.join(posix.dirname(from), path)))
    if (known !== undefined) return known
    const parts = withoutOrder(path).split('/')
    for (let folders = 0; folders <= mostFolders && folders < parts.length; folders++) {
      const rest = parts.slice(folders).join('/')
      if (rest !== '' && plain.has(rest)) return plain.get(rest)
    }
    return undefined
  }
}

const withoutOrder = (path: string): string => path.replace(/(?<=^|\/)\d+[-_.]\s*(?=[^/])/g, '')

function rowsOf(pages: readonly LinkedPage[]): Map<string, Uint8Array> {
  const writers = new Map<string, ByteWriter>()
  const write = (term: string, page: number, value: number) => {
    const writer = writers.get(term) ?? new ByteWriter()
    writers.set(term, writer)
    writer.number(placeOf(page))
    writer.number(value)
  }
  for (const { page, texts, analysis } of pages) {
    const terms = texts.flatMap((text) => readTerms(text, analysis))
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      write(term, page, Math.round((100 * count) / (1 - norm + (norm * terms.length) / usualLength)))
    }
  }
  const rows = new Map([
    ...[...writers].map(([term, writer]) => [term, writer.finish()] as const),
    ...writeSectionLinks(pages),
  ])
  const linked = pages
    .map(({ page, linking }) => ({ page, sections: linking }))
    .filter(({ sections }) => sections.length > 0)
  return linked.length > 0 ? rows.set(linkingSections, writeLinkingSections(linked)) : rows
}

async function replaceBucket(
  database: Database,
  key: { site_id: string; bucket: number },
  digest: string | undefined,
  pages: readonly LinkedPage[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const table of ['link_texts', 'link_buckets'] as const) {
      await transaction.deleteFrom(table).where('site_id', '=', key.site_id).where('bucket', '=', key.bucket).execute()
    }
    if (digest === undefined) return
    await transaction
      .insertInto('link_buckets')
      .values({ ...key, digest })
      .execute()
    const terms = [...rowsOf(pages)].map(([term, entries]) => ({ ...key, term, entries }))
    for (let start = 0; start < terms.length; start += chunkSize) {
      await transaction
        .insertInto('link_texts')
        .values(terms.slice(start, start + chunkSize))
        .execute()
    }
  })
}
