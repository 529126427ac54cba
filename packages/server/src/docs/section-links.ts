import type { Database } from '../database/database.ts'
import type { RankedPage } from './rank.ts'
import { readTerms } from './words.ts'

/** What a section gains, as a part of its page's score, when a link calls it just what the query says. */
const namedShare = 0.5

/** The same pages, in each of which sections go up whose links say what the query says. */
export async function preferNamed(
  database: Database,
  siteId: string,
  query: string,
  ranked: readonly RankedPage[],
): Promise<RankedPage[]> {
  const rows = await database
    .selectFrom('section_link_terms')
    .innerJoin('sections', (join) =>
      join
        .onRef('sections.site_id', '=', 'section_link_terms.site_id')
        .onRef('sections.page', '=', 'section_link_terms.page')
        .onRef('sections.anchor', '=', 'section_link_terms.anchor'),
    )
    .select(['sections.page', 'sections.ordinal', 'section_link_terms.terms'])
    .where('section_link_terms.site_id', '=', siteId)
    .where(
      'section_link_terms.page',
      'in',
      ranked.map(({ page }) => page),
    )
    .execute()
  const asked = new Set(readTerms(query))
  const named = new Map<string, number>()
  for (const { page, ordinal, terms } of rows) {
    const key = `${page} ${ordinal}`
    named.set(key, Math.max(named.get(key) ?? 0, likeness(terms.split(' '), asked)))
  }
  return ranked.map((page) => withNames(page, (ordinal) => named.get(`${page.page} ${ordinal}`) ?? 0))
}

function withNames({ sections, ...page }: RankedPage, namedOf: (ordinal: number) => number): RankedPage {
  const { score } = page
  const gained = sections.map((section) => {
    const linkedAs = namedOf(section.ordinal)
    return { ...section, linkedAs, score: section.score + namedShare * score * linkedAs }
  })
  const most = Math.max(...gained.map((section) => section.score))
  return {
    ...page,
    sections: gained
      .map((section) => ({ ...section, score: most > 0 ? (score * section.score) / most : score }))
      .sort((one, other) => other.score - one.score),
  }
}

/** How much some terms, each once, and those of a query say the same, 0 to 1: the share of each that the other has, multiplied. */
export function likeness(said: readonly string[], asked: ReadonlySet<string>): number {
  if (said.length === 0 || asked.size === 0) return 0
  const shared = said.filter((term) => asked.has(term)).length
  return (shared / said.length) * (shared / asked.size)
}
