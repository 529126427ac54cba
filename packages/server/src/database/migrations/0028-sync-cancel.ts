import type { Migration } from './migration.ts'

/** When somebody asked for the end of a sync: whichever process runs it sees it at its next heartbeat. */
export const syncCancel: Migration = {
  name: '0028-sync-cancel',
  up: async (transaction) => {
    await transaction.schema.alterTable('syncs').addColumn('cancelled_at', 'text').execute()
  },
}
