import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import { type Edition, editionOf } from './edition.ts'
import type { IndexLengths } from './index-lengths.ts'

/**
 * Whether a page meets a filter. One that names no version, no language or no tag meets any; letter case does not matter,
 * and `en` meets `en-GB`.
 */
export const meetsFilter = (page: Edition, { version, language, tag }: Filter): boolean =>
  (!version || page.version === null || isSame(page.version, version)) &&
  (!language || page.language === null || isSameLanguage(page.language, language)) &&
  (!tag || page.tags.length === 0 || page.tags.some((own) => isSame(own, tag)))

/** By the lengths they were read for, which are read anew when any page has changed: the numbers of the pages of each edition. */
const memory = new WeakMap<IndexLengths, readonly { edition: Edition; numbers: number[] }[]>()

/** The numbers of the pages that meet a filter, or nothing when it asks for nothing. */
export async function pagesMeeting(
  database: Database,
  site: { id: string; lengths: IndexLengths },
  filter: Filter,
): Promise<Set<number> | undefined> {
  if (!filter.version && !filter.language && !filter.tag) return undefined
  const editions = memory.get(site.lengths) ?? (await readEditions(database, site.id))
  memory.set(site.lengths, editions)
  return new Set(editions.flatMap(({ edition, numbers }) => (meetsFilter(edition, filter) ? numbers : [])))
}

async function readEditions(database: Database, siteId: string) {
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'version', 'language', 'tags_json'])
    .where('site_id', '=', siteId)
    .execute()
  const alike = Map.groupBy(rows, ({ version, language, tags_json }) => JSON.stringify([version, language, tags_json]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ edition: editionOf(first), numbers: group.map(({ number }) => number) }] : []
  })
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The same language; a region counts when both name one. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().replace('_', '-'))
  if (first === undefined || second === undefined) return false
  return first === second || first.startsWith(`${second}-`) || second.startsWith(`${first}-`)
}
