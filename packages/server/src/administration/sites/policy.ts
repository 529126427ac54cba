import type { Erasure, ErasureQuery, Policy, PolicyChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { countOld, countTexts } from '../conversations/count-erasure.ts'
import { eraseTexts } from '../conversations/erase-texts.ts'
import { readPagesPath } from '../domains/open-pages.ts'

type StoredPolicy = Omit<Policy, 'pagesPath'>

/** The text of a question is somebody’s, so it is kept only when the owner of the site decides so. */
const defaults: StoredPolicy = { storeQuestions: false, retentionDays: 90, openPages: false }

/** How long the text of a thread is remembered on a site that does not store questions. */
export const memoryDays = 1

/** For how many days the text of an answer is kept. */
export const textDaysOf = ({ storeQuestions, retentionDays }: StoredPolicy): number =>
  storeQuestions ? retentionDays : Math.min(memoryDays, retentionDays)

/** What the site keeps of its readers’ questions, and whether its pages are open. */
export const readPolicy = async (database: Database, siteId: string): Promise<StoredPolicy> => {
  const row = await database.selectFrom('site_policies').selectAll().where('site_id', '=', siteId).executeTakeFirst()
  if (!row) return defaults
  return {
    storeQuestions: row.store_questions === 1,
    retentionDays: row.retention_days,
    openPages: row.open_pages === 1,
  }
}

const describePolicy = async (database: Database, site: SiteRow, policy: StoredPolicy): Promise<Policy> => ({
  ...policy,
  pagesPath: policy.openPages ? await readPagesPath(database, site) : null,
})

/** The policy as administrators see it. */
export const getPolicy = async (database: Database, site: SiteRow): Promise<Policy> =>
  describePolicy(database, site, await readPolicy(database, site.id))

/**
 * Changes what is named. When `storeQuestions` changes, the text of everything asked so far is erased: readers asked
 * under the earlier promise, or the owner does not want it any more. Open pages stand at the domain or at an address of the
 * organization’s own; that is decided when they are read, so opening them is never refused.
 */
export const updatePolicy = (database: Database, site: SiteRow, change: PolicyChange): Promise<Policy> =>
  database.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction, site.id)
    const policy: StoredPolicy = {
      storeQuestions: change.storeQuestions ?? before.storeQuestions,
      retentionDays: change.retentionDays ?? before.retentionDays,
      openPages: change.openPages ?? before.openPages,
    }
    const values = {
      store_questions: policy.storeQuestions ? 1 : 0,
      retention_days: policy.retentionDays,
      open_pages: policy.openPages ? 1 : 0,
      ...(policy.openPages !== before.openPages && { opened_at: policy.openPages ? new Date().toISOString() : null }),
    }
    await transaction
      .insertInto('site_policies')
      .values({ site_id: site.id, ...values })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(values))
      .execute()
    if (policy.storeQuestions !== before.storeQuestions) {
      await eraseTexts(transaction, site.id, new Date())
      await transaction.deleteFrom('empty_searches').where('site_id', '=', site.id).execute()
    }
    return describePolicy(transaction, site, policy)
  })

/** Counts what a change of the policy would erase, and changes nothing. */
export const getErasure = async (database: Database, site: SiteRow, query: ErasureQuery): Promise<Erasure> => {
  const before = await readPolicy(database, site.id)
  const storesQuestions = query.storeQuestions === undefined ? before.storeQuestions : query.storeQuestions === 'true'
  const nothing: Erasure = { texts: 0, searches: 0, questions: 0 }
  const old = query.retentionDays === undefined ? nothing : await countOld(database, site.id, query.retentionDays)
  const texts = storesQuestions === before.storeQuestions ? nothing : await countTexts(database, site.id)
  return { texts: texts.texts, questions: old.questions, searches: Math.max(texts.searches, old.searches) }
}
