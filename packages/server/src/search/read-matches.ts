import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { pageUrl } from '../pages/links.ts'
import { editionOf } from './editions/edition.ts'
import type { RankedPage, RankedSection } from './ranking/ranked-page.ts'
import type { SearchSite } from './search-options.ts'
import type { SectionMatch } from './section-match.ts'

/** A section that was chosen, with what its page says. */
export type ChosenSection = RankedSection & Omit<RankedPage, 'score' | 'sections'>

type SectionRow = Awaited<ReturnType<typeof selectSections>>[number]

/**
 * Reads sections with their pages, in the order in which they are given; without those that are gone.
 *
 * @returns also the revision of the bucket of each, as it was when they were read
 */
export async function readMatches(database: Database, site: SearchSite, sections: readonly ChosenSection[]) {
  const rows = sections.length > 0 ? await selectSections(database, site.id, sections) : []
  const byKey = new Map(rows.map((row) => [`${row.page} ${row.ordinal}`, row]))
  const matches = sections.flatMap((section): SectionMatch | [] => {
    const row = byKey.get(`${section.page} ${section.ordinal}`)
    return row ? matchOf(section, row, site.url) : []
  })
  return { matches, revisions: rows.map(({ page, revision }) => ({ page, revision })) }
}

/** In one statement, so that all of it is of the same state. */
const selectSections = (database: Database, siteId: string, sections: readonly ChosenSection[]) => {
  const places = sections.map(({ page, ordinal }) => sql`(cast(${page} as integer), cast(${ordinal} as integer))`)
  // Joined with the buckets, PostgreSQL would read all sections of the site; without the numbers of the pages, all pages.
  // With places joined by “or”, SQLite would read all sections.
  return database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['page', 'ordinal', 'heading', 'anchor', 'breadcrumbs_json', 'content', 'words'])
    .select(['path', 'slug', 'hash', 'title', 'description', 'trail_json', 'version', 'language', 'tags_json'])
    .select((select) =>
      select
        .selectFrom('buckets')
        .select('revision')
        .whereRef('buckets.site_id', '=', 'sections.site_id')
        .where('bucket', '=', sql<number>`page >> 8`)
        .as('revision'),
    )
    .where('sections.site_id', '=', siteId)
    .where('pages.number', 'in', [...new Set(sections.map(({ page }) => page))])
    .where(sql<boolean>`(page, ordinal) in (values ${sql.join(places)})`)
    .execute()
}

const matchOf = (
  { score, byWords, hasSubsections = false, linkLikeness = 0, linkCount = 0 }: ChosenSection,
  row: SectionRow,
  siteUrl: string | null,
): SectionMatch => {
  const { page, ordinal, hash, path, slug, title, description, heading, anchor, content, words } = row
  const above: string[] = JSON.parse(row.breadcrumbs_json)
  return {
    ...editionOf(row),
    path,
    title,
    description,
    heading,
    anchor,
    url: pageUrl(siteUrl, slug ?? path, anchor),
    trail: JSON.parse(row.trail_json),
    breadcrumbs: above.length === 0 ? [title] : heading ? [...above, heading] : above,
    content,
    words,
    places: [{ page, ordinal, hash }],
    score,
    byWords,
    hasSubsections,
    linkLikeness,
    linkCount,
  }
}
