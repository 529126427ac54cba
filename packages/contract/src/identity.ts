import { z } from 'zod'
import { administration, noSuchSite } from './admin.ts'
import { endpoint } from './endpoint.ts'

const identity = { ...administration, path: '/admin/v1/sites/{domain}/identity' } as const

export const createdIdentitySchema = z
  .object({ secret: z.string().describe('Signs the `fp` of readers, shown this once.') })
  .meta({ id: 'CreatedIdentity' })

export const createIdentity = endpoint({
  ...identity,
  operationId: 'createIdentity',
  method: 'post',
  summary: 'Make the secret that an application signs its readers’ identity with',
  description:
    'Takes the place of the earlier secret, if there was one. A signed `fp` is `signed.`, the time of its end in seconds ' +
    'since 1970, `.`, the HMAC-SHA256 of that time, `.` and the reader’s identifier under the secret as base64url, `.`, ' +
    'and the identifier: letters, digits and `_@:-`, at most 60.',
  responses: { 201: { description: 'The secret.', schema: createdIdentitySchema }, 404: noSuchSite },
})

export const deleteIdentity = endpoint({
  ...identity,
  operationId: 'deleteIdentity',
  method: 'delete',
  summary: 'Stop accepting signed readers',
  responses: { 204: { description: 'No signed `fp` is accepted any more.' }, 404: noSuchSite },
})
