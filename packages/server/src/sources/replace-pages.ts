import type { Database } from '../database/database.ts'
import type { PageRow, SectionRow } from '../database/tables.ts'
import type { PagePlace } from '../generators/navigation.ts'
import { readPagePath, slugPath } from '../pages/links.ts'
import type { PackedPage, PageProblem } from '../pages/page.ts'
import { linksOf, type SectionName } from '../pages/page-links.ts'
import type { PageIndex } from '../search/index/page-index.ts'
import { changeIndex } from '../search/index/postings.ts'

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
  parsed: PackedPage
  index: PageIndex
}

/** What a sync needs to know of a page in the index. */
export interface KnownPage {
  number: number
  path: string
  file: string
  hash: string
  problems: PageProblem[]
  position: number | null
  source: string | null
}

/** Where a page stands now that has not changed otherwise. */
export type PageMove = Pick<KnownPage, 'number' | 'position' | 'source'>

const sectionChunk = 500

/**
 * Puts pages in the place of those that have their paths, each with its sections and its postings, in one transaction:
 * who reads sees all of the old or all of the new.
 */
export async function replacePages(database: Database, siteId: string, pages: readonly NewPage[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const former = await transaction
      .selectFrom('pages')
      .select(['number', 'path', 'terms', 'source_id'])
      .select(['version', 'language', 'said_version', 'said_language'])
      .where('site_id', '=', siteId)
      .where(
        'path',
        'in',
        pages.map((page) => page.path),
      )
      .execute()
    const formerByPath = new Map(former.map((row) => [row.path, row]))
    const free = await freeNumbers(transaction, siteId, pages.length - former.length)
    const numbered = pages.map((page) => {
      const known = formerByPath.get(page.path)
      return { page, known, number: known?.number ?? free.shift() ?? 0 }
    })
    await deleteRows(
      transaction,
      siteId,
      former.map((row) => row.number),
    )
    for (const { page, number, known } of numbered) {
      await insertPage(transaction, siteId, number, { ...page, told: known && toldOf(known, page) })
    }
    const changes = numbered.map(({ page, number, known }) => ({
      page: number,
      formerTerms: known ? readTermList(known.terms) : [],
      index: page.index,
    }))
    await changeIndex(transaction, siteId, changes)
  })
}

/** Takes pages out of the index, in one transaction. */
export async function removePages(database: Database, siteId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await database.transaction().execute(async (transaction) => {
    const former = await transaction
      .selectFrom('pages')
      .select(['number', 'terms'])
      .where('site_id', '=', siteId)
      .where('number', 'in', numbers)
      .execute()
    await deleteRows(transaction, siteId, numbers)
    const changes = former.map((row) => ({ page: row.number, formerTerms: readTermList(row.terms), index: undefined }))
    await changeIndex(transaction, siteId, changes)
  })
}

/** What the index has of a site, by path. */
export async function readKnownPages(database: Database, siteId: string): Promise<Map<string, KnownPage>> {
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'path', 'file', 'hash', 'problems_json', 'position', 'source_id as source'])
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map(({ problems_json, ...row }) => [row.path, { ...row, problems: JSON.parse(problems_json) }]))
}

/** Notes where pages stand whose texts are what they were. */
export async function movePages(database: Database, siteId: string, moves: readonly PageMove[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { number, position, source } of moves) {
      await transaction
        .updateTable('pages')
        .set({ position, source_id: source })
        .where('site_id', '=', siteId)
        .where('number', '=', number)
        .execute()
    }
  })
}

const readTermList = (terms: string): string[] => (terms === '' ? [] : terms.split(' '))

/** The lowest numbers that no page has, so that buckets stay full. */
async function freeNumbers(transaction: Database, siteId: string, count: number): Promise<number[]> {
  if (count <= 0) return []
  const rows = await transaction.selectFrom('pages').select('number').where('site_id', '=', siteId).execute()
  const taken = new Set(rows.map((row) => row.number))
  const free: number[] = []
  for (let number = 0; free.length < count; number++) if (!taken.has(number)) free.push(number)
  return free
}

async function deleteRows(transaction: Database, siteId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await transaction.deleteFrom('sections').where('site_id', '=', siteId).where('page', 'in', numbers).execute()
  await transaction.deleteFrom('pages').where('site_id', '=', siteId).where('number', 'in', numbers).execute()
}

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

type ToldEdition = Pick<PageRow, 'version' | 'language'>

/** What the address told holds until the sync has seen all pages. */
const toldOf = (
  known: ToldEdition & Pick<PageRow, 'said_version' | 'said_language' | 'source_id'>,
  page: NewPage,
): ToldEdition | undefined =>
  known.source_id === (page.source ?? null)
    ? {
        version: known.said_version === null ? known.version : null,
        language: known.said_language === null ? known.language : null,
      }
    : undefined

async function insertPage(
  transaction: Database,
  siteId: string,
  number: number,
  { told, ...page }: NewPage & { told: ToldEdition | undefined },
): Promise<void> {
  const { parsed } = page
  const slug = addressOf(page)
  await transaction
    .insertInto('pages')
    .values({
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
      version: parsed.version ?? told?.version ?? null,
      language: parsed.language ?? told?.language ?? null,
      said_version: parsed.version,
      said_language: parsed.language,
      tags_json: JSON.stringify(parsed.tags),
      problems_json: JSON.stringify(parsed.problems),
      trail_json: JSON.stringify(page.place?.trail ?? []),
      position: page.place?.position ?? null,
      source_id: page.source ?? null,
      links_json: JSON.stringify([...linksOf(parsed.sections, slug), ...namesOf(parsed.sections)]),
      terms: [...page.index.postings.keys()].join(' '),
    })
    .execute()
  const rows = parsed.sections.map(
    (section, ordinal): SectionRow => ({
      site_id: siteId,
      page: number,
      ordinal,
      heading: section.heading,
      anchor: section.anchor,
      breadcrumbs_json: JSON.stringify(section.breadcrumbs),
      content: section.content,
      words: section.words,
      blocks_json: section.blocksJson,
    }),
  )
  for (let start = 0; start < rows.length; start += sectionChunk) {
    await transaction
      .insertInto('sections')
      .values(rows.slice(start, start + sectionChunk))
      .execute()
  }
}
