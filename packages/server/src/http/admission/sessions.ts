import { includesRole } from '@sidenote/contract'
import type { Request } from 'express'
import { requireOperator } from '../../administration/organizations/operator.ts'
import type { Authentication } from '../../administration/people/authentication.ts'
import { type KnownSession, readSession } from '../../administration/people/read-session.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { type CalledRequest, keepRefusal } from './audit.ts'
import { isOwnOrigin } from './own-origin.ts'

/** Reads the session of a request’s cookie; undefined when it has none. @throws AppError `ended_session` */
export type ReadSession = (request: Request) => Promise<KnownSession | undefined>

const hasCookie = (header: string, name: string): boolean =>
  header.split(';').some((pair) => pair.trim().startsWith(`${name}=`))

/** Creates the reader of sessions. Other cookies of the same host are none of ours. */
export const createSessionReader = (authentication: Authentication): ReadSession => {
  const name = authentication.options.advanced.cookies.session_token.name
  return async (request) => {
    const cookie = request.get('cookie')
    if (!cookie || !hasCookie(cookie, name)) return undefined
    const session = await readSession(authentication, cookie)
    if (!session) throw new AppError('ended_session', 'Your session has ended. Please sign in again.')
    return session
  }
}

const changes = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD'

/**
 * Refuses a request that a page of another origin made with somebody’s cookie: the browser names the origin of everything that
 * changes something, and where the page of a read was.
 *
 * @throws AppError `origin_not_allowed`
 */
export const checkOwnOrigin = (request: Request, publicUrl: string | undefined): void => {
  const origin = request.get('origin')
  const own = publicUrl === undefined ? request.host : new URL(publicUrl).origin
  if (origin === undefined ? changes(request) : !isOwnOrigin(request, origin, publicUrl)) {
    const from = origin === undefined ? 'names no origin' : `comes from a page of ${origin}`
    const advice = publicUrl === undefined ? ' Behind a proxy, set SIDENOTE_PUBLIC_URL.' : ''
    throw new AppError(
      'origin_not_allowed',
      `The dashboard of this server is at ${own}, and this request ${from}.${advice}`,
    )
  }
  const site = request.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw new AppError('origin_not_allowed', `Only pages of the dashboard at ${own} may use its sessions.`)
}

/** The origin of the page that asks, once `checkOwnOrigin` has let it pass. Browsers name it with everything but a read. */
export const originOf = (request: Request): string => request.get('origin') ?? `${request.protocol}://${request.host}`

/** A form can send any body but this, and no page of another origin can send this without asking first. */
const checkContentType = (request: Request): void => {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.get('content-length') ?? 0) > 0
  if (!hasBody || !changes(request) || request.is('application/json')) return
  const type = request.get('content-type') ?? 'missing'
  throw new AppError('unsupported_media_type', `Content-Type is ${type}, but it must be application/json.`)
}

/**
 * Checks that a person may use an operation from where they are. The audit log keeps refusals.
 *
 * @throws AppError `origin_not_allowed`, `unsupported_media_type`, `role_missing` or `operator_only`
 */
export const admitSession = async (
  database: Database,
  called: CalledRequest & { readonly caller: KnownSession },
  publicUrl: string | undefined,
): Promise<void> => {
  const { operation, request, caller } = called
  try {
    checkOwnOrigin(request, publicUrl)
    checkContentType(request)
    if (!operation.role || !includesRole(caller.role, operation.role)) {
      throw new AppError(
        'role_missing',
        `You are ${caller.role} of this organization, and this takes the role ${operation.role}. An owner can change your role.`,
      )
    }
    if (operation.operatorOnly) requireOperator(caller)
  } catch (error) {
    await keepRefusal(database, called, error)
    throw error
  }
}
