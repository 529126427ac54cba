import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Which request a job’s message came with, so that a log can be followed from the one who asked to the worker. */
export const requestIds: Migration = {
  name: '0013-request-ids',
  up: async (transaction) => {
    await sql`alter table job_messages add column request_id text`.execute(transaction)
  },
}
