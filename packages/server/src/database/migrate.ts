import { sql } from 'kysely'
import { type Database, engineOf } from './database.ts'
import { organizations } from './migrations/0001-organizations.ts'
import { pages } from './migrations/0002-pages.ts'
import { threads } from './migrations/0003-threads.ts'
import { agent } from './migrations/0004-agent.ts'
import { sources } from './migrations/0005-sources.ts'
import { siteSettings } from './migrations/0006-site-settings.ts'
import { conversations } from './migrations/0007-conversations.ts'
import { linkTexts } from './migrations/0008-link-texts.ts'
import { embeddings } from './migrations/0009-embeddings.ts'
import { installation } from './migrations/0010-installation.ts'
import { administration } from './migrations/0011-administration.ts'
import { budgets } from './migrations/0012-budgets.ts'
import { requestIds } from './migrations/0013-request-ids.ts'
import { places } from './migrations/0014-places.ts'
import { limitBatches } from './migrations/0015-limit-batches.ts'
import { sectionLinks } from './migrations/0016-section-links.ts'
import { sectionLinkTerms } from './migrations/0017-section-link-terms.ts'
import { linkedSections } from './migrations/0018-linked-sections.ts'
import { belongings } from './migrations/0019-belongings.ts'
import { toldEditions } from './migrations/0020-told-editions.ts'
import { trust } from './migrations/0021-trust.ts'
import { wrongClocks } from './migrations/0022-wrong-clocks.ts'
import { blocks } from './migrations/0023-blocks.ts'

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
const migrations: readonly Migration[] = [
  organizations,
  pages,
  threads,
  agent,
  sources,
  siteSettings,
  conversations,
  linkTexts,
  embeddings,
  installation,
  administration,
  budgets,
  requestIds,
  places,
  limitBatches,
  sectionLinks,
  sectionLinkTerms,
  linkedSections,
  belongings,
  toldEditions,
  trust,
  wrongClocks,
  blocks,
]

type MigrationsTable = {
  migrations: { name: string; applied_at: string }
}

const known: ReadonlySet<string> = new Set(migrations.map(({ name }) => name))

const advisoryLock = 5_317_008

/**
 * Brings the schema up to date. Processes that start at once wait for each other: PostgreSQL by the advisory lock, SQLite
 * because a transaction takes the write lock when it begins. Rejects when a newer version has been here.
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
    const applied = new Set((await journal.selectFrom('migrations').select('name').execute()).map((row) => row.name))
    const added: string[] = []
    for (const { name, up } of migrations) {
      if (applied.delete(name)) continue
      await up(transaction)
      await journal.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
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

/** The migrations in the database that this version does not know; none: the two are of one age. */
export const readNewerMigrations = async (database: Database): Promise<string[]> => {
  const journal = database.withTables<MigrationsTable>()
  const rows = await journal.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}

/** The migrations that the database has not seen yet: all of them when it has no table at all. */
export const readPendingMigrations = async (database: Database): Promise<string[]> => {
  const journal = database.withTables<MigrationsTable>()
  const rows = await journal
    .selectFrom('migrations')
    .select('name')
    .execute()
    .catch((error: unknown) => {
      if (error instanceof Error && /no such table|does not exist/.test(error.message)) return []
      throw error
    })
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}
