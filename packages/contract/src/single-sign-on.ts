import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { otherOrigin, signInOperation } from './sessions.ts'

/** How people can sign in here. */
export const signInMethodsSchema = z
  .object({
    singleSignOn: z
      .object({ name: z.string().describe('What people call it, such as “Acme”.') })
      .nullable()
      .describe('Null unless the operator has set up a provider of identities.'),
    passkeys: z.boolean().describe('Whether somebody here has a passkey.'),
  })
  .meta({ id: 'SignInMethods' })

/** Lists how people can sign in beside a password. The sign-in page asks it. */
export const getSignInMethods = endpoint({
  ...signInOperation,
  operationId: 'getSignInMethods',
  method: 'get',
  limits: [],
  path: '/dashboard/auth/methods',
  summary: 'How can people sign in?',
  body: undefined,
  responses: { 200: { description: 'The ways.', schema: signInMethodsSchema }, 403: otherOrigin },
})

/** Begins to sign somebody in by the provider of identities. */
export const beginSingleSignOn = endpoint({
  ...signInOperation,
  operationId: 'beginSingleSignOn',
  path: '/dashboard/auth/single-sign-on',
  summary: 'Begin to sign in by the provider of identities',
  description: 'Sets a cookie for ten minutes, without which the way back is refused.',
  body: undefined,
  responses: {
    200: {
      description: 'Where the browser goes next.',
      schema: z.object({ url: z.string().describe('At the provider of identities.') }),
    },
    403: otherOrigin,
    404: { description: 'No provider of identities is set up.' },
    503: { description: 'The provider of identities does not answer.' },
  },
})

/** Where the provider of identities sends the browser back to. */
export const finishSingleSignOn = endpoint({
  ...signInOperation,
  operationId: 'finishSingleSignOn',
  method: 'get',
  path: '/dashboard/auth/callback/oidc',
  summary: 'Come back from the provider of identities',
  description:
    'Leads to the dashboard: signed in, or with `?sign-in=refused`. Only who was invited and has joined is signed in, by an e-mail address that the provider says is verified.',
  body: undefined,
  query: z.object({
    code: z.string().max(4_000).optional(),
    state: z.string().max(500).optional(),
    iss: z.string().max(1_000).optional(),
    error: z.string().max(500).optional(),
    error_description: z.string().max(2_000).optional(),
  }),
  responses: {
    302: { description: 'On to the dashboard.' },
    404: { description: 'No provider of identities is set up.' },
  },
})

/** How people can sign in; see `signInMethodsSchema`. */
export type SignInMethods = z.infer<typeof signInMethodsSchema>
