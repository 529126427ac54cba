import type { Policy, PolicyChange } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SitePolicyRow, SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { eraseTexts } from '../conversations/erase-texts.ts'

/** The text of a question is somebody’s, so it is kept only when the owner of the site decides so. */
const defaults: Policy = { storeQuestions: false, retentionDays: 90, openPages: false }

const describePolicy = (row: SitePolicyRow): Policy => ({
  storeQuestions: row.store_questions === 1,
  retentionDays: row.retention_days,
  openPages: row.open_pages === 1,
})

/** What the site keeps of its readers’ questions, and whether its pages are open. */
export const readPolicy = async (database: Database, siteId: string): Promise<Policy> => {
  const row = await database.selectFrom('site_policies').selectAll().where('site_id', '=', siteId).executeTakeFirst()
  return row ? describePolicy(row) : defaults
}

/** A domain is unique within an organization only; without a key it has to say which site is meant. */
const refuseTakenDomain = async (database: Database, site: SiteRow): Promise<void> => {
  const open = await findOpenSite(database, site.domain)
  if (!open || open.id === site.id) return
  throw new AppError('conflict', `Another organization serves open pages under the domain "${site.domain}".`)
}

/**
 * Changes what is named. When `storeQuestions` changes, the text of everything asked so far is erased: readers asked
 * under the earlier promise, or the owner does not want it any more.
 *
 * @throws AppError `conflict` when the pages of another site of this domain are open.
 */
export const updatePolicy = (database: Database, site: SiteRow, change: PolicyChange): Promise<Policy> =>
  database.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction, site.id)
    const policy: Policy = {
      storeQuestions: change.storeQuestions ?? before.storeQuestions,
      retentionDays: change.retentionDays ?? before.retentionDays,
      openPages: change.openPages ?? before.openPages,
    }
    if (policy.openPages) await refuseTakenDomain(transaction, site)
    const values = {
      store_questions: policy.storeQuestions ? 1 : 0,
      retention_days: policy.retentionDays,
      open_pages: policy.openPages ? 1 : 0,
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
    return policy
  })

/** The site of this domain whose pages are open to everybody. */
export const findOpenSite = (database: Database, domain: string): Promise<SiteRow | undefined> =>
  database
    .selectFrom('sites')
    .innerJoin('site_policies', 'site_policies.site_id', 'sites.id')
    .selectAll('sites')
    .where('sites.domain', '=', domain)
    .where('site_policies.open_pages', '=', 1)
    .orderBy('sites.created_at')
    .executeTakeFirst()
