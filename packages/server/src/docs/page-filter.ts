import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'

/**
 * The numbers of the pages that meet a filter, or nothing when it asks for nothing. A page that names no version, no
 * language or no tag meets any; letter case does not matter, and `en` meets `en-GB`.
 */
export async function pagesMeeting(
  database: Database,
  siteId: string,
  filter: Filter,
): Promise<Set<number> | undefined> {
  const { version, language, tag } = filter
  if (!version && !language && !tag) return undefined
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'version', 'language', 'tags_json'])
    .where('site_id', '=', siteId)
    .execute()
  const meeting = rows.filter(
    (row) =>
      (!version || row.version === null || isSame(row.version, version)) &&
      (!language || row.language === null || isSameLanguage(row.language, language)) &&
      (!tag || meetsTag(row.tags_json, tag)),
  )
  return new Set(meeting.map((row) => row.number))
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The same language; a region counts when both name one. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().replace('_', '-'))
  if (first === undefined || second === undefined) return false
  return first === second || first.startsWith(`${second}-`) || second.startsWith(`${first}-`)
}

function meetsTag(json: string, tag: string): boolean {
  const tags: string[] = JSON.parse(json)
  return tags.length === 0 || tags.some((own) => isSame(own, tag))
}
