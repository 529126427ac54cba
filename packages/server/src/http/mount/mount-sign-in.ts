import { createHash } from 'node:crypto'
import { type Endpoint, signInAccountLimit } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { countRequest } from '../admission/count-request.ts'
import { checkOwnOrigin } from '../admission/sessions.ts'
import type { BodyOf, QueryOf } from './call.ts'
import type { Routes } from './gate.ts'
import { sendAnswer, successOf } from './mount.ts'
import { createBodyReader, createQueryReader, ordinaryBody } from './read-request.ts'
import { routePath } from './route-path.ts'

/** A request of the sign-in page. */
interface SignInCall<Operation extends Endpoint> {
  readonly body: BodyOf<Operation>
  readonly request: Request
  readonly response: Response
}

/** Nobody’s e-mail address is kept among the counts. */
const accountOf = (email: string) => createHash('sha256').update(email).digest('base64url')

const countedFor = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? [{ limit: signInAccountLimit, subject: accountOf(body.email) }]
    : []

/** Mounts where the browser comes back to from another site: what it brings has to prove itself. */
export const mountReturn = <Operation extends Endpoint>(
  { router, gate }: Routes,
  operation: Operation,
  handle: (call: Omit<SignInCall<Operation>, 'body'> & { readonly query: QueryOf<Operation> }) => unknown,
): void => {
  const readQuery = createQueryReader(operation)
  router[operation.method](routePath(operation.path), async (request, response) => {
    const query = readQuery(request)
    await countRequest(gate.takeFromLimits, { operation, request, response, payer: { organization_id: '' }, more: [] })
    response.set('Cache-Control', 'no-store')
    await handle({ query, request, response })
  })
}

/** Mounts an operation that needs no key, from anywhere: body, limits, then the handler. */
export const mountKeyless = <Operation extends Endpoint>(
  { router, gate }: Routes,
  operation: Operation,
  handle: (call: SignInCall<Operation>) => unknown,
): void => {
  const readBody = createBodyReader(operation)
  const success = successOf(operation)
  router[operation.method](routePath(operation.path), async (request, response) => {
    const body = await readBody(request, response, ordinaryBody)
    await countRequest(gate.takeFromLimits, { operation, request, response, payer: { organization_id: '' } })
    response.set('Cache-Control', 'no-store')
    sendAnswer(response, success, await handle({ body, request, response }))
  })
}

/** Mounts an operation that needs no key, but a page of the dashboard: origin, body, limits, then the handler. */
export const mountSignIn = <Operation extends Endpoint>(
  { router, gate }: Routes,
  operation: Operation,
  handle: (call: SignInCall<Operation>) => unknown,
): void => {
  const readBody = createBodyReader(operation)
  const success = successOf(operation)
  router[operation.method](routePath(operation.path), async (request, response) => {
    checkOwnOrigin(request, gate.publicUrl)
    const body = await readBody(request, response, ordinaryBody)
    // What counts for an organization elsewhere has none here.
    const payer = { organization_id: '' }
    await countRequest(gate.takeFromLimits, { operation, request, response, payer, more: countedFor(body) })
    response.set('Cache-Control', 'no-store')
    sendAnswer(response, success, await handle({ body, request, response }))
  })
}
