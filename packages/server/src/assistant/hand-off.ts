import { randomUUID } from 'node:crypto'
import type { HandOffRequest } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { SealedStore } from '../database/seal.ts'
import type { SiteRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import type { SendMail } from '../mail.ts'
import { postWebhook } from '../post-webhook.ts'
import { isTrusted } from '../sources/trust.ts'
import { handOffPurpose, readSiteSettings } from './site-settings.ts'
import { readTurns, requireThread } from './threads.ts'

/** Questions of a conversation that go along: the last ones. */
const mostTurns = 50

/** What handing over needs. */
export interface HandOffDependencies {
  /** Undefined if the server sends no mail. */
  readonly sendMail: SendMail | undefined
  readonly log: Logger
}

type Site = Pick<SiteRow, 'id' | 'domain' | 'name' | 'organization_id'>

/** What the webhook gets, and the mail says. */
interface HandOff {
  readonly id: string
  readonly type: 'handoff.created'
  readonly createdAt: string
  readonly site: string
  readonly email: string
  readonly message: string | null
  readonly currentPath: string | null
  readonly conversation: readonly { readonly question: string; readonly answer: string }[]
}

const writeMail = ({ email, message, currentPath, conversation }: HandOff): string =>
  [
    `A reader asks for help: ${email}`,
    ...(currentPath === null ? [] : [`Page: ${currentPath}`]),
    ...(message === null ? [] : [message]),
    ...conversation.map(({ question, answer }) => `Question: ${question}\n\nAnswer: ${answer}`),
  ].join('\n\n')

/** Gives null when it was accepted, else why not. */
const deliver = async (
  { database, seal, sendMail }: HandOffDependencies & SealedStore,
  { site, to, handOff }: { site: Site; to: string; handOff: HandOff },
): Promise<string | null> => {
  if (/^mailto:/i.test(to)) {
    if (!sendMail) return 'The server sends no mail: SIDENOTE_SMTP_URL is not set.'
    const subject = `Question about ${site.name}`
    const address = to.slice('mailto:'.length)
    return sendMail({ to: address, replyTo: handOff.email, subject, text: writeMail(handOff) })
  }
  const row = await database
    .selectFrom('site_settings')
    .select('hand_off_secret_sealed')
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  if (!row?.hand_off_secret_sealed) return 'The webhook has no secret.'
  const secret = seal.open(handOffPurpose(site.id), row.hand_off_secret_sealed)
  const publicOnly = !(await isTrusted(database, site.organization_id))
  return postWebhook({ url: to, secret, id: handOff.id, body: JSON.stringify(handOff), publicOnly })
}

/**
 * Sends a reader's message, and the conversation if they agree, to the people whom the site's settings name.
 *
 * @throws AppError `not_found` when the site hands nothing over or it's not the reader's thread; `not_ready` when it wasn't accepted
 */
export const handOver = async (
  dependencies: HandOffDependencies & SealedStore,
  site: Site,
  request: HandOffRequest,
): Promise<void> => {
  const { database, log } = dependencies
  const { handOff: target } = await readSiteSettings(database, site)
  if (!target) throw new AppError('not_found', `The site "${site.domain}" hands no conversations over.`)
  await requireThread(database, site, request)
  const turns = request.withConversation ? await readTurns(database, request.threadId, { limit: mostTurns }) : []
  const handOff: HandOff = {
    id: `handoff_${randomUUID()}`,
    type: 'handoff.created',
    createdAt: new Date().toISOString(),
    site: site.domain,
    email: request.email,
    message: request.message?.trim() || null,
    currentPath: request.currentPath ?? null,
    conversation: turns,
  }
  const problem = await deliver(dependencies, { site, to: target.to, handOff })
  if (problem === null) return
  log.warn({ site: site.domain, handOff: handOff.id, problem }, 'a conversation could not be handed over')
  throw new AppError('not_ready', 'The message could not be delivered. Please try again in a moment.')
}
