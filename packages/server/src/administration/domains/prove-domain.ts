import { createHash } from 'node:crypto'
import type { DomainProof } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { type FindProof, findProof, proofPlacesOf } from './find-proof.ts'

/**
 * The line that proves a domain for one organization of one installation. It is no secret: nobody but this organization can
 * use it.
 */
export const proofLineOf = async (database: Database, site: SiteRow): Promise<string> => {
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const digest = createHash('sha256').update(JSON.stringify([id, site.organization_id, site.domain]))
  return `sidenote-site=${digest.digest('base64url')}`
}

/** Whether the domain of a site is proven, and how to prove it. */
export const readDomainProof = async (database: Database, site: SiteRow): Promise<DomainProof> => {
  const row = await database.selectFrom('proven_domains').selectAll().where('site_id', '=', site.id).executeTakeFirst()
  const places = proofPlacesOf(site.domain)
  return {
    domain: site.domain,
    provenBy: row?.proven_by ?? null,
    provenAt: row?.proven_at ?? null,
    checkedAt: row?.checked_at ?? null,
    line: await proofLineOf(database, site),
    file: places?.file ?? null,
    record: places?.record ?? null,
  }
}

/**
 * Looks for the proof of a site's domain and stores that it was there. Whoever had proven the domain before has it no more:
 * the latest proof counts, so that a domain changes hands with its owner.
 *
 * @throws AppError `conflict` when it isn't proven, in the same words whoever else has a site of this domain
 */
export const proveDomain = async (
  database: Database,
  site: SiteRow,
  find: FindProof = findProof,
): Promise<DomainProof> => {
  const places = proofPlacesOf(site.domain)
  if (!places) {
    throw new AppError(
      'conflict',
      `"${site.domain}" isn’t a name in the DNS, such as docs.example.com, so nobody can prove that it is theirs.`,
    )
  }
  const line = await proofLineOf(database, site)
  const { provenBy, reasons } = await find(places, line)
  if (!provenBy) {
    throw new AppError(
      'conflict',
      `"${site.domain}" isn’t proven. Put the line "${line}" into a file at ${places.file}, or make it a TXT record of ${places.record}. ${reasons.join(' ')}`,
    )
  }
  const now = new Date().toISOString()
  const row = { site_id: site.id, proven_by: provenBy, proven_at: now, checked_at: now }
  await database
    .insertInto('proven_domains')
    .values({ domain: site.domain, ...row })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(row))
    .execute()
  return readDomainProof(database, site)
}
