import type { Migration } from '../migrate.ts'

/** Conversations: threads, their turns, and what readers said about the answers. */
export const threads: Migration = {
  name: '0003-threads',
  up: async (database) => {
    await database.schema
      .createTable('threads')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('site_id', 'text', (column) => column.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('fp', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('threads_by_site').on('threads').columns(['site_id', 'created_at']).execute()
    await database.schema
      .createTable('turns')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('thread_id', 'text', (column) => column.notNull().references('threads.id').onDelete('cascade'))
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('context_json', 'text', (column) => column.notNull())
      .addColumn('current_path', 'text')
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('sources_json', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('turns_by_thread').on('turns').columns(['thread_id', 'started_at']).execute()
    await database.schema
      .createTable('feedback')
      .addColumn('turn_id', 'text', (column) => column.primaryKey().references('turns.id').onDelete('cascade'))
      .addColumn('helpful', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('comment', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
  },
}
