import { createHash } from 'node:crypto'
import type { AssistantRequest, Limit, Window } from '@sidenote/contract'
import { refuseSpentBudget } from '../../administration/budgets/spend-budget.ts'
import { readSiteLimits } from '../../administration/sites/site-limits.ts'
import { readQuestion } from '../../assistant/answer.ts'
import type { Conversation } from '../../assistant/question/conversation.ts'
import { currentTime, type DiscoveryCall, type Gate } from '../mount/mount.ts'
import { canonicalAddress } from './address.ts'
import type { CountedLimit } from './limits/decision.ts'
import { proofHeader, takeProof } from './proof-of-work.ts'

/** The window is part of the name, because a slice means nothing without its length. */
const limitOf = (name: string, subject: Limit['subject'], { requests, seconds }: Window): Limit => ({
  name: `${name}-${seconds}s`,
  ...{ subject, requests, seconds },
})

/** Who asks may be an e-mail address; counts do not need to know. */
const readerOf = (siteId: string, fp: string): string =>
  createHash('sha256').update(`${siteId}/${fp}`).digest('base64url').slice(0, 32)

/**
 * What a question has to pass beside the limits of its operation: the budget, the proof of work that the site asks for, and
 * the site’s own limits, which are given back to be counted together with the others, with what was asked. The proof is taken
 * before anything is counted: a proof that is sent twice costs nobody anything. What cannot be answered is refused before all
 * that.
 *
 * @throws AppError `invalid_request`, `too_large`, `not_found`, `budget_exhausted` or `proof_required`
 */
export const admitQuestion =
  (gate: Gate) =>
  async ({
    site,
    body,
    request,
  }: DiscoveryCall<AssistantRequest>): Promise<{ counted: CountedLimit[]; admitted: Conversation }> => {
    const { database } = gate
    const admitted = await readQuestion(database, site, body)
    const now = await currentTime(gate)
    const [{ perReader, perAddress, proofOfWork }] = await Promise.all([
      readSiteLimits(database, site),
      refuseSpentBudget(database, site.organization_id, now),
    ])
    if (proofOfWork) await takeProof(database, site, request.get(proofHeader))
    const address = canonicalAddress(request.ip)
    const counted: CountedLimit[] = []
    if (perReader) {
      const subject = readerOf(site.id, body.fp === 'anonymous' ? `anonymous/${address}` : body.fp)
      counted.push({ limit: limitOf('assistant-reader', 'reader', perReader), subject })
    }
    if (perAddress) {
      const limit = limitOf('assistant-site-address', 'address', perAddress)
      counted.push({ limit, subject: `${site.id}/${address}` })
    }
    return { counted, admitted }
  }
