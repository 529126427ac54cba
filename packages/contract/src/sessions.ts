import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { withNetwork } from './limits.ts'
import { roleSchema } from './roles.ts'

/** An e-mail address, in lower case. */
export const emailSchema = z.email().max(254).toLowerCase()

/** A new password. */
export const passwordSchema = z.string().min(10).max(128)

/** A name as other people of the organization see it. */
export const personNameSchema = z.string().trim().min(1).max(100)

/** Who uses the API: a person who has signed in, or a key. */
export const sessionSchema = z
  .object({
    person: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .describe('Who has signed in; null for a key.'),
    role: roleSchema,
    organization: z.object({
      id: z.string(),
      name: z.string(),
      isOperator: z.boolean().describe('Whether it is the first organization of the server, whose owners run it.'),
    }),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe('When the session or the key ends; a session lasts longer with use.'),
  })
  .meta({ id: 'Session' })

/** Says who uses the API, and what they may do. The dashboard asks it first: a 401 leads to the sign-in page. */
export const getSession = endpoint({
  ...administration,
  operationId: 'getSession',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/session',
  summary: 'Who am I?',
  description: 'Of the person who has signed in, or of the administrator key. Prolongs a session that is in use.',
  responses: { 200: { description: 'Person, role and organization.', schema: sessionSchema } },
})

/** How often a client address, and its network, can try to sign in, or to use a link. */
const addressLimits = withNetwork({ name: 'sign-in-address', subject: 'address', requests: 30, seconds: 900 })

/** How often anybody can try to sign in as one person. */
export const signInAccountLimit = { name: 'sign-in-account', subject: 'account', requests: 10, seconds: 900 } as const

/** The fields that operations of the sign-in page share: no key, from the dashboard’s own pages only. */
export const signInOperation = {
  tag: 'Dashboard',
  key: null,
  method: 'post',
  limits: addressLimits,
  query: undefined,
} as const

/** The answer of whatever signs somebody in. */
export const sessionResponse = {
  description: 'Signed in: the cookie of the session is set.',
  schema: sessionSchema,
} as const

/** The 403 of operations that only the dashboard’s own pages may use. */
export const otherOrigin = { description: 'The request is not from a page of this dashboard.' } as const
/** The 404 of operations that a link opens. */
export const badLink = { description: 'The link is unknown, used or expired.' } as const

/** Signs a person in with their password. */
export const signIn = endpoint({
  ...signInOperation,
  operationId: 'signIn',
  path: '/dashboard/auth/sign-in',
  summary: 'Sign in with a password',
  description:
    'The answer is the same for an unknown e-mail address and a wrong password. Sets an `HttpOnly` cookie, `__Host-sidenote-session` where the server is reached by HTTPS.',
  body: z.object({ email: emailSchema, password: z.string().min(1).max(128) }),
  responses: {
    200: sessionResponse,
    401: { description: 'There is nobody with this e-mail address and password.' },
    403: otherOrigin,
  },
})

/** Ends the session of the cookie. */
export const signOut = endpoint({
  ...signInOperation,
  operationId: 'signOut',
  path: '/dashboard/auth/sign-out',
  summary: 'Sign out',
  body: undefined,
  responses: { 204: { description: 'The session has ended, and the cookie is gone.' }, 403: otherOrigin },
})

/** Makes a person an owner of the first organization, by a link that only the operator of the server can print. */
export const setUpOwner = endpoint({
  ...signInOperation,
  operationId: 'setUpOwner',
  path: '/dashboard/auth/setup',
  summary: 'Become an owner by a setup link',
  description:
    'The token is in the address that `serve` prints at its first start, and `sidenote dashboard` at any time: it can be used once, within 30 minutes. Somebody of the first organization with this e-mail address gets the new password and the role `owner`, and their other sessions end.',
  body: z.object({
    token: z.string().min(1).max(200),
    name: personNameSchema,
    email: emailSchema,
    password: passwordSchema,
  }),
  responses: {
    201: sessionResponse,
    403: otherOrigin,
    404: badLink,
    409: { description: 'Somebody of another organization has this e-mail address.' },
  },
})

/** Who uses the API; see `sessionSchema`. */
export type Session = z.infer<typeof sessionSchema>
