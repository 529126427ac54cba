import { z } from 'zod'
import { administration } from './admin.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './conversations.ts'
import { endpoint } from './endpoint.ts'

const outcome = z.enum(['begun', 'done', 'failed', 'refused'])

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().describe('`operationId` of the operation.'),
    target: z.string().describe('Address of what it was done to. Identifiers of readers are left out.'),
    created: z.string().nullable().describe('Id or domain of what it made.'),
    fields: z.array(z.string()).describe('Names of the fields that were sent; never their values.'),
    outcome: outcome.describe(
      '`refused`: an administrator key that may not do this, or not from there. `begun`: the server ended before it knew the outcome.',
    ),
    code: z.string().nullable().describe('Of the error, when it was `failed` or `refused`.'),
    key: z.object({ id: z.string(), name: z.string().nullable(), hint: z.string() }).describe('Who did it.'),
    address: z.string().nullable().describe('Where the request came from.'),
    origin: z.string().nullable().describe('Web origin, when a browser sent it.'),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'One act with an administrator key.' })

export const auditQuerySchema = z.object({
  ...listQuery,
  action: z.string().max(100).optional(),
  outcome: outcome.optional(),
  key: z.string().max(100).optional().describe('Id of the key.'),
})

export const auditSchema = z.object({ entries: z.array(auditEntrySchema), nextCursor })

export const listAudit = endpoint({
  ...administration,
  operationId: 'listAudit',
  method: 'get',
  path: '/admin/v1/audit',
  summary: 'See who changed what',
  description:
    'Every operation with an administrator key that may change something, and every one that was refused. Kept for 400 days.',
  query: auditQuerySchema,
  responses: { 200: { description: 'Newest first.', schema: auditSchema, headers: nextCursorHeader, ...asTable } },
})

export type AuditEntry = z.infer<typeof auditEntrySchema>
export type AuditQuery = z.infer<typeof auditQuerySchema>
export type Audit = z.infer<typeof auditSchema>
