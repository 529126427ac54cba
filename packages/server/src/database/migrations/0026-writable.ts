import type { Migration } from './migration.ts'

/** What an administrator lets the agent write in a project, beyond documentation and navigation. */
export const writable: Migration = {
  name: '0026-writable',
  up: async (transaction) => {
    await transaction.schema
      .alterTable('projects')
      .addColumn('writable_json', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
}
