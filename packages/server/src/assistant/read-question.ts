import type { AssistantRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { countFiles, readAttachments } from './question/attachments.ts'
import { type Conversation, readConversation } from './question/conversation.ts'
import { readSiteSettings } from './site-settings.ts'
import { requireThread } from './threads.ts'

type QuestionSite = Pick<SiteRow, 'id' | 'domain'>

/**
 * Reads a question, and refuses what cannot be answered: a question without words, files that the site doesn't accept, a
 * thread of another reader.
 *
 * @throws AppError `invalid_request`, `too_large` or `not_found`
 */
export const readQuestion = async (
  database: Database,
  site: QuestionSite,
  request: AssistantRequest,
): Promise<Conversation> => {
  const conversation = readConversation(request)
  const files = countFiles(request) > 0 ? await readFiles(database, site, request) : {}
  const { threadId, fp } = request
  if (threadId) await requireThread(database, site, { threadId, fp })
  return { ...conversation, ...files }
}

/** The files of the question, if the site's settings allow any. */
const readFiles = async (
  database: Database,
  site: QuestionSite,
  request: AssistantRequest,
): Promise<Pick<Conversation, 'attachments' | 'unreadFiles'>> => {
  const { attachments: types } = await readSiteSettings(database, site)
  if (types.length === 0) return { unreadFiles: countFiles(request) }
  return { attachments: readAttachments(request, types) }
}
