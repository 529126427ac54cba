import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/database/database.ts'

/** A job that has ended: without a language model none can be made. */
export const insertJob = async (database: Database, project_id: string): Promise<string> => {
  const id = `job_${randomUUID()}`
  const now = new Date().toISOString()
  await database
    .insertInto('jobs')
    .values({
      id,
      project_id,
      status: 'completed',
      repository: '/r',
      ref: 'main',
      model: 'm',
      draft: 0,
      branch: 'b',
      base_commit: null,
      pull_request_url: null,
      pull_request_number: null,
      created_at: now,
      archived_at: null,
      queued_at: now,
      lease_owner: null,
      lease_until: null,
      lease_number: 0,
    })
    .execute()
  return id
}
