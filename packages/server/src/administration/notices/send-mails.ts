import type { Logger } from 'pino'
import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import { claim, settle } from '../../database/queue.ts'
import type { MailRow } from '../../database/tables.ts'
import type { SendMail } from '../../mail.ts'

/** How often a process looks for mails that are due. */
const restMilliseconds = 5_000
/** After the first try: a minute, 5, 25, 2 hours, 10 hours. Then the mail is given up. */
const retryMilliseconds = [0, 1, 2, 3, 4].map((power) => 60_000 * 5 ** power)

interface MailDependencies {
  readonly database: Database
  readonly sendMail: SendMail
  /** Where browsers reach the server. */
  readonly publicUrl: string
  readonly log: Logger
}

const bodySchema = z.object({ text: z.string(), page: z.string() })

const dueMail = (database: Database) =>
  database.selectFrom('mails').where('next_at', '<=', databaseNow(database)).orderBy('next_at').limit(1)

/** Takes the mail that has been due longest. */
const takeMail = async (database: Database): Promise<MailRow | undefined> => {
  if (!(await dueMail(database).select('id').executeTakeFirst())) return undefined
  return database.transaction().execute(async (transaction) => {
    const due = await dueMail(transaction)
      .selectAll()
      .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate().skipLocked())
      .executeTakeFirst()
    if (!due) return undefined
    return transaction
      .updateTable('mails')
      .set(claim(transaction, due))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  })
}

const send = async ({ database, sendMail, publicUrl, log }: MailDependencies, mail: MailRow): Promise<void> => {
  const { domain } = await database
    .selectFrom('sites')
    .select('domain')
    .where('id', '=', mail.site_id)
    .executeTakeFirstOrThrow()
  const { text, page } = bodySchema.parse(JSON.parse(mail.body))
  const error = await sendMail({
    to: mail.recipient,
    subject: mail.subject,
    text: `${text}\n\n${publicUrl}/dashboard/${domain}${page}\n`,
  })
  const pause = retryMilliseconds[mail.attempts - 1]
  await database
    .updateTable('mails')
    .set(settle(database, error, pause))
    .where('id', '=', mail.id)
    .execute()
  if (error === null) return
  const outcome = pause === undefined ? 'gave up a mail' : 'a mail could not be sent'
  log.warn({ mail: mail.id, site: domain, attempts: mail.attempts, error }, outcome)
}

/** Sends what is due, one after the other. Several processes may do so at once. */
export const sendMails = async (dependencies: MailDependencies, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const mail = signal.aborted ? undefined : await takeMail(dependencies.database)
    if (!mail) return
    await send(dependencies, mail)
  }
}

/** Looks for mails that are due until the timer is cleared, or the signal fires. */
export const startMails = (dependencies: MailDependencies, signal: AbortSignal): NodeJS.Timeout => {
  let isSending = false
  return setInterval(() => {
    if (isSending) return
    isSending = true
    sendMails(dependencies, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) dependencies.log.warn({ err: error }, 'could not send mails')
      })
      .finally(() => {
        isSending = false
      })
  }, restMilliseconds).unref()
}
