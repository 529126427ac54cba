import * as contract from '@sidenote/contract'
import { z } from 'zod'
import { listAudit } from '../administration/audit/list-audit.ts'
import { sendCsv, wantsCsv, writeCsv } from './csv.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'
import { createValidator } from './mount/validate.ts'

const actions = contract.endpoints.filter(({ key }) => key !== null).map(({ operationId }) => operationId)
const readQuery = createValidator(contract.auditQuerySchema.extend({ action: z.enum(actions).optional() }))

const columns: readonly (readonly [heading: string, cell: (entry: contract.AuditEntry) => string | null])[] = [
  ['at', ({ at }) => at],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['created', ({ created }) => created],
  ['fields', ({ fields }) => fields.join(' ')],
  ['outcome', ({ outcome }) => outcome],
  ['code', ({ code }) => code],
  ['key', ({ key }) => key?.id ?? null],
  ['key name', ({ key }) => key?.name ?? null],
  ['person', ({ person }) => person?.name ?? null],
  ['person e-mail', ({ person }) => person?.email ?? null],
  ['address', ({ address }) => address],
  ['origin', ({ origin }) => origin],
  ['request', ({ requestId }) => requestId],
  ['id', ({ id }) => id],
]

/** Mounts the audit log: what was done in the organization, as JSON or CSV. */
export const mountAuditRoutes = (routes: Routes): void => {
  mountAdministration(routes, contract.listAudit, async ({ request, response, organizationId }) => {
    const query = readQuery({ ...request.query })
    const audit = await listAudit(routes.gate.database, organizationId, query)
    if (!wantsCsv(request, query.format)) return audit
    return sendCsv(response, { name: 'audit.csv', csv: writeCsv(columns, audit.entries), nextCursor: audit.nextCursor })
  })
}
