import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** A name of this installation's own, so that two of them may share one Redis. */
export const installation: Migration = {
  name: '0010-installation',
  up: async (transaction) => {
    await sql`create table installation (id text primary key)`.execute(transaction)
    await transaction.insertInto('installation').values({ id: randomUUID() }).execute()
  },
}
