import type { Migration } from './migration.ts'

/** How many of the searches without results came from agents. */
export const agentSearches: Migration = {
  name: '0032-agent-searches',
  up: async (transaction) => {
    await transaction.schema
      .alterTable('empty_searches')
      .addColumn('agent_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
