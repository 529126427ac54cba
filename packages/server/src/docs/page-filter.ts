import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import { type Edition, editionOf } from './edition.ts'

/**
 * Whether a page meets a filter. One that names no version, no language or no tag meets any; letter case does not matter,
 * and `en` meets `en-GB`.
 */
export const meetsFilter = (page: Edition, { version, language, tag }: Filter): boolean =>
  (!version || page.version === null || isSame(page.version, version)) &&
  (!language || page.language === null || isSameLanguage(page.language, language)) &&
  (!tag || page.tags.length === 0 || page.tags.some((own) => isSame(own, tag)))

/** The numbers of the pages that meet a filter, or nothing when it asks for nothing. */
export async function pagesMeeting(
  database: Database,
  siteId: string,
  filter: Filter,
): Promise<Set<number> | undefined> {
  if (!filter.version && !filter.language && !filter.tag) return undefined
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'version', 'language', 'tags_json'])
    .where('site_id', '=', siteId)
    .execute()
  return new Set(rows.filter((row) => meetsFilter(editionOf(row), filter)).map((row) => row.number))
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The same language; a region counts when both name one. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().replace('_', '-'))
  if (first === undefined || second === undefined) return false
  return first === second || first.startsWith(`${second}-`) || second.startsWith(`${first}-`)
}
