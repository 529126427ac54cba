import type { Endpoint, Limit } from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { KeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { observe } from '../../watch/observe.ts'
import { canonicalAddress, networkOf } from './address.ts'
import type { CountedLimit, LimitState, TakeFromLimits } from './limits/decision.ts'

/** The organization that a request counts for: that of the key, or of the site that is open without one. */
type Payer = Pick<KeyRow, 'organization_id'>

interface CountedRequest {
  readonly operation: Endpoint
  readonly request: Request
  readonly response: Response
  readonly payer: Payer
  /** Limits beside those of the operation. */
  readonly more?: readonly CountedLimit[]
}

/** Undefined when the limit doesn’t concern the request: an IPv4 address has no network. */
const subjectOf = ({ subject }: Limit, request: Request, payer: Payer): string | undefined => {
  if (subject === 'organization') return payer.organization_id
  if (subject === 'address') return canonicalAddress(request.ip)
  if (subject === 'network') return networkOf(request.ip)
  return String(request.params.projectId)
}

/** The limits of an operation that concern a request, each with the subject that it counts for. */
const limitsOf = ({ operation, request, payer }: Omit<CountedRequest, 'response' | 'more'>): CountedLimit[] =>
  operation.limits.flatMap((limit) => {
    const subject = subjectOf(limit, request, payer)
    if (subject === undefined) return []
    return [{ limit, subject: limit.within ? `${payer.organization_id}/${subject}` : subject }]
  })

const writeLimitHeaders = (response: Response, states: readonly LimitState[]): void => {
  const policy = states.map(({ limit }) => `"${limit.name}";q=${limit.requests};w=${limit.seconds}`)
  const remaining = states.map((state) => `"${state.limit.name}";r=${state.remaining};t=${state.resetSeconds}`)
  response.set({ 'RateLimit-Policy': policy.join(', '), RateLimit: remaining.join(', ') })
}

const subjectNames: Readonly<Record<Limit['subject'], string>> = {
  organization: 'this organization',
  address: 'this address',
  network: 'this network',
  project: 'this project',
  reader: 'this reader',
  account: 'this person',
}

/**
 * Counts a request against the limits of its operation and against `more`: all of them, or none when one is used up.
 *
 * @throws AppError `rate_limited`
 */
export const countRequest = async (
  takeFromLimits: TakeFromLimits,
  { operation, request, response, payer, more = [] }: CountedRequest,
): Promise<void> => {
  const counted = [...limitsOf({ operation, request, payer }), ...more]
  if (counted.length === 0) return
  const decision = await takeFromLimits(counted)
  writeLimitHeaders(response, decision.states)
  if (decision.admitted) return
  const { exceeded, retryAfterSeconds } = decision
  observe('limit-refusal', { limit: exceeded.name })
  throw new AppError(
    'rate_limited',
    `The limit of ${exceeded.requests} requests in ${exceeded.seconds} seconds for ${subjectNames[exceeded.subject]} is used up. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}
