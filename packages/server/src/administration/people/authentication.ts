import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Logger } from 'pino'
import type { OidcConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { openOidc } from './oidc.ts'
import { sessionOpener } from './session-opener.ts'

/** Everything that signing in depends on. */
export interface AuthenticationParts {
  readonly database: Database
  /** Signs cookies; the same in every process of a fleet. */
  readonly secret: string
  /** Where browsers reach the server; undefined when that is where it listens. */
  readonly publicUrl: string | undefined
  readonly oidc: OidcConfig | undefined
  readonly log: Logger
}

/** How long a session lasts that nobody uses. */
const sessionSeconds = 7 * 86_400
/** How often the end of a session that is in use is moved. */
const prolongSeconds = 86_400

/** The names of our cookies. Browsers take a `__Host-` cookie from HTTPS alone, and send it to no other host. */
const cookieOf = (publicUrl: string | undefined) => {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const nameOf = (what: string) => (isSecure ? `__Host-sidenote-${what}` : `sidenote-${what}`)
  return { name: nameOf('session'), stateName: nameOf('state'), isSecure }
}

/** Only errors reach the log, as their sentence: whatever else the library says is about single sign-ins. */
const logErrors = (log: Logger) => ({
  level: 'error' as const,
  log: (level: string, message: string) => {
    if (level === 'error') log.error({ message }, 'signing in failed')
  },
})

/** The library’s tables under our names. */
const tables = {
  user: {
    modelName: 'people',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    additionalFields: {
      role: { type: 'string', input: false },
      organizationId: { type: 'string', input: false, fieldName: 'organization_id' },
    },
  },
  account: {
    modelName: 'sign_in_methods',
    // Nobody reads them again.
    encryptOAuthTokens: true,
    fields: {
      userId: 'person_id',
      providerId: 'provider',
      accountId: 'account',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'person_id',
      ipAddress: 'address',
      userAgent: 'browser',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    expiresIn: sessionSeconds,
    updateAge: prolongSeconds,
  },
  verification: {
    modelName: 'sign_in_states',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const

/**
 * Opens the library that signs people in, over the store of everything else. It is only ever called as a function: none of its
 * routes are served, so its own limits and its checks of origins are off, and ours (`http/admission`) stand in front.
 */
export const openAuthentication = ({ database, secret, publicUrl, oidc, log }: AuthenticationParts) => {
  const { name, stateName, isSecure } = cookieOf(publicUrl)
  return betterAuth({
    secret,
    baseURL: publicUrl ?? 'http://localhost',
    // Where a provider of identities sends browsers back to.
    basePath: '/dashboard/auth',
    // Dates and booleans are text and numbers in both engines, which is what the library calls SQLite.
    database: { db: database, type: 'sqlite', transaction: false },
    ...tables,
    plugins: [sessionOpener, ...(oidc ? [openOidc(oidc)] : [])],
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: logErrors(log),
    advanced: {
      // The name says what the cookie is; the library would put another prefix before it.
      useSecureCookies: false,
      disableOriginCheck: true,
      disableCSRFCheck: true,
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
      cookies: {
        // Who comes back comes from another site.
        state: { name: stateName, attributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' } },
        session_token: { name, attributes: { secure: isSecure, httpOnly: true, sameSite: 'strict', path: '/' } },
      },
      database: {
        generateId: ({ model }) => `${model === 'user' ? 'person' : model}_${randomUUID()}`,
        // Our migrations answer for the tables. The library would read all tables of the database at the first use, those of
        // others too, and fail while one of them is dropped.
        validateSchema: false,
      },
    },
  })
}

/** Signs people in and out; see `openAuthentication`. */
export type Authentication = ReturnType<typeof openAuthentication>
