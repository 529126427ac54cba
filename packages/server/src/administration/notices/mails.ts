import type { Mail } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { anew, describeQueued } from '../../database/queue.ts'
import type { MailRow, SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { readSiteMail } from './site-mail.ts'

const mostMails = 200

const describeMail = (row: MailRow): Mail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  ...describeQueued(row),
})

/** What people were told of a site by mail, and what is still to be sent, the latest first. */
export const listMails = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<{ mails: Mail[] }> => {
  const rows = await database
    .selectFrom('mails')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostMails)
    .execute()
  return { mails: rows.map(describeMail) }
}

/** Has a mail sent once more. @throws AppError `not_found`, or `conflict` when its address gets no mail any more */
export const resendMail = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  id: string,
): Promise<Mail> => {
  const mail = await database
    .selectFrom('mails')
    .select('recipient')
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new AppError('not_found', `The site "${site.domain}" has no mail "${id}".`)
  const addresses = (await readSiteMail(database, site.id))?.to ?? []
  if (!addresses.includes(mail.recipient))
    throw new AppError('conflict', `${mail.recipient} gets no mail about the site "${site.domain}" any more.`)
  const row = await database
    .updateTable('mails')
    .set(anew)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return describeMail(row)
}
