import type { AssistantRequest, SiteSettingsUpdate } from '@sidenote/contract'
import type { SiteRow, TurnRow } from '../database/tables.ts'
import type { OnUsage } from './models/model-call.ts'
import type { Conversation } from './question/conversation.ts'
import type { RankedRetrieval } from './retrieve/retrieve.ts'

/** A question that `readQuestion` has accepted. */
export interface AnswerRequest {
  readonly site: Pick<SiteRow, 'id' | 'domain' | 'name' | 'url'>
  readonly request: AssistantRequest
  readonly conversation: Conversation
  /** Fires when nobody waits for the answer any more; the model is released at once. */
  readonly signal: AbortSignal
  /** Gets the turn in place of the database: then neither it nor its thread is stored, and nothing counts it. */
  readonly keep?: ((turn: TurnRow) => Promise<void>) | undefined
  /** Gets the cost of each model call when the call ends. */
  readonly onUsage?: OnUsage | undefined
  /** Stand in for the site’s settings. */
  readonly settings?: SiteSettingsUpdate | undefined
  /** Gets what each search gave. */
  readonly onRetrieval?: ((query: string, retrieval: RankedRetrieval) => void) | undefined
}
