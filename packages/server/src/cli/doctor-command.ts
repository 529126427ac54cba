import type { Command } from 'commander'
import { type Config, ConfigError, type Environment, readClientConfig, readConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { readTracesEndpoint, wantsTraces } from '../watch/traces.ts'
import { CommandError } from './client.ts'
import type { CommonOptions } from './commands.ts'
import { type Finding, findingsAbout, reasonOf, trustHint } from './doctor/finding.ts'
import { print } from './print.ts'

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
    return { config, finding: good('Every variable can be used.') }
  } catch (error) {
    // What traces are sent to says so itself, and stands in the way of nothing else that is looked at.
    if (!config && !(error instanceof ConfigError)) throw error
    return { config, finding: problem(error instanceof Error ? error.message : String(error)) }
  }
}

/** A server that does not run is no fault of its own: much can be looked at without it. */
const checkServer = async (environment: Environment): Promise<Finding[]> => {
  const { good, warning, problem } = findingsAbout('server')
  const { url } = readClientConfig(environment)
  const signal = AbortSignal.timeout(readyMilliseconds)
  const response = await fetch(`${url}/readyz`, { signal }).catch(reasonOf)
  if (typeof response === 'string') return [warning(`None answers at ${url} (${response}).${trustHint(response)}`)]
  const { readinessSchema } = await import('@sidenote/contract')
  const told = readinessSchema.safeParse(await response.json().catch(() => undefined))
  if (!told.success) return [problem(`What answers at ${url} is not this version of Sidenote.`)]
  const { missing, degraded } = told.data
  const found = [...missing.map(problem), ...degraded.map(warning)]
  return found.length > 0 ? found : [good(`It is ready at ${url}.`)]
}

const checkInstallation = async (config: Config, isAsked: boolean): Promise<Finding[]> => {
  const store = await import('./doctor/check-store.ts')
  const models = await import('./doctor/check-models.ts')
  const [folder, secrets, { findings, database }, redis, model, embeddings, reranking] = await Promise.all([
    store.checkFolder(config),
    store.checkSecretsKey(config),
    store.checkDatabase(config),
    store.checkRedis(config),
    models.checkModels(config, isAsked),
    models.checkEmbeddings(config, isAsked),
    models.checkReranking(config, isAsked),
  ])
  const stored = database ? await checkStored(config, database).finally(() => database.destroy()) : []
  return [...folder, ...secrets, ...findings, ...redis, ...model, ...embeddings, ...reranking, ...stored]
}

const checkStored = async (config: Config, database: Database): Promise<Finding[]> => {
  const { checkAdminKey } = await import('./doctor/check-store.ts')
  const { checkSites } = await import('./doctor/check-sites.ts')
  const { checkProjects } = await import('./doctor/check-projects.ts')
  const unread = (about: string) => (error: unknown) => [
    findingsAbout(about).warning(`They cannot be read: ${reasonOf(error)}.`),
  ]
  return [
    ...(await checkAdminKey(config, database).catch(unread('administrator key'))),
    ...(await checkSites(config, database).catch(unread('sites'))),
    ...(await checkProjects(config, database).catch(unread('projects'))),
  ]
}

const examine = async (environment: Environment, options: DoctorOptions): Promise<Finding[]> => {
  const { config, finding } = checkConfiguration(environment)
  const findings = [finding]
  if (config) {
    findings.push(...(await checkInstallation(config, options.askModel)), ...(await checkServer(environment)))
  }
  if (options.page !== undefined) {
    const { checkPage } = await import('./doctor/check-page.ts')
    findings.push(...(await checkPage(options.page)))
  }
  return findings
}

/** Adds `sidenote doctor`, which ends with 1 when something has to be put right. */
export const addDoctor = (
  program: Command,
  { environmentOf }: { environmentOf: (options: DoctorOptions) => Environment },
): void => {
  program
    .command('doctor')
    .description('look at everything and say in sentences what to change')
    .option('--page <url>', 'a page that embeds the widget, to be looked at as a browser would')
    .option('--no-ask-model', 'do not ask the models for a word, which costs a few tokens')
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, .sidenote)')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const findings = await examine(environmentOf(options), options)
      const problems = findings.filter(({ level }) => level === 'problem').length
      const lines = findings.map(({ level, about, sentence }) => `${marks[level]} ${about}: ${sentence}`)
      print(options, { findings }, lines.join('\n'))
      if (problems > 0)
        throw new CommandError(`${problems === 1 ? 'One thing has' : `${problems} things have`} to be put right.`)
    })
}
