import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { AuditEntryRow } from '../../database/tables.ts'
import type { Caller } from '../people/caller.ts'

const refusalMilliseconds = 60_000

/** What somebody does, or tries to, with an administrator key or after they have signed in. */
export interface Act {
  readonly caller: Caller
  /** `operationId` of the contract. */
  readonly action: string
  readonly target: string
  readonly fields: readonly string[]
  readonly address: string | null
  readonly origin: string | null
  readonly requestId: string
}

type Actor = Pick<AuditEntryRow, 'key_id' | 'person_id' | 'person_name' | 'person_email'>

const actorOf = ({ caller }: Act): Actor =>
  caller.kind === 'session'
    ? { key_id: null, person_id: caller.person.id, person_name: caller.person.name, person_email: caller.person.email }
    : { key_id: caller.id, person_id: null, person_name: null, person_email: null }

const entryOf = (act: Act): AuditEntryRow => ({
  id: `audit_${randomUUID()}`,
  organization_id: act.caller.organization_id,
  at: new Date().toISOString(),
  ...actorOf(act),
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

/** Notes what was refused; once a minute for each key or person and operation, since a web page may try it with every visit. */
export const noteRefusal = async (database: Database, act: Act, code: string): Promise<void> => {
  const { key_id, person_id } = actorOf(act)
  const recent = await database
    .selectFrom('audit_entries')
    .select('id')
    .where((where) => (key_id ? where('key_id', '=', key_id) : where('person_id', '=', person_id)))
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
