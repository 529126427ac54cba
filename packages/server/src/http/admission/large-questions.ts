import { attachmentLimits } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { readSiteSettings } from '../../assistant/site-settings.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { ordinaryBody } from '../mount/mount.ts'
import { waitForFiles } from '../server/client-error.ts'

/** Files are sent as text, four characters for three bytes; all else has the room that it always has. */
const largest = ordinaryBody + Math.ceil((attachmentLimits.count * attachmentLimits.bytes * 4) / 3)
/** Each may hold some 60 MB for a moment. */
const mostAtOnce = 4

/** Whether a body is larger than any without files, by its own account. One that does not say is never read so far. */
export const isLarge = (request: Request): boolean => Number(request.headers['content-length'] ?? 0) > ordinaryBody

/**
 * Says how much a question may have: more than usual only where the site allows attachments, and for a few at a time, until
 * their answers have ended.
 */
export const createMeasure = (database: Database) => {
  let open = 0
  return async ({
    request,
    response,
    site,
  }: {
    request: Request
    response: Response
    site: SiteRow
  }): Promise<number> => {
    if (!isLarge(request)) return ordinaryBody
    const { attachments } = await readSiteSettings(database, site)
    if (attachments.length === 0) return ordinaryBody
    if (open >= mostAtOnce) {
      const message = 'The server is reading as many files as it can. Please try again in a few seconds.'
      throw new AppError('not_ready', message, { retryAfterSeconds: 5 })
    }
    // Before this, nobody waits for the response to close.
    if (response.closed) return ordinaryBody
    open++
    response.once('close', () => open--)
    waitForFiles(request, response)
    return largest
  }
}
