import type { Migration } from './migration.ts'

/** Who the agent commits as in a project. */
export const authors: Migration = {
  name: '0029-authors',
  up: async (transaction) => {
    await transaction.schema.alterTable('projects').addColumn('author', 'text').execute()
  },
}
