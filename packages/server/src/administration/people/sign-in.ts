import { isAPIError } from 'better-auth/api'
import { AppError } from '../../errors.ts'
import type { Authentication } from './authentication.ts'
import { causeOf, type KnownSession, readSession } from './read-session.ts'

/** The browser that signs in. */
export interface Browser {
  readonly address: string
  /** As it names itself. */
  readonly userAgent: string
}

/** What the library wants to know of a request. */
export const headersOf = ({ address, userAgent }: Browser): Headers =>
  new Headers({ 'x-client-address': address, 'user-agent': userAgent })

/** A session that has just begun, with the cookies to set. */
export interface NewSession {
  readonly session: KnownSession
  readonly cookies: readonly string[]
}

/** Reads the session of cookies that the library wants to set. @throws AppError `sign_in_failed` when it was ended meanwhile */
const openNewSession = async (authentication: Authentication, cookies: readonly string[]): Promise<NewSession> => {
  const pairs = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const session = await readSession(authentication, pairs)
  if (!session) {
    throw new AppError('sign_in_failed', 'You were signed out in the same moment, as your password was changed again.')
  }
  return { session, cookies }
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Signs a person in with their password. It takes as long for an unknown e-mail address as for a wrong password.
 *
 * @throws AppError `sign_in_failed`
 */
export const signIn = async (
  authentication: Authentication,
  body: Credentials,
  browser: Browser,
): Promise<NewSession> => {
  const request = { body, headers: headersOf(browser), returnHeaders: true } as const
  const { headers } = await authentication.api.signInEmail(request).catch((error: unknown) => {
    if (!isAPIError(error) || error.statusCode !== 401) throw causeOf(error)
    throw new AppError('sign_in_failed', 'There is nobody with this e-mail address and password.')
  })
  return openNewSession(authentication, headers.getSetCookie())
}

/** Begins the session of somebody who has proven who they are. */
export const beginSession = async (
  authentication: Authentication,
  personId: string,
  browser: Browser,
): Promise<NewSession> => {
  const request = { body: { personId }, headers: headersOf(browser), returnHeaders: true } as const
  const { headers } = await authentication.api.openSession(request).catch((error: unknown) => {
    throw causeOf(error)
  })
  return openNewSession(authentication, headers.getSetCookie())
}

/** Ends the session of a cookie. Returns the cookies that remove it. */
export const signOut = async (authentication: Authentication, cookie: string): Promise<readonly string[]> => {
  const { headers } = await authentication.api
    .signOut({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error: unknown) => {
      throw causeOf(error)
    })
  return headers.getSetCookie()
}

/** Moves the end of a session that is in use, once a day. Returns the cookies to set. */
export const prolongSession = async (authentication: Authentication, cookie: string): Promise<readonly string[]> => {
  const { headers } = await authentication.api
    .getSession({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error: unknown) => {
      throw causeOf(error)
    })
  return headers.getSetCookie()
}
