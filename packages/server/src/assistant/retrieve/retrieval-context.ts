import type { SiteRow } from '../../database/tables.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { SearchOptions } from '../../search/search-options.ts'
import type { Conversation } from '../question/conversation.ts'

/** A site whose pages are searched. */
export type RetrievalSite = Pick<SiteRow, 'id' | 'url'>

/** What every search for one question has in common. */
export interface RetrievalContext {
  readonly searchIndex: SearchIndex
  readonly site: RetrievalSite
  readonly conversation: Conversation
  /** What the site documents; may be empty. */
  readonly siteName: string
  /** How many matches become sources. */
  readonly limit: number
  readonly options: Pick<SearchOptions, 'filter' | 'currentPath' | 'namedEditions' | 'asksBack'>
}
