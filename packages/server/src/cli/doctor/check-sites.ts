import { access, constants } from 'node:fs/promises'
import { syncSchema } from '@sidenote/contract'
import { isOpen } from '../../administration/keys/key-record.ts'
import { identityPurpose } from '../../administration/readers/identity-record.ts'
import { originsOf } from '../../administration/sites/site-record.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { SiteRow } from '../../database/tables.ts'
import { countEmbedded } from '../../search/embeddings/embed-sections.ts'
import { sealedTokenOf, settingsOf } from '../../sources/source.ts'
import { openSeal, readOwners } from './check-projects.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const reportSchema = syncSchema.pick({ failed: true, error: true, problems: true }).partial()
const oldDays = 30
const dayMilliseconds = 86_400_000

const checkSources = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { problem } = findingsAbout(site.domain)
  const rows = await database.selectFrom('sources').selectAll().where('site_id', '=', site.id).orderBy('id').execute()
  if (rows.length === 0) return [problem('It has no source. Name one with "sidenote sites update".')]
  const findings: Finding[] = []
  for (const row of rows) {
    const source = settingsOf(row)
    const path = source.kind === 'folder' ? source.folder : source.kind === 'openapi' ? source.file : undefined
    if (path === undefined) continue
    const failure = await access(path, constants.R_OK).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    )
    if (failure) findings.push(problem(`Its source ${path} cannot be read (${failure}) by this user, on this machine.`))
  }
  return findings
}

const checkLastSync = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { problem, warning } = findingsAbout(site.domain)
  const again = `Run "sidenote sync ${site.domain}"`
  const last = await database
    .selectFrom('syncs')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('status', '!=', 'running')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return site.synced_at ? [] : [problem(`It was never indexed. ${again}.`)]
  const report = reportSchema.parse(JSON.parse(last.report_json))
  if (last.status === 'failed') {
    return [problem(`Its last sync, of ${last.started_at}, failed: ${report.error ?? 'no reason is known.'} ${again}.`)]
  }
  const failed = report.failed ?? 0
  if (failed > 0) return [warning(`${failed} of its pages could not be read. ${again} to see which and why.`)]
  const days = Math.floor((Date.now() - Date.parse(last.finished_at ?? last.started_at)) / dayMilliseconds)
  return days > oldDays ? [warning(`It was last indexed ${days} days ago. ${again}, or give it a --schedule.`)] : []
}

/** Whether what an embedding model was to say of every section is there. */
const checkEmbedded = async (database: Database, site: SiteRow, model: string): Promise<Finding[]> => {
  const { sections, embedded } = await countEmbedded(database, site.id, model)
  if (embedded === sections) return []
  const missing = `${sections - embedded} of its ${sections} sections have no vector of ${model} yet`
  return [findingsAbout(site.domain).warning(`${missing}: words alone find them. Run "sidenote sync ${site.domain}".`)]
}

const checkAccess = async (database: Database, site: SiteRow): Promise<Finding[]> => {
  const { warning } = findingsAbout(site.domain)
  const keys = await database.selectFrom('keys').select('id').where('site_id', '=', site.id).where(isOpen()).execute()
  const noKey = `It has no key that is valid. Make one with "sidenote keys create --site ${site.domain}".`
  const noOrigin = `It lists no origins: any web page may use its keys. Name yours with "sidenote sites update ${site.domain} --origin https://…".`
  return [...(keys.length === 0 ? [warning(noKey)] : []), ...(originsOf(site).length === 0 ? [warning(noOrigin)] : [])]
}

const canOpen = (seal: Seal | undefined, purpose: string, sealed: string): boolean => {
  // As versions before 0011-administration stored it: the next start of the server seals it.
  if (!sealed.includes('.')) return true
  try {
    seal?.open(purpose, sealed)
    return seal !== undefined
  } catch {
    return false
  }
}

/** Whether what its webhook and its readers are signed with can be read by the key that the server has. */
const checkSecrets = async (database: Database, seal: Seal | undefined, site: SiteRow): Promise<Finding[]> => {
  const { problem } = findingsAbout(site.domain)
  const webhook = await database
    .selectFrom('sync_webhooks')
    .selectAll()
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  const identity = await database
    .selectFrom('site_identities')
    .selectAll()
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  const sources = await database.selectFrom('sources').selectAll().where('site_id', '=', site.id).execute()
  const tokens = sources.map(sealedTokenOf).filter((token) => token !== undefined)
  const renew = (command: string) => `make a new one with "sidenote sites ${command} ${site.domain}"`
  const lost = (what: string, instead: string) =>
    problem(
      `${what} was stored with another key than this server has. Put the earlier secrets.key or SIDENOTE_SECRETS_KEY back, or ${instead}.`,
    )
  return [
    ...(tokens.every(([purpose, sealed]) => canOpen(seal, purpose, sealed))
      ? []
      : [
          lost(
            'The token of its repository',
            `give it again with "sidenote sites update ${site.domain} --git … --token-variable …"`,
          ),
        ]),
    ...(webhook && !canOpen(seal, webhook.id, webhook.secret_sealed) ? [lost('Its webhook', renew('webhook'))] : []),
    ...(identity && !canOpen(seal, identityPurpose(site.id), identity.secret_sealed)
      ? [lost('The secret that its readers are signed with', renew('identity'))]
      : []),
  ]
}

/**
 * Looks at every site: its sources, its last sync, its vectors when there is a model for them, its keys, origins and
 * secrets.
 */
export const checkSites = async (
  config: Pick<Config, 'dataFolder' | 'embeddingModel' | 'secretsKey'>,
  database: Database,
): Promise<Finding[]> => {
  const { embeddingModel } = config
  const sites = await database.selectFrom('sites').selectAll().orderBy('domain').execute()
  if (sites.length === 0) return [findingsAbout('sites').warning('There are none. Add one with "sidenote sites add".')]
  const seal = await openSeal(config)
  const ownerOf = await readOwners(database)
  const findings: Finding[] = []
  for (const site of sites) {
    const checks = [checkSources, checkLastSync, checkAccess].map((check) => check(database, site))
    checks.push(checkSecrets(database, seal, site))
    if (embeddingModel) checks.push(checkEmbedded(database, site, embeddingModel))
    const found = (await Promise.all(checks)).flat()
    if (found.length === 0) found.push(findingsAbout(site.domain).good('Sources, index and keys are there.'))
    findings.push(...found.map((one) => ({ ...one, about: site.domain + ownerOf(site.organization_id) })))
  }
  return findings
}
