import type { Finding } from '@sidenote/contract'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { findingsAbout, reasonOf } from '../../findings.ts'
import { plain } from '../../terminal-text.ts'
import { readTracesEndpoint, wantsTraces } from '../../watch/traces.ts'
import { CommandError } from '../command-error.ts'
import { colourLine, print } from '../print.ts'
import type { CommonOptions, Environment, ProgramParts } from '../program-parts.ts'
import { askServer, type SeenServer } from './ask-server.ts'

interface DoctorOptions extends CommonOptions {
  readonly page?: string
  readonly askModel: boolean
}

const marks: Readonly<Record<Finding['level'], string>> = { good: '✓', warning: '!', problem: '✗' }
const colours = { good: 'green', warning: 'yellow', problem: 'red' } as const

const writeFinding = ({ level, about, sentence }: Finding): string =>
  `${colourLine(colours[level], `${marks[level]} ${about}:`)} ${plain(sentence)}`

const checkConfiguration = (environment: Environment): { config: Config | undefined; finding: Finding } => {
  const { good, problem } = findingsAbout('configuration')
  let config: Config | undefined
  try {
    config = readConfig(environment)
    if (wantsTraces(environment)) readTracesEndpoint(environment)
    return { config, finding: good('All variables of this shell are valid.') }
  } catch (error) {
    // A wrong endpoint for traces doesn’t stop the other checks.
    if (!config && !(error instanceof ConfigError)) throw error
    return { config, finding: problem(error instanceof Error ? error.message : String(error)) }
  }
}

/** What is known of the installation: this shell's variables, and what the server says of itself. */
interface Installation {
  readonly config: Config
  readonly server: SeenServer
  readonly asksModels: boolean
}

const checkStored = async ({ config, server }: Installation, database: Database): Promise<Finding[]> => {
  const { checkAdminKey } = await import('./check-keys.ts')
  const { checkSites } = await import('./check-sites.ts')
  const { checkProjects } = await import('./check-projects.ts')
  const unreadable = (about: string) => (error: unknown) => [
    findingsAbout(about).problem(`The database can’t be read: ${reasonOf(error)}.`),
  ]
  return [
    ...(await checkAdminKey(config, database).catch(unreadable('administrator key'))),
    ...(await checkSites(config, database).catch(unreadable('sites'))),
    ...(await checkProjects({ config, server }, database).catch(unreadable('projects'))),
  ]
}

const checkStore = async (installation: Installation): Promise<Finding[]> => {
  const store = await import('./check-store.ts')
  const { config, server } = installation
  const unseen = store.findUnseenStore(config, server)
  if (unseen) return [unseen]
  const { findings, database } = await store.checkDatabase(config)
  if (!database) return findings
  try {
    const isSame = await store.checkSameStore(database, server)
    const pages = await store.checkPages(database, config)
    return [...findings, ...isSame, ...pages, ...(await checkStored(installation, database))]
  } finally {
    await database.destroy()
  }
}

/** By the server, if there is one: this shell may have neither its keys nor its network. */
const checkModels = async ({ config, server, asksModels }: Installation): Promise<Finding[]> => {
  if (server.checkModels) return server.checkModels(asksModels)
  const models = await import('../../assistant/models/check-models.ts')
  return models.checkModels(config, asksModels)
}

const checkInstallation = async (installation: Installation): Promise<Finding[]> => {
  const store = await import('./check-store.ts')
  const { checkSecretsKey } = await import('./check-keys.ts')
  const { config } = installation
  const [folder, secrets, redis, models] = await Promise.all([
    store.checkFolder(config),
    checkSecretsKey(config),
    store.checkRedis(config),
    checkModels(installation),
  ])
  // Last, because SQLite lets nothing else run while it looks at its pages.
  return [...folder, ...secrets, ...redis, ...models, ...(await checkStore(installation))]
}

const checkEverything = async (environment: Environment, { askModel, page }: DoctorOptions): Promise<Finding[]> => {
  const { config, finding } = checkConfiguration(environment)
  const findings = [finding]
  if (config) {
    const server = await askServer(environment)
    const seen = server.configure(config)
    findings.push(...server.findings, ...(await checkInstallation({ config: seen, server, asksModels: askModel })))
  }
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
    .option('--data <dir>', 'data folder (SIDENOTE_DATA, or what "sidenote where" says)')
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const findings = await checkEverything(environmentOf(options), options)
      const problems = findings.filter(({ level }) => level === 'problem').length
      if (options.json) print(options, { findings }, '')
      for (const finding of options.json ? [] : findings) process.stdout.write(`${writeFinding(finding)}\n`)
      if (problems > 0)
        throw new CommandError(`${problems === 1 ? 'One problem has' : `${problems} problems have`} to be fixed.`)
    })
}
