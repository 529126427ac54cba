import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

const identity = { ...administration, path: '/admin/v1/sites/{domain}/identity' } as const

/** The secret of `createIdentity`. It is in no other answer. */
export const createdIdentitySchema = z
  .object({ secret: z.string().describe('Signs the `fp` of readers. Shown only this once.') })
  .meta({ id: 'CreatedIdentity' })

/** Creates the secret that an application signs its readers with; signatures made with the earlier one stop counting. */
export const createIdentity = endpoint({
  ...identity,
  operationId: 'createIdentity',
  role: 'editor',
  method: 'post',
  summary: 'Create the secret that an application signs its readers with',
  description:
    'Replaces the earlier secret. A signed `fp` is `signed.`, its expiry in seconds since 1970, `.`, a signature, `.` and the ' +
    'reader’s identifier (up to 60 letters, digits and `_@:-`). The signature is the HMAC-SHA256, keyed with the secret and ' +
    'written as base64url, of the expiry, `.` and the identifier.',
  responses: { 201: { description: 'The secret.', schema: createdIdentitySchema }, 404: noSuchSite },
})

/** Removes the secret: signed readers are refused from then on. */
export const deleteIdentity = endpoint({
  ...identity,
  operationId: 'deleteIdentity',
  role: 'editor',
  method: 'delete',
  summary: 'Stop accepting signed readers',
  responses: { 204: { description: 'Signed `fp` values are refused now.' }, 404: noSuchSite },
})
