import type { Logger } from 'pino'
import { deleteOldUses } from '../administration/budgets/delete-old-uses.ts'
import { deleteExpiredConnections } from '../administration/connections/list-connections.ts'
import { createRetention } from '../administration/conversations/retention.ts'
import { checkProofs } from '../administration/domains/check-proofs.ts'
import { sendDigests } from '../administration/notices/send-digests.ts'
import type { Database } from '../database/database.ts'
import { deleteOldCounts } from '../http/admission/limits/count-rows.ts'
import { deleteExpiredProofs } from '../http/admission/proof-of-work.ts'

const hour = 3_600_000

/** Deletes what is out of date, checks proofs of domains and tells of the week, now and every hour until the timer is cleared. */
export const startCleaning = (database: Database, log: Logger): NodeJS.Timeout => {
  const applyRetention = createRetention(database, (days) =>
    log.warn({ days }, 'the clock is days ahead of the last use, so nothing is deleted for an hour: is it right?'),
  )
  const clean = () => {
    const now = new Date()
    const counts = [deleteOldCounts(database), deleteOldUses(database, now), deleteExpiredProofs(database, now)]
    Promise.all(counts).catch((error: unknown) => log.warn({ err: error }, 'could not delete old counts'))
    deleteExpiredConnections(database, now).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete old connections'),
    )
    checkProofs(database, { log }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not check the proofs of domains'),
    )
    sendDigests(database, log).catch((error: unknown) => log.warn({ err: error }, 'could not send digests'))
    applyRetention().catch((error: unknown) => log.warn({ err: error }, 'could not delete old conversations'))
  }
  clean()
  return setInterval(clean, hour).unref()
}
