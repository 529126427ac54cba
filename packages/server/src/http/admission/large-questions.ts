import { attachmentLimits } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { readSiteSettings } from '../../assistant/site-settings.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { ordinaryBody } from '../mount/read-request.ts'
import type { SlowRequests } from '../server/slow-requests.ts'

/** Base64 takes four characters for three bytes; the rest of the body gets its usual room. */
const largest = ordinaryBody + Math.ceil((attachmentLimits.count * attachmentLimits.bytes * 4) / 3)
/** Each can take some 60 MB for a moment. */
const mostAtOnce = 4

interface MeasuredQuestion {
  readonly request: Request
  readonly response: Response
  readonly site: SiteRow
}

/** Whether `Content-Length` says that the body carries files. Without that header a body is read only up to the usual size. */
export const isLarge = (request: Request): boolean => Number(request.headers['content-length'] ?? 0) > ordinaryBody

/**
 * Decides how large the body of a question can be, in bytes: larger than usual only where the site allows attachments, and
 * for a few questions at a time, until their answers have ended.
 */
export const createMeasure = (database: Database, slowRequests: SlowRequests) => {
  let open = 0
  return async ({ request, response, site }: MeasuredQuestion): Promise<number> => {
    if (!isLarge(request)) return ordinaryBody
    const { attachments } = await readSiteSettings(database, site)
    if (attachments.length === 0) return ordinaryBody
    if (open >= mostAtOnce) {
      const message = 'The server is reading as many files as it can. Please try again in a few seconds.'
      throw new AppError('not_ready', message, { retryAfterSeconds: 5 })
    }
    // The client may have left while the settings were read.
    if (response.closed) return ordinaryBody
    open++
    response.once('close', () => open--)
    slowRequests.wait(request, response)
    return largest
  }
}
