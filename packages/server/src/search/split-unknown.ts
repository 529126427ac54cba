import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { pageNumber, readEntries } from './index/buckets.ts'
import { readTermRows, type TermRows } from './index/site-index.ts'
import type { PostingsRow } from './ranking/term-rows.ts'
import { type Split, splitsOf } from './words/compounds.ts'
import { readTerms } from './words/words.ts'

/** More words that a site doesn't have are no look-up. */
const mostUnknown = 2
/** Pages that have both parts of a word and are looked at. */
const mostPages = 200

/** Words of a query that a site doesn't have, as the two words that stand side by side in its pages. */
export interface Splits extends TermRows {
  /** By the term of the whole word. */
  readonly terms: ReadonlyMap<string, readonly string[]>
}

/** Finds words that a site writes as two: `timezone` where pages say “time zone”, `utf8` where they say “UTF-8”. */
export async function splitUnknown(
  database: Database,
  siteId: string,
  { query, known }: { query: string; known: ReadonlySet<string> },
): Promise<Splits> {
  const unknown = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].flatMap((word) => {
    const [term, ...others] = readTerms(word)
    const splits = term !== undefined && others.length === 0 && !known.has(term) ? splitsOf(word) : []
    return term !== undefined && splits.length > 0 ? [{ term, splits }] : []
  })
  if (unknown.length === 0 || unknown.length > mostUnknown) return { terms: new Map(), postings: [], linkTexts: [] }
  const parts = unknown.flatMap(({ splits }) => splits.flatMap(({ terms }) => terms))
  const rows = await readTermRows(database, siteId, [...new Set(parts)])
  const postings = Map.groupBy(rows.postings, (row) => row.term)
  const terms = new Map<string, readonly string[]>()
  for (const { term, splits } of unknown) {
    for (const split of splits) {
      const [first, second] = split.terms.map((part) => postings.get(part) ?? [])
      if (!first || !second || !(await standSideBySide(database, siteId, { split, pages: sharedPages(first, second) })))
        continue
      terms.set(term, split.terms)
      break
    }
  }
  const used = new Set([...terms.values()].flat())
  const isUsed = (row: { term: string }) => used.has(row.term) && !known.has(row.term)
  return { terms, postings: rows.postings.filter(isUsed), linkTexts: rows.linkTexts.filter(isUsed) }
}

/** The numbers of pages that have both of two terms. */
function sharedPages(first: readonly PostingsRow[], second: readonly PostingsRow[]): number[] {
  const others = new Set(second.flatMap(pagesOf))
  return first
    .flatMap(pagesOf)
    .filter((page) => others.has(page))
    .slice(0, mostPages)
}

const pagesOf = ({ bucket, entries }: PostingsRow): number[] =>
  readEntries(entries).map(({ place }) => pageNumber(bucket, place))

/** Whether a page has the two words one behind the other, with a blank or a hyphen between them. */
async function standSideBySide(
  database: Database,
  siteId: string,
  { split, pages }: { split: Split; pages: readonly number[] },
): Promise<boolean> {
  if (pages.length === 0) return false
  const [first, second] = split.words
  const end = second.length > 3 && second.endsWith('s') ? second.slice(0, -1) : second
  const patterns = [' ', '-'].map((between) => `%${first}${between}${end}%`)
  const found = await database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select('page')
    .where('sections.site_id', '=', siteId)
    .where('sections.page', 'in', [...pages])
    .where((where) =>
      where.or(
        [sql<string>`lower(title)`, sql<string>`lower(content)`].flatMap((text) =>
          patterns.map((pattern) => where(text, 'like', pattern)),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
