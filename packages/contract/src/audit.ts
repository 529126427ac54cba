import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './list-query.ts'

const outcome = z.enum(['begun', 'done', 'failed', 'refused'])

const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().describe('`operationId` of the operation.'),
    target: z.string().describe('Address that the request was sent to, without readers’ identifiers.'),
    created: z.string().nullable().describe('Id or domain of what it created.'),
    fields: z.array(z.string()).describe('Names of the fields that were sent, never their values.'),
    outcome: outcome.describe(
      '`refused`: the key or the person lacks the right, or the request came from the wrong place. `begun`: the server stopped before it knew the outcome.',
    ),
    code: z.string().nullable().describe('Error code, if the outcome is `failed` or `refused`.'),
    key: z
      .object({ id: z.string(), name: z.string().nullable(), hint: z.string() })
      .nullable()
      .describe('The key that was used; null when a person did it.'),
    person: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .describe('The person who did it, as they were called then; null when a key was used.'),
    address: z.string().nullable().describe('Address that the request came from.'),
    origin: z.string().nullable().describe('Web origin, if a browser sent it.'),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'One request with an administrator key, or of a person who has signed in.' })

/** Query of `listAudit`. The server parses the address with it. */
export const auditQuerySchema = z.object({
  ...listQuery,
  action: z.string().max(100).optional(),
  outcome: outcome.optional(),
  key: z.string().max(100).optional().describe('Id of the key.'),
  person: z.string().max(100).optional().describe('Id of the person.'),
})

/** One page of the audit log, newest first. */
export const auditSchema = z.object({ entries: z.array(auditEntrySchema), nextCursor })

/** Lists the organization's audit log. Entries are kept for 400 days. */
export const listAudit = endpoint({
  ...administration,
  operationId: 'listAudit',
  role: 'owner',
  method: 'get',
  path: '/admin/v1/audit',
  summary: 'See who changed what',
  description:
    'Every operation of a person or with an administrator key that can change something, and every one that was refused. Kept for 400 days.',
  query: auditQuerySchema,
  responses: { 200: { description: 'Newest first.', schema: auditSchema, headers: nextCursorHeader, ...asTable } },
})

/** One request with an administrator key, or of a person. */
export type AuditEntry = z.infer<typeof auditEntrySchema>
/** Query of `listAudit`, with numbers already parsed. */
export type AuditQuery = z.infer<typeof auditQuerySchema>
/** Answer of `listAudit`; see `auditSchema`. */
export type Audit = z.infer<typeof auditSchema>
