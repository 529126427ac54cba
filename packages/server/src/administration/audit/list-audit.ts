import type { Audit, AuditEntry, AuditQuery } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { AuditEntryRow } from '../../database/tables.ts'
import { readRange } from '../conversations/range.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'

const usualLimit = 100

const placeSchema = z.tuple([placeText, placeText])

const fieldsSchema = z.array(z.string())

type Row = AuditEntryRow & { name: string | null; hint: string | null }

const describeEntry = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at,
  action: row.action,
  target: row.target,
  created: row.created,
  fields: fieldsSchema.parse(JSON.parse(row.fields_json)),
  outcome: row.outcome,
  code: row.code,
  key: row.key_id === null ? null : { id: row.key_id, name: row.name, hint: row.hint ?? '' },
  person:
    row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '', email: row.person_email ?? '' },
  address: row.address,
  origin: row.origin,
  requestId: row.request_id,
})

const selectEntries = (database: Database, organizationId: string, query: AuditQuery) => {
  const range = readRange(query)
  let select = database
    .selectFrom('audit_entries')
    .leftJoin('keys', 'keys.id', 'audit_entries.key_id')
    .selectAll('audit_entries')
    .select(['keys.name', 'keys.hint'])
    .where('audit_entries.organization_id', '=', organizationId)
    .where('audit_entries.at', '>=', range.from)
    .where('audit_entries.at', '<', range.to)
  if (query.action) select = select.where('audit_entries.action', '=', query.action)
  if (query.outcome) select = select.where('audit_entries.outcome', '=', query.outcome)
  if (query.person) select = select.where('audit_entries.person_id', '=', query.person)
  if (query.key) select = select.where('audit_entries.key_id', '=', query.key)
  return select
}

/** Who did what in the organization, newest first. */
export const listAudit = async (database: Database, organizationId: string, query: AuditQuery): Promise<Audit> => {
  const limit = query.limit ?? usualLimit
  let select = selectEntries(database, organizationId, query)
  if (query.cursor) {
    const [time, id] = readCursor(query.cursor, placeSchema)
    select = select.where((where) =>
      where.or([
        where('audit_entries.at', '<', time),
        where.and([where('audit_entries.at', '=', time), where('audit_entries.id', '<', id)]),
      ]),
    )
  }
  const rows = await select
    .orderBy('audit_entries.at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = cutPage(rows, limit, ({ at, id }) => [at, id])
  return { entries: page.map(describeEntry), nextCursor }
}
