import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { insertRows } from '../database/insert-rows.ts'
import type { PageRow, SectionRow } from '../database/tables.ts'
import { type PreparedIndex, prepareIndex, writeIndex } from '../search/index/change-index.ts'
import { freeNumbers } from './free-numbers.ts'
import { type FormerPage, type NewPage, pageRow, pageTable, sectionRows, sectionTable } from './page-rows.ts'

/** What a transaction writes; prepared before it, so that it is short. */
interface PreparedPages {
  readonly siteId: string
  /** The numbers of the pages that go, or whose place is taken. */
  readonly removed: readonly number[]
  readonly pages: readonly PageRow[]
  readonly sections: readonly SectionRow[]
  readonly index: PreparedIndex
}

/** How often other processes may change the same pages while a change is prepared. */
const mostAttempts = 5
/** Pages whose rows are made before everything else has its turn. */
const pagesAtOnce = 32

/**
 * Puts pages in the place of those that have their paths, each with its sections and its postings, in one transaction:
 * readers see all of the old or all of the new. Pages that fill a bucket of 256 at once are the fastest to write, as
 * each row of the index is written once.
 */
export const replacePages = (database: Database, siteId: string, pages: readonly NewPage[]): Promise<void> =>
  store(database, () => preparePages(database, siteId, pages))

/** Takes pages out of the index, in one transaction. */
export const removePages = async (database: Database, siteId: string, numbers: readonly number[]): Promise<void> => {
  if (numbers.length > 0) await store(database, () => prepareRemoval(database, siteId, numbers))
}

const store = async (database: Database, prepare: () => Promise<PreparedPages>): Promise<void> => {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const prepared = await prepare()
    if (await database.transaction().execute((transaction) => write(transaction, prepared))) return
  }
  throw new Error('The pages of the site were changed by another process each time they were to be stored.')
}

/** False where the index has changed since this was prepared; then nothing is written. */
const write = async (transaction: Database, prepared: PreparedPages): Promise<boolean> => {
  const { siteId, removed, pages, sections, index } = prepared
  if (!(await writeIndex(transaction, index))) return false
  if (removed.length > 0) {
    await transaction.deleteFrom('sections').where('site_id', '=', siteId).where('page', 'in', removed).execute()
    await transaction.deleteFrom('pages').where('site_id', '=', siteId).where('number', 'in', removed).execute()
  }
  await insertRows(transaction, pageTable, pages)
  await insertRows(transaction, sectionTable, sections)
  return true
}

const preparePages = async (database: Database, siteId: string, pages: readonly NewPage[]): Promise<PreparedPages> => {
  const paths = pages.map(({ path }) => path)
  const former = await selectFormer(database, siteId).where('path', 'in', paths).execute()
  const formerByPath = new Map(former.map((row) => [row.path, row]))
  const free = await freeNumbers(database, siteId, pages.length - former.length)
  const numbered = pages.map((page) => {
    const known = formerByPath.get(page.path)
    return { ...page, former: known, number: known?.number ?? free.shift() ?? 0 }
  })
  const pageRows: PageRow[] = []
  const rows: SectionRow[] = []
  for (const [at, page] of numbered.entries()) {
    pageRows.push(pageRow(siteId, page.number, page))
    for (const row of sectionRows(siteId, page.number, page.parsed)) rows.push(row)
    if (at % pagesAtOnce === 0) await pause()
  }
  const changes = numbered.map(({ number, former: known, index }) => ({
    page: number,
    formerTerms: known ? readTermList(known) : [],
    index,
  }))
  return {
    siteId,
    removed: former.map(({ number }) => number),
    pages: pageRows,
    sections: rows,
    index: await prepareIndex(database, siteId, changes),
  }
}

const prepareRemoval = async (
  database: Database,
  siteId: string,
  numbers: readonly number[],
): Promise<PreparedPages> => {
  const former = await selectFormer(database, siteId).where('number', 'in', numbers).execute()
  const changes = former.map((row) => ({ page: row.number, formerTerms: readTermList(row), index: undefined }))
  return { siteId, removed: numbers, pages: [], sections: [], index: await prepareIndex(database, siteId, changes) }
}

const selectFormer = (database: Database, siteId: string) =>
  database
    .selectFrom('pages')
    .select(['number', 'path', 'terms', 'source_id'])
    .select(['version', 'language', 'said_version', 'said_language'])
    .where('site_id', '=', siteId)

const readTermList = ({ terms }: Pick<FormerPage, 'terms'>): string[] => (terms === '' ? [] : terms.split(' '))
