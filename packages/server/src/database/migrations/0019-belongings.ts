import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create index syncs_site on syncs (site_id, started_at)`,
  sql`create index keys_site on keys (site_id)`,
  sql`create index projects_site on projects (site_id)`,
  sql`create index job_questions_job on job_questions (job_id)`,
  sql`create index webhook_deliveries_project on webhook_deliveries (project_id)`,
  sql`create index idempotency_keys_time on idempotency_keys (created_at)`,
]

/** What belongs to a site, a project or a job is found by it: when it is deleted, and whenever schedules are looked at. */
export const belongings: Migration = {
  name: '0019-belongings',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
