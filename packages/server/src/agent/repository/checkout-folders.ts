import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../database/database.ts'
import type { JobRow } from '../../database/tables.ts'

/**
 * The folder of a job's repository: another one each time the job changes hands, so that a worker that only seemed dead
 * cannot touch the files of the next one.
 */
export const checkoutFolder = (folder: string, job: Pick<JobRow, 'id' | 'lease_number'>): string =>
  join(folder, `${job.id}.${job.lease_number}`)

/** Removes the folders that killed workers left behind. */
export const removeOldCheckouts = async (database: Database, folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const [id = '', leaseNumber] = name.split('.')
    const job = await database
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', id)
      .where('lease_number', '=', Number(leaseNumber))
      .where('lease_owner', 'is not', null)
      .executeTakeFirst()
    if (!job) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
}
