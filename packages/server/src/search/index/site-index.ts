import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Editions } from '../editions/edition.ts'
import type { EditionsMemory } from '../editions/site-editions.ts'
import type { LinkTextRow, PostingsRow } from '../ranking/term-rows.ts'
import { SiteMemory } from '../site-memory.ts'
import { analysisOf } from '../words/languages.ts'
import { type IndexLengths, readIndexLengths } from './index-lengths.ts'
import { linkingSections } from './linked-pages.ts'
import { sectionTerm } from './section-links.ts'

/** The lengths of a site's fields, with the revisions of the buckets they were read from. */
export interface SiteLengths {
  lengths: IndexLengths
  revisions: ReadonlyMap<number, number>
  editions: Editions
  /** For `readTwins` and `pagesMeeting`. */
  editionsMemory: EditionsMemory
  /** By which the words of its pages are read, as `analysisOf` says. */
  analyses: ReadonlySet<string>
}

/** What the index has of some terms. */
export interface TermRows {
  postings: PostingsRow[]
  linkTexts: LinkTextRow[]
}

/** How many sections the memory holds; each takes about 30 bytes. */
const mostSections = 1_000_000
/** How many terms are looked up at a time. */
const mostTerms = 400

/** What a process keeps of the indexes of sites. */
export type IndexMemory = SiteMemory<SiteLengths>

/** Keeps nothing yet. */
export const openIndexMemory = (): IndexMemory => new SiteMemory(mostSections, ({ lengths }) => lengths.sectionCount)

/** What a site's index is read from. */
interface IndexStore {
  readonly database: Database
  readonly sites: IndexMemory
}

/** What a query needs of a site's index. */
export interface SiteIndex extends SiteLengths, TermRows {
  /** The query's terms, as the languages of the pages read them. */
  readings: readonly (readonly string[])[]
  /** Terms that two of its words make together; no reading has them. */
  joined: readonly string[]
}

/**
 * Reads what a query needs of a site's index. The lengths of its fields are kept, as every query needs all of them; the
 * revisions of the buckets come with the rows of the terms, in one statement, and say whether they still hold. So a change by
 * any process shows with the next query.
 *
 * @param readTerms Gives the query's terms by the languages that the site's pages are in.
 */
export async function readSiteIndex(
  { database, sites }: IndexStore,
  siteId: string,
  readTerms: (site: Pick<SiteLengths, 'analyses' | 'editions'>) => Pick<SiteIndex, 'readings' | 'joined'>,
): Promise<SiteIndex> {
  const readRows = async (site: SiteLengths) => {
    const { readings, joined } = readTerms(site)
    const terms = new Set([...readings.flat(), ...joined])
    const { revisions, ...rows } = await readTermRows(database, siteId, [...terms, linkingSections])
    return { index: { ...site, ...rows, readings, joined }, holds: isSame(site.revisions, revisions) }
  }
  const former = sites.get(siteId)
  if (former) {
    const { index, holds } = await readRows(former)
    if (holds) {
      sites.keep(siteId, former)
      return index
    }
  }
  const current = await readSiteLengths(database, siteId)
  sites.keep(siteId, current)
  sites.shrink()
  return (await readRows(current)).index
}

const isSame = (former: ReadonlyMap<number, number>, current: ReadonlyMap<number, number>): boolean =>
  former.size === current.size && [...current].every(([bucket, revision]) => former.get(bucket) === revision)

async function readSiteLengths(database: Database, siteId: string): Promise<SiteLengths> {
  const [buckets, editions] = await Promise.all([
    database.selectFrom('buckets').select(['bucket', 'revision', 'lengths']).where('site_id', '=', siteId).execute(),
    database.selectFrom('pages').select(['version', 'language']).distinct().where('site_id', '=', siteId).execute(),
  ])
  const languages = [...new Set(editions.map(({ language }) => language))]
  return {
    editions: { versions: [...new Set(editions.map(({ version }) => version))], languages },
    editionsMemory: {},
    analyses: new Set(languages.map(analysisOf)),
    lengths: readIndexLengths(buckets),
    revisions: new Map(buckets.map(({ bucket, revision }) => [bucket, revision])),
  }
}

/** What the index and the texts of links have of some terms, with the revisions of the buckets when the first were read. */
export async function readTermRows(
  database: Database,
  siteId: string,
  terms: readonly string[],
): Promise<TermRows & { revisions: ReadonlyMap<number, number> }> {
  const postings: PostingsRow[] = []
  const linkTexts: LinkTextRow[] = []
  const revisions = new Map<number, number>()
  for (let start = 0; start === 0 || start < terms.length; start += mostTerms) {
    const some = terms.slice(start, start + mostTerms)
    const rows = await database
      .selectFrom('postings')
      .select([
        sql<'posting' | 'link' | 'bucket'>`'posting'`.as('kind'),
        'term',
        'bucket',
        'sections as number',
        'entries',
      ])
      .where('site_id', '=', siteId)
      .where('term', 'in', some)
      .unionAll((also) =>
        also
          .selectFrom('link_texts')
          .select([sql<'link'>`'link'`.as('kind'), 'term', 'bucket', sql<number>`0`.as('number'), 'entries'])
          .where('site_id', '=', siteId)
          .where('term', 'in', [...some, ...some.map(sectionTerm)]),
      )
      .unionAll((also) =>
        also
          .selectFrom('buckets')
          .select([sql<'bucket'>`'bucket'`.as('kind'), sql<string>`''`.as('term'), 'bucket', 'revision as number'])
          .select(sql<Uint8Array>`null`.as('entries'))
          .where('site_id', '=', siteId),
      )
      .execute()
    for (const { kind, term, bucket, number, entries } of rows) {
      if (kind === 'posting') postings.push({ term, bucket, sections: number, entries })
      else if (kind === 'link') linkTexts.push({ term, bucket, entries })
      else if (start === 0) revisions.set(bucket, number)
    }
  }
  return { postings, linkTexts, revisions }
}
