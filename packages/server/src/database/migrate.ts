import { sql } from 'kysely'
import { type Database, engineOf } from './database.ts'
import { organizations } from './migrations/0001-organizations.ts'
import { pages } from './migrations/0002-pages.ts'
import { threads } from './migrations/0003-threads.ts'
import { agent } from './migrations/0004-agent.ts'
import { sources } from './migrations/0010-sources.ts'
import { conversations } from './migrations/0012-conversations.ts'

/**
 * One step of the schema. Written once for both engines: `text`, `integer`, `real`, `bigint` (64 bits) and `bytea` (bytes)
 * mean the same to both. A released step is never changed; the next one is added.
 */
export interface Migration {
  /** Number and name, as in the name of its file. */
  readonly name: string
  readonly up: (transaction: Database) => Promise<void>
}

/** Every migration, oldest first. */
const migrations: readonly Migration[] = [organizations, pages, threads, agent, sources, conversations]

type MigrationsTable = {
  migrations: { name: string; applied_at: string }
}

const advisoryLock = 5_317_008

/**
 * Brings the schema up to date. Processes that start at once wait for each other: PostgreSQL by the advisory lock, SQLite
 * because a transaction takes the write lock when it begins. Rejects when a newer version has been here.
 */
export const migrate = async (database: Database): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    if (engineOf(transaction) === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction)
    }
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(
      transaction,
    )
    const journal = transaction.withTables<MigrationsTable>()
    const applied = new Set((await journal.selectFrom('migrations').select('name').execute()).map((row) => row.name))
    for (const { name, up } of migrations) {
      if (applied.delete(name)) continue
      await up(transaction)
      await journal.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
    }
    const unknown = [...applied].sort()
    if (unknown.length > 0) {
      throw new Error(
        `The database was written by a newer version of Sidenote: it has ${unknown.join(', ')}, which this version does not know. Start that version again, or use another database.`,
      )
    }
  })
}
