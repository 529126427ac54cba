import { access, constants } from 'node:fs/promises'
import type { Finding } from '@sidenote/contract'
import { syncSchema } from '@sidenote/contract'
import { isOpen } from '../../administration/keys/key-record.ts'
import { originsOf } from '../../administration/sites/site-record.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { findingsAbout, reasonOf } from '../../findings.ts'
import { countEmbedded } from '../../search/embeddings/embed-sections.ts'
import { sampleAddresses } from '../../sources/page-addresses.ts'
import { settingsOf } from '../../sources/source.ts'
import { checkSecrets } from './check-secrets.ts'
import { openSeal, readOwners } from './installation.ts'
import { get } from './read-page.ts'

const reportSchema = syncSchema.pick({ failed: true, error: true, problems: true }).partial()
const oldDays = 30
const dayMilliseconds = 86_400_000

const checkSources = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { problem } = findingsAbout(site.domain)
  const rows = await database.selectFrom('sources').selectAll().where('site_id', '=', site.id).orderBy('id').execute()
  if (rows.length === 0)
    return [problem(`It has no sources. Add one with "sidenote sites update ${site.domain} --add-folder …".`)]
  const findings: Finding[] = []
  for (const row of rows) {
    const source = settingsOf(row)
    const path = source.kind === 'folder' ? source.folder : source.kind === 'openapi' ? source.file : undefined
    if (path === undefined) continue
    const failure = await access(path, constants.R_OK).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    )
    if (failure) findings.push(problem(`This user can’t read its source ${path} on this machine (${failure}).`))
  }
  return findings
}

const findLastSync = (database: Database, site: SiteRow) =>
  database
    .selectFrom('syncs')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('status', '!=', 'running')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const checkLastSync = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { problem, warning } = findingsAbout(site.domain)
  const again = `Run "sidenote sync ${site.domain}"`
  const last = await findLastSync(database, site)
  if (!last) return site.synced_at ? [] : [problem(`It was never indexed. ${again}.`)]
  const report = reportSchema.parse(JSON.parse(last.report_json))
  if (last.status === 'failed') {
    return [
      problem(`Its last sync, of ${last.started_at}, failed: ${report.error ?? 'the reason is unknown.'} ${again}.`),
    ]
  }
  const failed = report.failed ?? 0
  if (failed > 0) return [warning(`${failed} of its pages could not be read. ${again} to see which and why.`)]
  const days = Math.floor((Date.now() - Date.parse(last.finished_at ?? last.started_at)) / dayMilliseconds)
  return days > oldDays ? [warning(`It was last indexed ${days} days ago. ${again}, or give it a --schedule.`)] : []
}

/** Checks that every section has a vector of the embedding model. */
const checkVectors = async (database: Database, site: SiteRow, model: string): Promise<Finding[]> => {
  const { sections, embedded } = await countEmbedded(database, site.id, model)
  if (embedded === sections) return []
  const missing = `${sections - embedded} of its ${sections} sections have no vector of ${model} yet`
  const advice = `only their words find them. Run "sidenote sync ${site.domain}".`
  return [findingsAbout(site.domain).warning(`${missing}: ${advice}`)]
}

/** So many addresses of each site are asked for. */
const askedAddresses = 3

/** Asks for a few of the addresses that readers are sent to. */
const checkAddresses = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  if (site.url === null) return []
  const addresses = await sampleAddresses(database, site, askedAddresses)
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const answer = await get(new URL(address)).catch(reasonOf)
      if (typeof answer === 'string') return `${address}: ${answer}`
      await answer.body?.cancel()
      return answer.ok ? [] : `${address} answers with ${answer.status}`
    }),
  )
  const wrong = answers.flat()
  if (wrong.length === 0) return []
  const advice = `Is that where its pages are? "sidenote sites show ${site.domain}" says what its addresses are made from.`
  const sentence = `${wrong.length} of ${addresses.length} addresses that were asked for can’t be read: ${wrong.join('; ')}. ${advice}`
  return [findingsAbout(site.domain).warning(sentence)]
}

const checkAccess = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { warning } = findingsAbout(site.domain)
  const keys = await database.selectFrom('keys').select('id').where('site_id', '=', site.id).where(isOpen()).execute()
  const noKey = `It has no valid key. Create one with "sidenote keys create --site ${site.domain}".`
  const noOrigin = `It lists no origins: any web page can use its keys. Add yours with "sidenote sites update ${site.domain} --add-origin https://…".`
  return [...(keys.length === 0 ? [warning(noKey)] : []), ...(originsOf(site).length === 0 ? [warning(noOrigin)] : [])]
}

/**
 * Checks every site: its sources, its last sync, its vectors if there is a model for them, its keys, origins and secrets.
 */
export const checkSites = async (
  config: Pick<Config, 'dataFolder' | 'embeddingModel' | 'secretsKey'>,
  database: Database,
): Promise<Finding[]> => {
  const { embeddingModel } = config
  const sites = await database.selectFrom('sites').selectAll().orderBy('domain').execute()
  if (sites.length === 0) {
    return [findingsAbout('sites').warning('There are no sites. Add one with "sidenote sites add".')]
  }
  const seal = await openSeal(config)
  const ownerOf = await readOwners(database)
  const findings: Finding[] = []
  for (const site of sites) {
    const checks = [checkSources, checkLastSync, checkAddresses, checkAccess].map((check) => check(database, site))
    checks.push(checkSecrets(database, seal, site))
    if (embeddingModel) checks.push(checkVectors(database, site, embeddingModel))
    const results = (await Promise.all(checks)).flat()
    if (results.length === 0) results.push(findingsAbout(site.domain).good('Its sources, index and keys are fine.'))
    findings.push(...results.map((one) => ({ ...one, about: site.domain + ownerOf(site.organization_id) })))
  }
  return findings
}
