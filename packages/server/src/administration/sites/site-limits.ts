import { randomBytes } from 'node:crypto'
import { type SiteLimits, type SiteLimitsChange, siteLimitsSchema } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'

const noLimits: SiteLimits = { perReader: null, perAddress: null, proofOfWork: false }

const findRow = (database: Database, siteId: string) =>
  database.selectFrom('site_limits').selectAll().where('site_id', '=', siteId).executeTakeFirst()

const readLimits = (json: string): SiteLimits => siteLimitsSchema.parse({ ...noLimits, ...JSON.parse(json) })

/** What a site asks of its readers on top of the limits that hold everywhere. */
export const readSiteLimits = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<SiteLimits> => {
  const row = await findRow(database, site.id)
  return row ? readLimits(row.limits_json) : noLimits
}

/** What the challenges of a site are signed with; undefined when it asks for no proof of work. */
export const readProofSecret = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<string | undefined> => {
  const row = await findRow(database, site.id)
  return row && readLimits(row.limits_json).proofOfWork ? row.proof_secret : undefined
}

/** Changes what is named; gives the limits as they are now. */
export const updateSiteLimits = (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { perReader, perAddress, proofOfWork }: SiteLimitsChange,
): Promise<SiteLimits> =>
  database.transaction().execute(async (transaction) => {
    const before = await readSiteLimits(transaction, site)
    const limits: SiteLimits = {
      perReader: perReader === undefined ? before.perReader : perReader,
      perAddress: perAddress === undefined ? before.perAddress : perAddress,
      proofOfWork: proofOfWork ?? before.proofOfWork,
    }
    const limits_json = JSON.stringify(limits)
    await transaction
      .insertInto('site_limits')
      .values({ site_id: site.id, limits_json, proof_secret: randomBytes(32).toString('hex') })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ limits_json }))
      .execute()
    return limits
  })
