import type { Finding } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { findingsAbout } from '../../findings.ts'
import type { SendMail } from '../../mail.ts'
import { readSiteMail } from './site-mail.ts'

/**
 * Sends a mail to each address that is told of a site, and says whether the mail server took it.
 *
 * @throws AppError `conflict` when nobody is told, or the server sends no mail
 */
export const checkMail = async (
  database: Database,
  sendMail: SendMail | undefined,
  site: Pick<SiteRow, 'id' | 'name' | 'domain'>,
): Promise<Finding[]> => {
  const mail = await readSiteMail(database, site.id)
  if (!mail) throw new AppError('conflict', `Nobody is told of the site "${site.domain}" by mail.`)
  if (!sendMail) throw new AppError('conflict', 'The server sends no mail: SIDENOTE_SMTP_URL is not set.')
  const { good, problem } = findingsAbout('mail')
  const subject = `Mail about ${site.name} arrives`
  const text = `This is a test. Notices about ${site.name} are sent to this address.\n`
  return Promise.all(
    mail.to.map(async (to) => {
      const error = await sendMail({ to, subject, text })
      return error === null ? good(`The mail server took the mail to ${to}.`) : problem(`${to}: ${error}`)
    }),
  )
}
