import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Block } from '../pages/block.ts'

/** Where a section is stored. */
export interface SectionPlace {
  /** Number of its page. */
  readonly page: number
  readonly ordinal: number
  /** Of the page: another page, or another reading of this one, has another. */
  readonly hash: string
}

/** The text of one section, or of several that stand in a row. */
export interface Passage {
  /** Markdown. */
  readonly content: string
  readonly places: readonly SectionPlace[]
}

/**
 * Reads the blocks of passages, in one statement. A search reads none of them: they are for the few passages that an answer is
 * made from. Where a page was replaced in the meantime, or not read since blocks are stored, each paragraph of the Markdown is
 * taken as it stands.
 */
export async function readBlocks(database: Database, siteId: string, passages: readonly Passage[]): Promise<Block[][]> {
  const places = passages.flatMap((passage) => passage.places)
  const rows = places.length > 0 ? await selectBlocks(database, siteId, places) : []
  const stored = new Map(rows.map((row) => [keyOf(row), row.blocks_json]))
  return passages.map((passage) => {
    const found = passage.places.map((place) => stored.get(keyOf(place)) ?? null)
    return found.includes(null) ? paragraphsOf(passage.content) : found.flatMap(parseBlocks)
  })
}

const keyOf = ({ page, ordinal, hash }: SectionPlace): string => `${page} ${ordinal} ${hash}`

const parseBlocks = (json: string | null): Block[] => (json === null ? [] : JSON.parse(json))

const paragraphsOf = (content: string): Block[] =>
  content.split('\n\n').map((text) => ({ type: 'paragraph', children: [text] }))

const selectBlocks = (database: Database, siteId: string, places: readonly SectionPlace[]) => {
  const wanted = places.map(({ page, ordinal }) => sql`(cast(${page} as integer), cast(${ordinal} as integer))`)
  return database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['page', 'ordinal', 'hash', 'blocks_json'])
    .where('sections.site_id', '=', siteId)
    .where('pages.number', 'in', [...new Set(places.map(({ page }) => page))])
    .where(sql<boolean>`(page, ordinal) in (values ${sql.join(wanted)})`)
    .execute()
}
