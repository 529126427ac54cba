import { randomUUID } from 'node:crypto'
import type { Audit, AuditEntry, AuditQuery } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { AuditEntryRow, KeyRow } from '../../database/tables.ts'
import { readRange } from '../conversations/range.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'

const usualLimit = 100
const refusalMilliseconds = 60_000
/** A year, and time to look back at it. */
const keptDays = 400
const dayMilliseconds = 86_400_000
const placeSchema = z.tuple([placeText, placeText])
const fieldsSchema = z.array(z.string())

/** What somebody does, or tries to, with an administrator key. */
export interface Act {
  readonly key: Pick<KeyRow, 'id' | 'organization_id'>
  /** `operationId` of the contract. */
  readonly action: string
  readonly target: string
  readonly fields: readonly string[]
  readonly address: string | null
  readonly origin: string | null
  readonly requestId: string
}

const entryOf = (act: Act): AuditEntryRow => ({
  id: `audit_${randomUUID()}`,
  organization_id: act.key.organization_id,
  at: new Date().toISOString(),
  key_id: act.key.id,
  action: act.action,
  target: act.target,
  created: null,
  fields_json: JSON.stringify(act.fields),
  outcome: 'begun',
  code: null,
  address: act.address,
  origin: act.origin,
  request_id: act.requestId,
})

/** Notes that something begins, before it does: whatever happened stands in the log. Returns the id of the entry. */
export const beginAct = async (database: Database, act: Act): Promise<string> => {
  const entry = entryOf(act)
  await database.insertInto('audit_entries').values(entry).execute()
  return entry.id
}

/** Notes how it went. */
export const endAct = async (
  database: Database,
  id: string,
  end: Pick<AuditEntryRow, 'outcome' | 'code' | 'created'>,
): Promise<void> => {
  await database.updateTable('audit_entries').set(end).where('id', '=', id).execute()
}

/** Notes what was refused; once a minute for each key and operation, since a web page may try it with every visit. */
export const noteRefusal = async (database: Database, act: Act, code: string): Promise<void> => {
  const recent = await database
    .selectFrom('audit_entries')
    .select('id')
    .where('key_id', '=', act.key.id)
    .where('at', '>', new Date(Date.now() - refusalMilliseconds).toISOString())
    .where('action', '=', act.action)
    .where('code', '=', code)
    .limit(1)
    .executeTakeFirst()
  if (recent) return
  await database
    .insertInto('audit_entries')
    .values({ ...entryOf(act), outcome: 'refused', code })
    .execute()
}

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
  key: { id: row.key_id, name: row.name, hint: row.hint ?? '' },
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

/** Deletes what is older than 400 days. */
export const deleteOldEntries = async (database: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptDays * dayMilliseconds).toISOString()
  await database.deleteFrom('audit_entries').where('at', '<', before).execute()
}
