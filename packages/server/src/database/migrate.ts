import { sql } from 'kysely'
import { type Database, engineOf } from './database.ts'
import { firstState } from './migrations/0022-first-state.ts'
import { blocks } from './migrations/0023-blocks.ts'
import { leftovers } from './migrations/0024-leftovers.ts'
import { domains } from './migrations/0025-domains.ts'
import { writable } from './migrations/0026-writable.ts'
import { pageBytes } from './migrations/0027-page-bytes.ts'
import { syncCancel } from './migrations/0028-sync-cancel.ts'
import { authors } from './migrations/0029-authors.ts'
import { figures } from './migrations/0029-figures.ts'
import { gaps } from './migrations/0030-gaps.ts'
import { people } from './migrations/0031-people.ts'
import { agentSearches } from './migrations/0032-agent-searches.ts'
import { turnFilters } from './migrations/0033-turn-filters.ts'
import { testQuestions } from './migrations/0034-test-questions.ts'
import { siteModels } from './migrations/0035-site-models.ts'
import { deliveries } from './migrations/0036-deliveries.ts'
import { notices } from './migrations/0037-notices.ts'
import { shares } from './migrations/0038-shares.ts'
import { mails } from './migrations/0039-mails.ts'
import { agentQuestions } from './migrations/0040-agent-questions.ts'
import { connections } from './migrations/0041-connections.ts'
import type { Migration } from './migrations/migration.ts'

/** Every migration, oldest first. */
const migrations: readonly Migration[] = [
  firstState,
  blocks,
  leftovers,
  domains,
  writable,
  pageBytes,
  syncCancel,
  authors,
  figures,
  gaps,
  people,
  agentSearches,
  turnFilters,
  testQuestions,
  siteModels,
  deliveries,
  notices,
  shares,
  mails,
  agentQuestions,
  connections,
]

const names: ReadonlySet<string> = new Set(migrations.map(({ name }) => name))

/** The last of the 22 steps that the first state replaces, and the commit that still has them. */
const lastEarlyStep = '0022-wrong-clocks'
const earlyCommit = '713a74e'

type MigrationsTable = {
  migrations: { name: string; applied_at: string }
}

const advisoryLock = 5_317_008

/**
 * Brings the schema up to date. Processes that start at once wait for each other: PostgreSQL by the advisory lock, SQLite
 * because a transaction takes the write lock when it begins. Rejects when a newer version has written the database, and for
 * one that stopped halfway through the steps before the first release.
 *
 * @returns the names of what was missing
 */
export const migrate = async (database: Database): Promise<string[]> =>
  database.transaction().execute(async (transaction) => {
    if (engineOf(transaction) === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction)
    }
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(
      transaction,
    )
    const journal = transaction.withTables<MigrationsTable>()
    const addEntry = (name: string) =>
      journal.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
    const entries = await readNames(transaction)
    const applied = new Set(withFirstState(entries))
    if (entries.includes(lastEarlyStep)) {
      await journal.deleteFrom('migrations').where('name', 'in', entries.filter(isEarlyStep)).execute()
      await addEntry(firstState.name)
    }
    const added: string[] = []
    for (const { name, up } of migrations) {
      if (applied.delete(name)) continue
      await up(transaction)
      await addEntry(name)
      added.push(name)
    }
    const unknown = [...applied].sort()
    if (unknown.length > 0) {
      throw new Error(
        `The database was written by a newer version of Sidenote: it has ${unknown.join(', ')}, which this version does not know. Start that version again, or use another database.`,
      )
    }
    return added
  })

const readNames = async (database: Database): Promise<string[]> => {
  const journal = database.withTables<MigrationsTable>()
  const rows = await journal.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Whether a migration is one of the 22 steps before the first release. */
const isEarlyStep = (name: string): boolean => name !== firstState.name && Number.parseInt(name, 10) <= 22

/** The applied migrations, with the first state in place of all the steps that it replaces. */
const withFirstState = (applied: readonly string[]): string[] => {
  const early = applied.filter(isEarlyStep)
  if (early.length === 0) return [...applied]
  if (!early.includes(lastEarlyStep)) {
    throw new Error(
      `The database is at ${early.at(-1)}, a step from before the first release. Start commit ${earlyCommit} once, which takes it to ${lastEarlyStep}, then start this version.`,
    )
  }
  return [firstState.name, ...applied.filter((name) => !isEarlyStep(name))]
}

/** The migrations in the database that this version doesn't know; none when the two are of one age. */
export const readNewerMigrations = async (database: Database): Promise<string[]> =>
  withFirstState(await readNames(database)).filter((name) => !names.has(name))

/** The migrations that the database hasn't seen yet: all of them when it has no table of them. */
export const readPendingMigrations = async (database: Database): Promise<string[]> => {
  const entries = await readNames(database).catch((error: unknown) => {
    if (error instanceof Error && /no such table|does not exist/.test(error.message)) return []
    throw error
  })
  const applied = new Set(withFirstState(entries))
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}
