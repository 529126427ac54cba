import { type Role, roleSchema } from '@sidenote/contract'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { Authentication } from './authentication.ts'

/** A person who has signed in, in one browser. */
export interface KnownSession {
  readonly kind: 'session'
  readonly id: string
  readonly organization_id: string
  readonly role: Role
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  /** ISO 8601. */
  readonly expiresAt: string
}

const readSchema = z.object({
  session: z.object({ id: z.string(), expiresAt: z.date() }),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), role: roleSchema, organizationId: z.string() }),
})

/** The library hides an error of the database in its own. */
export const causeOf = (error: unknown): unknown =>
  error instanceof APIError && error.statusCode >= 500 && error.cause !== undefined ? error.cause : error

/**
 * Reads the session of a cookie from the database, so that one that was ended is refused by the next request in every process.
 *
 * @returns undefined when the cookie is forged, or its session has ended
 */
export const readSession = async (
  authentication: Authentication,
  cookie: string,
): Promise<KnownSession | undefined> => {
  const request = { headers: new Headers({ cookie }), query: { disableRefresh: true } }
  const answer = await authentication.api.getSession(request).catch((error: unknown) => {
    throw causeOf(error)
  })
  if (!answer) return undefined
  const { session, user } = readSchema.parse(answer)
  const { id, name, email, role, organizationId } = user
  return {
    kind: 'session',
    id: session.id,
    organization_id: organizationId,
    role,
    person: { id, name, email },
    expiresAt: session.expiresAt.toISOString(),
  }
}

/** Whether a session has neither ended nor expired. */
export const isSessionOpen = async (database: Database, id: string): Promise<boolean> =>
  (await database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()) !== undefined
