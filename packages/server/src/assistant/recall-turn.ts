import type { SiteSettings } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { AnswerRequest } from './answer-request.ts'
import { type Conversation, historyOf } from './question/conversation.ts'
import { readSiteSettings, withUpdate } from './site-settings.ts'
import { readTurns } from './threads.ts'

/** A question in its thread. */
export interface ThreadRequest extends AnswerRequest {
  readonly threadId: string
}

/** A question with what was said before it, and how the site wants it answered. */
export interface Turn extends Omit<ThreadRequest, 'settings'> {
  readonly settings: SiteSettings
  readonly siteName: string
}

/** Reads what was said before a question, and the settings of the site. */
export const recallTurn = async (database: Database, request: ThreadRequest): Promise<Turn> => {
  const [conversation, stored] = await Promise.all([
    recallHistory(database, request),
    readSiteSettings(database, request.site),
  ])
  const settings = request.settings ? withUpdate(stored, request.settings) : stored
  return { ...request, conversation, settings, siteName: settings.name ?? request.site.name }
}

const rememberedTurns = 6

/**
 * Clients that send only the question with a `threadId` rely on us to know what was said before. A reader who edits the
 * first question, or asks it again, sends it alone as well, and takes back what was said after it.
 */
const recallHistory = async (
  database: Database,
  { conversation, request, threadId }: ThreadRequest,
): Promise<Conversation> => {
  const isRepeated = request.trigger === 'regenerate-message' || Boolean(request.messageId)
  if (conversation.history.length > 0 || !request.threadId || isRepeated) return conversation
  return { ...conversation, history: historyOf(await readTurns(database, threadId, { limit: rememberedTurns })) }
}
