import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { otherOrigin, sessionResponse, signInOperation } from './sessions.ts'

const passkeySchema = z
  .object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Passkey', description: 'A device, a key or a password manager that signs a person in.' })

/** Bytes as base64url. Attestations are the longest, with some kilobytes of certificates. */
const bytes = z.base64url().min(1).max(20_000)

const credential = {
  id: bytes.max(1_400),
  rawId: bytes.max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
}

/** What `navigator.credentials.create()` gives, as its `toJSON()` writes it. */
const newCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
})

/** What `navigator.credentials.get()` gives, as its `toJSON()` writes it. */
const usedCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.base64url().max(200).nullish(),
  }),
})

const optionsSchema = z.object({
  options: z
    .record(z.string(), z.unknown())
    .describe('For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.'),
})

/** Lists the passkeys of the person who asks. */
export const listPasskeys = endpoint({
  ...administration,
  operationId: 'listPasskeys',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/passkeys',
  summary: 'List my passkeys',
  description: 'Of the person who asks; a key has none.',
  responses: {
    200: { description: 'Newest first.', schema: z.object({ passkeys: z.array(passkeySchema) }) },
  },
})

const notNow = { description: 'Asked by a key, more than a day after signing in, or with 20 passkeys already.' }

/** Begins to add a passkey. */
export const beginPasskey = endpoint({
  ...administration,
  operationId: 'beginPasskey',
  role: 'viewer',
  method: 'post',
  path: '/admin/v1/passkeys/options',
  summary: 'Begin to add a passkey',
  description: 'The challenge in the options can be answered once, within five minutes.',
  responses: {
    200: { description: 'What the browser makes the passkey from.', schema: optionsSchema },
    409: notNow,
  },
})

/** Adds the passkey that the browser has made. */
export const createPasskey = endpoint({
  ...administration,
  operationId: 'createPasskey',
  role: 'viewer',
  method: 'post',
  path: '/admin/v1/passkeys',
  summary: 'Add a passkey',
  body: z.object({ name: z.string().trim().min(1).max(100), credential: newCredentialSchema }),
  responses: { 201: { description: 'The passkey.', schema: passkeySchema }, 409: notNow },
})

/** Removes a passkey of the person who asks. */
export const deletePasskey = endpoint({
  ...administration,
  operationId: 'deletePasskey',
  role: 'viewer',
  method: 'delete',
  path: '/admin/v1/passkeys/{id}',
  summary: 'Remove a passkey',
  responses: {
    204: { description: 'It signs nobody in any more. Sessions stay.' },
    404: { description: 'No such passkey of yours.' },
  },
})

/** Begins to sign somebody in with a passkey. */
export const beginPasskeySignIn = endpoint({
  ...signInOperation,
  operationId: 'beginPasskeySignIn',
  path: '/dashboard/auth/passkey/options',
  summary: 'Begin to sign in with a passkey',
  description: 'The challenge in the options can be answered once, within five minutes.',
  body: undefined,
  responses: {
    200: { description: 'What the browser asks for a passkey with.', schema: optionsSchema },
    403: otherOrigin,
  },
})

/** Signs a person in with a passkey. */
export const signInWithPasskey = endpoint({
  ...signInOperation,
  operationId: 'signInWithPasskey',
  path: '/dashboard/auth/passkey',
  summary: 'Sign in with a passkey',
  body: z.object({ credential: usedCredentialSchema }),
  responses: {
    200: sessionResponse,
    401: { description: 'The passkey is unknown, or its answer is wrong or too late.' },
    403: otherOrigin,
  },
})

/** A passkey of a person. */
export type Passkey = z.infer<typeof passkeySchema>
/** Body of `createPasskey`. */
export type NewPasskey = z.infer<typeof createPasskey.body>
/** What the browser answers a challenge of `beginPasskeySignIn` with. */
export type UsedPasskey = z.infer<typeof usedCredentialSchema>
