import { z } from 'zod'
import { administration, dayOrTimeSchema, domainSchema, noSuchSite, originSchema } from './admin.ts'
import { endpoint } from './endpoint.ts'

const kind = z.enum(['assistant', 'administrator'])
const scope = z.enum(['read', 'write'])

const addresses = z
  .array(z.string().min(2).max(50))
  .max(100)
  .nullish()
  .describe(
    'Addresses and ranges that may send the key, such as `203.0.113.7`, `10.1.0.0/16` or `2001:db8::/32`; none: any.',
  )

export const keyRequestSchema = z
  .object({
    kind,
    site: domainSchema.nullish().describe('Domain of the site; for an assistant key.'),
    name: z.string().min(1).max(200).nullish(),
    expiresAt: dayOrTimeSchema
      .nullish()
      .describe('A time, or a day at whose beginning (UTC) the key ends. Without either expiry it never does.'),
    expiresInDays: z.int().min(1).max(3_650).nullish().describe('Instead of `expiresAt`.'),
    addresses,
    origins: z
      .array(originSchema)
      .max(100)
      .nullish()
      .describe('For an assistant key: of the web origins that the site lets in, only these may use the key.'),
    scope: scope
      .nullish()
      .describe('For an administrator key: `read` opens GET operations only. Default `write`, which opens all.'),
  })
  .refine((key) => (key.kind === 'assistant') === (typeof key.site === 'string'), {
    path: ['site'],
    message: 'names the site of an assistant key, and is left out for an administrator key',
  })
  .refine((key) => key.kind === 'assistant' || !key.origins?.length, {
    path: ['origins'],
    message: 'is for assistant keys: an administrator key is never sent by a web page',
  })
  .refine((key) => key.kind === 'administrator' || !key.scope, {
    path: ['scope'],
    message: 'is for administrator keys',
  })
  .refine((key) => !key.expiresAt || !key.expiresInDays, {
    path: ['expiresInDays'],
    message: 'is left out when there is an expiresAt',
  })

export const keySchema = z
  .object({
    id: z.string(),
    kind,
    site: z.string().nullable(),
    name: z.string().nullable(),
    hint: z.string().describe('The last characters of the key.'),
    scope: scope.nullable().describe('Null for an assistant key.'),
    addresses: z.array(z.string()).describe('None: any.'),
    origins: z.array(z.string()).describe('None: those of the site.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute.'),
  })
  .meta({ id: 'Key' })

export const createdKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself, shown this once.') })
  .meta({ id: 'CreatedKey' })

const noSuchKey = { description: 'No such key.' }

/** A leaked administrator key must not be able to hide among thousands of its own making. */
export const keyCreationLimit = {
  name: 'keys-organization-hour',
  subject: 'organization',
  requests: 100,
  seconds: 3_600,
} as const

export const createKey = endpoint({
  ...administration,
  operationId: 'createKey',
  method: 'post',
  path: '/admin/v1/keys',
  summary: 'Create a key',
  limits: [keyCreationLimit],
  body: keyRequestSchema,
  responses: {
    201: { description: 'The key, shown this once.', schema: createdKeySchema },
    404: noSuchSite,
  },
})

export const listKeys = endpoint({
  ...administration,
  operationId: 'listKeys',
  method: 'get',
  path: '/admin/v1/keys',
  summary: 'List the keys',
  responses: { 200: { description: 'All keys, newest first.', schema: z.object({ keys: z.array(keySchema) }) } },
})

export const getKey = endpoint({
  ...administration,
  operationId: 'getKey',
  method: 'get',
  path: '/admin/v1/keys/{id}',
  summary: 'Fetch a key, without its text',
  responses: { 200: { description: 'The key.', schema: keySchema }, 404: noSuchKey },
})

export const revokeKey = endpoint({
  ...administration,
  operationId: 'revokeKey',
  method: 'delete',
  path: '/admin/v1/keys/{id}',
  summary: 'Revoke a key',
  responses: { 204: { description: 'Revoked; also when it was before.' }, 404: noSuchKey },
})

export type KeyRequest = z.infer<typeof keyRequestSchema>
export type Key = z.infer<typeof keySchema>
export type CreatedKey = z.infer<typeof createdKeySchema>
