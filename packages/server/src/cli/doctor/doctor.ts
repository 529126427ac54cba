import { type Config, ConfigError, readClientConfig, readConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { readTracesEndpoint, wantsTraces } from '../../watch/traces.ts'
import { CommandError } from '../command-error.ts'
import { print } from '../print.ts'
import type { CommonOptions, Environment, ProgramParts } from '../program-parts.ts'
import { type Finding, findingsAbout, reasonOf, trustHint } from './finding.ts'

interface DoctorOptions extends CommonOptions {
  readonly page?: string
  readonly askModel: boolean
}

const readyMilliseconds = 5_000
const marks: Readonly<Record<Finding['level'], string>> = { good: '✓', warning: '!', problem: '✗' }

const checkConfiguration = (environment: Environment): { config: Config | undefined; finding: Finding } => {
  const { good, problem } = findingsAbout('configuration')
  let config: Config | undefined
  try {
    config = readConfig(environment)
    if (wantsTraces(environment)) readTracesEndpoint(environment)
    return { config, finding: good('All variables are valid.') }
  } catch (error) {
    // A wrong endpoint for traces doesn’t stop the other checks.
    if (!config && !(error instanceof ConfigError)) throw error
    return { config, finding: problem(error instanceof Error ? error.message : String(error)) }
  }
}

/** A warning when no server runs, because most checks don’t need one. */
const checkServer = async (environment: Environment): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('server')
  const { url } = readClientConfig(environment)
  const signal = AbortSignal.timeout(readyMilliseconds)
  const response = await fetch(`${url}/readyz`, { signal }).catch(reasonOf)
  if (typeof response === 'string') {
    return [warning(`No server answers at ${url} (${response}).${trustHint(response)}`)]
  }
  const { readinessSchema } = await import('@sidenote/contract')
  const readiness = readinessSchema.safeParse(await response.json().catch(() => undefined))
  if (!readiness.success) return [problem(`What answers at ${url} is not a Sidenote server of this version.`)]
  const { missing, degraded } = readiness.data
  const findings = [...missing.map(problem), ...degraded.map(warning)]
  return findings.length > 0 ? findings : [good(`The server at ${url} is ready.`)]
}

const checkStored = async (config: Config, database: Database): Promise<Finding[]> => {
  const { checkAdminKey } = await import('./check-keys.ts')
  const { checkSites } = await import('./check-sites.ts')
  const { checkProjects } = await import('./check-projects.ts')
  const unreadable = (about: string) => (error: unknown) => [
    findingsAbout(about).warning(`The database can’t be read: ${reasonOf(error)}.`),
  ]
  return [
    ...(await checkAdminKey(config, database).catch(unreadable('administrator key'))),
    ...(await checkSites(config, database).catch(unreadable('sites'))),
    ...(await checkProjects(config, database).catch(unreadable('projects'))),
  ]
}

const checkInstallation = async (config: Config, asksModels: boolean): Promise<Finding[]> => {
  const store = await import('./check-store.ts')
  const { checkSecretsKey } = await import('./check-keys.ts')
  const models = await import('./check-models.ts')
  const [folder, secrets, { findings, database }, redis, model, embeddings, reranking] = await Promise.all([
    store.checkFolder(config),
    checkSecretsKey(config),
    store.checkDatabase(config),
    store.checkRedis(config),
    models.checkModels(config, asksModels),
    models.checkEmbeddings(config, asksModels),
    models.checkReranking(config, asksModels),
  ])
  const stored = database ? await checkStored(config, database).finally(() => database.destroy()) : []
  return [...folder, ...secrets, ...findings, ...redis, ...model, ...embeddings, ...reranking, ...stored]
}

const checkEverything = async (environment: Environment, { askModel, page }: DoctorOptions): Promise<Finding[]> => {
  const { config, finding } = checkConfiguration(environment)
  const findings = [finding]
  if (config) findings.push(...(await checkInstallation(config, askModel)), ...(await checkServer(environment)))
  if (page !== undefined) {
    const { checkPage } = await import('./check-page.ts')
    findings.push(...(await checkPage(page)))
  }
  return findings
}

/** Adds `doctor` to the program; it exits with 1 when something has to be fixed. */
export const addDoctorCommand = ({ program, environmentOf }: ProgramParts): void => {
  program
    .command('doctor')
    .description('check everything, and say what to fix')
    .option('--page <url>', 'also check a page with the widget, as a browser would')
    .option('--no-ask-model', 'don’t send the models a test message, which costs a few tokens')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, .sidenote)')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const findings = await checkEverything(environmentOf(options), options)
      const problems = findings.filter(({ level }) => level === 'problem').length
      const lines = findings.map(({ level, about, sentence }) => `${marks[level]} ${about}: ${sentence}`)
      print(options, { findings }, lines.join('\n'))
      if (problems > 0)
        throw new CommandError(`${problems === 1 ? 'One problem has' : `${problems} problems have`} to be fixed.`)
    })
}
