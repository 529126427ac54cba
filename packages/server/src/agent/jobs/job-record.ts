import type { AgentJob } from '@sidenote/contract'
import type { JobRow } from '../../database/tables.ts'

/** A job as the API shows it. */
export const describeJob = (row: JobRow): AgentJob => ({
  id: row.id,
  status: row.status,
  source: { repository: row.repository, ref: row.ref },
  model: row.model,
  prLink: row.status === 'active' ? null : row.pull_request_url,
  createdAt: row.created_at,
  archivedAt: row.archived_at,
})
