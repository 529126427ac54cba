import { randomUUID } from 'node:crypto'
import { type Database, engineOf } from '../database.ts'
import { agent } from '../first-state/agent.ts'
import { conversations } from '../first-state/conversations.ts'
import { keys } from '../first-state/keys.ts'
import { limits, takeAllFromLimits } from '../first-state/limits.ts'
import { organizations } from '../first-state/organizations.ts'
import { pages, postingsOrder } from '../first-state/pages.ts'
import { sites } from '../first-state/sites.ts'
import { sources } from '../first-state/sources.ts'
import type { Migration } from './migration.ts'

/** All tables, a file a noun. A noun's tables refer to those of the nouns before it. */
const statements = [...organizations, ...sites, ...keys, ...sources, ...pages, ...conversations, ...limits, ...agent]

/** What a new database begins with, and what the 22 steps before the first release had come to. */
export const firstState: Migration = {
  name: '0022-first-state',
  up: async (transaction: Database) => {
    const isPostgres = engineOf(transaction) === 'postgres'
    for (const statement of statements) await statement.execute(transaction)
    if (isPostgres) for (const statement of [postingsOrder, takeAllFromLimits]) await statement.execute(transaction)
    await transaction.insertInto('installation').values({ id: randomUUID() }).execute()
  },
}
