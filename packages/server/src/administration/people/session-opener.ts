import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Adds to the library a function that begins the session of somebody who has proven who they are to us, not to it. Like all of it,
 * it has no route.
 */
export const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ personId: z.string() }) },
      async (call) => {
        const { internalAdapter } = call.context
        const user = await internalAdapter.findUserById(call.body.personId)
        if (!user) throw new Error(`There is no person "${call.body.personId}".`)
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(call, { session, user })
        return { id: session.id }
      },
    ),
  },
} as const
