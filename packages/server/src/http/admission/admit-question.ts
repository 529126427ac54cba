import { createHash } from 'node:crypto'
import {
  type AssistantRequest,
  addressesPerNetwork,
  type Limit,
  type SiteLimits,
  type Window,
} from '@sidenote/contract'
import type { Request } from 'express'
import { refuseSpentBudget } from '../../administration/budgets/spend-budget.ts'
import { readSiteLimits } from '../../administration/sites/site-limits.ts'
import { freeModels } from '../../assistant/models/models.ts'
import type { SiteModels } from '../../assistant/models/site-models.ts'
import type { Conversation } from '../../assistant/question/conversation.ts'
import { readQuestion } from '../../assistant/read-question.ts'
import type { SiteRow } from '../../database/tables.ts'
import { currentTime, type Gate } from '../mount/gate.ts'
import { canonicalAddress, networkOf } from './address.ts'
import type { CountedLimit } from './limits/decision.ts'
import { proofHeader, takeProof } from './proof-of-work.ts'

/** The window is part of the name, because a slice means nothing without its length. */
const limitOf = (name: string, subject: Limit['subject'], { requests, seconds }: Window): Limit => ({
  name: `${name}-${seconds}s`,
  subject,
  requests,
  seconds,
})

/** Who asks: a name that the client or its application chose, or an address. A name can look like an address. */
type ReaderKind = 'reader' | 'anonymous'

/** A hash, because an `fp` can be an e-mail address, which counts don’t need. */
const readerOf = (siteId: string, kind: ReaderKind, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, siteId, name]))
    .digest('base64url')
    .slice(0, 32)

/** The limits that the owner of a site has set, each with the subject that it counts for. */
const siteLimitsOf = (
  { perReader, perAddress }: Pick<SiteLimits, 'perReader' | 'perAddress'>,
  { site, body, request }: Question,
): CountedLimit[] => {
  const address = canonicalAddress(request.ip)
  const network = networkOf(request.ip)
  const counted: CountedLimit[] = []
  if (perReader) {
    const isAnonymous = body.fp === 'anonymous'
    const subject = isAnonymous ? readerOf(site.id, 'anonymous', address) : readerOf(site.id, 'reader', body.fp)
    counted.push({ limit: limitOf('assistant-reader', 'reader', perReader), subject })
  }
  if (perAddress) {
    const limit = limitOf('assistant-site-address', 'address', perAddress)
    counted.push({ limit, subject: `${site.id}/${address}` })
  }
  if (perAddress && network) {
    const requests = addressesPerNetwork * perAddress.requests
    const limit = limitOf('assistant-site-network', 'network', { ...perAddress, requests })
    counted.push({ limit, subject: `${site.id}/${network}` })
  }
  return counted
}

/** A question of a reader, before it is counted. */
interface Question {
  readonly site: SiteRow
  readonly body: AssistantRequest
  readonly request: Request
}

/** Limits of the site that the question counts against, and what it asks. */
interface AdmittedQuestion {
  readonly counted: CountedLimit[]
  readonly admission: Conversation
}

/**
 * Checks a question in this order: can it be answered, is there budget left or an answer that costs nothing, does it carry the proof of work that the site
 * asks for. Returns the site’s limits, to be counted with those of the operation. The proof is spent before anything is
 * counted, so that sending one twice costs nothing.
 *
 * @throws AppError `invalid_request`, `too_large`, `not_found`, `budget_exhausted` or `proof_required`
 */
export const admitQuestion =
  (gate: Gate, siteModels: SiteModels) =>
  async ({ site, body, request }: Question): Promise<AdmittedQuestion> => {
    const { database } = gate
    const admission = await readQuestion(database, site, body)
    const now = await currentTime(gate)
    const models = await siteModels.of(site)
    const [siteLimits] = await Promise.all([
      readSiteLimits(database, site),
      freeModels(models) ? undefined : refuseSpentBudget(database, site.organization_id, now),
    ])
    if (siteLimits.proofOfWork) await takeProof(database, site, request.get(proofHeader))
    return { counted: siteLimitsOf(siteLimits, { site, body, request }), admission }
  }
