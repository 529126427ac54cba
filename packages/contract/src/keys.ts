import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { dayOrTimeSchema } from './day-or-time.ts'
import { endpoint } from './endpoint.ts'
import { domainSchema } from './sites.ts'
import { originSchema } from './web-address.ts'

const kind = z.enum(['assistant', 'administrator'])
const scope = z.enum(['read', 'write'])

const addresses = z
  .array(z.string().min(2).max(50))
  .max(100)
  .nullish()
  .describe(
    'Addresses and ranges that the key may be used from, such as `203.0.113.7`, `10.1.0.0/16` or `2001:db8::/32`. Empty allows any.',
  )

/** Body of `createKey`. What is allowed depends on `kind`; the refinements say so. */
export const keyRequestSchema = z
  .object({
    kind,
    site: domainSchema.nullish().describe('Domain of the site, for an assistant key.'),
    name: z.string().min(1).max(200).nullish(),
    expiresAt: dayOrTimeSchema
      .nullish()
      .describe('A time, or a day at whose start (UTC) the key expires. Without an expiry it never does.'),
    expiresInDays: z.int().min(1).max(3_650).nullish().describe('Alternative to `expiresAt`.'),
    addresses,
    origins: z
      .array(originSchema)
      .max(100)
      .nullish()
      .describe('For an assistant key: which of the site’s web origins may use it. Empty allows all of them.'),
    scope: scope
      .nullish()
      .describe('For an administrator key: `read` allows GET operations only, `write` allows all. Default `write`.'),
  })
  .refine((key) => (key.kind === 'assistant') === (typeof key.site === 'string'), {
    path: ['site'],
    message: 'is required for an assistant key, and not allowed for an administrator key',
  })
  .refine((key) => key.kind === 'assistant' || !key.origins?.length, {
    path: ['origins'],
    message: 'is for assistant keys: web pages never send an administrator key',
  })
  .refine((key) => key.kind === 'administrator' || !key.scope, {
    path: ['scope'],
    message: 'is for administrator keys',
  })
  .refine((key) => !key.expiresAt || !key.expiresInDays, {
    path: ['expiresInDays'],
    message: 'is not allowed together with expiresAt',
  })

/** A key without its text, as lists show it. */
export const keySchema = z
  .object({
    id: z.string(),
    kind,
    site: z.string().nullable(),
    name: z.string().nullable(),
    hint: z.string().describe('The last characters of the key.'),
    scope: scope.nullable().describe('Null for an assistant key.'),
    addresses: z.array(z.string()).describe('Empty means any.'),
    origins: z.array(z.string()).describe('Empty means those of the site.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute.'),
  })
  .meta({ id: 'Key' })

/** A new key with its text. Only a hash is stored, so no other answer can show it. */
export const createdKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself. Shown only this once.') })
  .meta({ id: 'CreatedKey' })

const noSuchKey = { description: 'No such key.' }

const revokeQuerySchema = z.object({
  last: z
    .literal('true')
    .optional()
    .describe(
      'Revoke it even if no other administrator key could change as much, for as long and from as many places.',
    ),
})

/** 100 new keys per organization and hour, so that a leaked administrator key can't hide among thousands it creates. */
export const keyCreationLimit = {
  name: 'keys-organization-hour',
  subject: 'organization',
  requests: 100,
  seconds: 3_600,
} as const

/** Creates a key. */
export const createKey = endpoint({
  ...administration,
  operationId: 'createKey',
  role: 'owner',
  method: 'post',
  path: '/admin/v1/keys',
  summary: 'Create a key',
  limits: [keyCreationLimit],
  body: keyRequestSchema,
  responses: {
    201: { description: 'The key. Shown only this once.', schema: createdKeySchema },
    404: noSuchSite,
  },
})

/** Lists the organization's keys, including revoked and expired ones. */
export const listKeys = endpoint({
  ...administration,
  operationId: 'listKeys',
  role: 'editor',
  method: 'get',
  path: '/admin/v1/keys',
  summary: 'List the keys',
  responses: { 200: { description: 'All keys, newest first.', schema: z.object({ keys: z.array(keySchema) }) } },
})

/** Fetches one key, without its text. */
export const getKey = endpoint({
  ...administration,
  operationId: 'getKey',
  role: 'editor',
  method: 'get',
  path: '/admin/v1/keys/{id}',
  summary: 'Fetch a key, without its text',
  responses: { 200: { description: 'The key.', schema: keySchema }, 404: noSuchKey },
})

/** Revokes a key. Revoking it again changes nothing. */
export const revokeKey = endpoint({
  ...administration,
  operationId: 'revokeKey',
  role: 'owner',
  method: 'delete',
  path: '/admin/v1/keys/{id}',
  summary: 'Revoke a key',
  description:
    'The last administrator key that lets somebody in for good is only revoked with `last=true`. A key counts as another way in if it can change things, expires no earlier, and isn’t limited to addresses unless this one is.',
  query: revokeQuerySchema,
  responses: {
    204: { description: 'Revoked, now or earlier.' },
    404: noSuchKey,
    409: { description: 'It is the last administrator key that lets somebody in for good.' },
  },
})

/** Body of `createKey`; see `keyRequestSchema`. */
export type KeyRequest = z.infer<typeof keyRequestSchema>
/** A key without its text; see `keySchema`. */
export type Key = z.infer<typeof keySchema>
/** A new key with its text; see `createdKeySchema`. */
export type CreatedKey = z.infer<typeof createdKeySchema>
