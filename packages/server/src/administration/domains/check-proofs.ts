import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { type FindProof, findProof, proofPlacesOf } from './find-proof.ts'
import { proofLineOf } from './prove-domain.ts'

const dayMilliseconds = 86_400_000
/** How long a proof counts after it was last there. */
const graceDays = 7

interface CheckOptions {
  readonly log: Pick<Logger, 'warn'>
  /** @default the system's clock */
  readonly now?: Date
  readonly find?: FindProof
}

/**
 * Looks again for every proof that was last seen more than a day ago. One that was certainly not there for a week counts no
 * more: the domain may belong to somebody else by now. Several processes may do so at once.
 */
export const checkProofs = async (
  database: Database,
  { log, now = new Date(), find = findProof }: CheckOptions,
): Promise<void> => {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * dayMilliseconds).toISOString()
  const proofs = await database
    .selectFrom('proven_domains')
    .innerJoin('sites', 'sites.id', 'proven_domains.site_id')
    .selectAll('sites')
    .select('proven_domains.checked_at')
    .where('proven_domains.checked_at', '<', daysAgo(1))
    .execute()
  for (const { checked_at, ...site } of proofs) {
    const places = proofPlacesOf(site.domain)
    if (!places) continue
    const { provenBy, reasons, isCertain } = await find(places, await proofLineOf(database, site))
    const proof = { domain: site.domain, site_id: site.id }
    if (provenBy) await keepProof(database, proof, now)
    else if (isCertain && checked_at < daysAgo(graceDays)) {
      await deleteProof(database, proof)
      log.warn({ site: site.domain, reasons }, 'the domain is no longer proven: its proof was gone for a week')
    } else log.warn({ site: site.domain, reasons, lastSeen: checked_at }, 'the proof of the domain was not found')
  }
}

interface StoredProof {
  readonly domain: string
  readonly site_id: string
}

const keepProof = async (database: Database, { domain, site_id }: StoredProof, now: Date): Promise<void> => {
  await database
    .updateTable('proven_domains')
    .set({ checked_at: now.toISOString() })
    .where('domain', '=', domain)
    .where('site_id', '=', site_id)
    .execute()
}

const deleteProof = async (database: Database, { domain, site_id }: StoredProof): Promise<void> => {
  await database.deleteFrom('proven_domains').where('domain', '=', domain).where('site_id', '=', site_id).execute()
}
