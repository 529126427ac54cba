import type { Migration } from '../migrate.ts'

/** How each site wants its questions answered. */
export const siteSettings: Migration = {
  name: '0006-site-settings',
  up: async (database) => {
    await database.schema
      .createTable('site_settings')
      .addColumn('site_id', 'text', (column) => column.primaryKey().references('sites.id').onDelete('cascade'))
      .addColumn('settings_json', 'text', (column) => column.notNull())
      .execute()
  },
}
