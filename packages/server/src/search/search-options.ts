import type { Filter } from '@sidenote/contract'
import type { SiteRow } from '../database/tables.ts'
import type { Editions } from './editions/edition.ts'

/** The site that is searched. */
export type SearchSite = Pick<SiteRow, 'id' | 'url'>

/** A search. */
export interface SearchOptions {
  query: string
  /** The part of the query that counts more: the question itself, where earlier questions stand before it. */
  emphasis?: string | undefined
  limit: number
  filter?: Filter | null | undefined
  /** Matches with a lower score are left out. */
  scoreThreshold?: number | null | undefined
  /** Path of the reader’s page: it and its neighbours rank a little higher, and its edition is meant. */
  currentPath?: string | null | undefined
  /** Picks the editions that the query names from those of the site. @default none */
  namedEditions?: ((editions: Editions) => Editions) | undefined
  /** Where nothing says which version is meant, all of them match, as the reader can be asked. @default the newest */
  asksBack?: boolean | undefined
  /** The last word may be the beginning of one that is still being typed. */
  typing?: boolean | null | undefined
  /** For `searchPages`: how many sections of one page it gives at most. @default 1 */
  sectionsPerPage?: number | undefined
}
