import type { ServerResponse } from 'node:http'
import type { Endpoint } from '@sidenote/contract'
import type { Request } from 'express'
import { isKeyOpen } from '../../administration/keys/is-key-open.ts'
import type { Caller } from '../../administration/people/caller.ts'
import { isSessionOpen } from '../../administration/people/read-session.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { ReadKey } from './keys.ts'
import type { ReadSession } from './sessions.ts'

/** What tells who sends a request. */
export interface CallerReaders {
  readonly readKey: ReadKey
  readonly readSession: ReadSession
}

/** Reads who sends a request. A key in the header counts before a cookie, which only operations with a role look at. */
export const readCaller = async (
  { readKey, readSession }: CallerReaders,
  { role }: Endpoint,
  request: Request,
): Promise<Caller> => {
  const session = role && !request.get('authorization') ? await readSession(request) : undefined
  return session ?? readKey(request)
}

/** Half of the second within which a stream notices that its caller may no longer read it. */
const checkMilliseconds = 500

/** Fires within a second when a key is revoked, a session ended, or either expires: that ends the streams that it opened. */
export const whenCallerEnds = (
  database: Database,
  { id, kind }: Pick<Caller, 'id' | 'kind'>,
  response: ServerResponse,
): AbortSignal => {
  const ended = new AbortController()
  const isOpen = () => (kind === 'session' ? isSessionOpen(database, id) : isKeyOpen(database, id))
  const end = (open: boolean) => {
    if (open) return
    ended.abort(
      kind === 'session'
        ? new AppError('ended_session', 'Your session has ended. Please sign in again.')
        : new AppError('revoked_key', 'This key was revoked, or it has expired.'),
    )
  }
  // A database that is away says nothing about the caller.
  const timer = setInterval(() => void isOpen().then(end, () => undefined), checkMilliseconds)
  response.once('close', () => clearInterval(timer))
  if (response.closed) clearInterval(timer)
  return ended.signal
}
