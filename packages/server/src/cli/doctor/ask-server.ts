import { existsSync } from 'node:fs'
import * as contract from '@sidenote/contract'
import { type Config, readClientConfig } from '../../config.ts'
import { sqliteFile } from '../../data-folder.ts'
import { findingsAbout, reasonOf, trustHint } from '../../findings.ts'
import { type Client, createClient } from '../client.ts'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../program-parts.ts'

const readyMilliseconds = 5_000

/** What the running server says of itself. */
export interface SeenServer {
  /** Whether it is ready, and what of its configuration couldn't be seen. */
  readonly findings: readonly contract.Finding[]
  /** Undefined if its configuration can't be seen. */
  readonly installation: contract.Installation | undefined
  /** Puts the server's configuration in place of this shell's, as far as it is seen. */
  readonly configure: (config: Config) => Config
  /** Has the server check its models; undefined if its configuration can't be seen. */
  readonly checkModels: ((asks: boolean) => Promise<contract.Finding[]>) | undefined
}

const about = findingsAbout('server')

const unseen = (findings: readonly contract.Finding[]): SeenServer => ({
  findings,
  installation: undefined,
  configure: (config) => config,
  checkModels: undefined,
})

/** The variables that choose models, by their fields. */
const modelVariables = {
  model: 'SIDENOTE_MODEL',
  fallbackModel: 'SIDENOTE_FALLBACK_MODEL',
  embeddingModel: 'SIDENOTE_EMBEDDING_MODEL',
  rerankingModel: 'SIDENOTE_RERANKING_MODEL',
  checkingModel: 'SIDENOTE_CHECKING_MODEL',
} as const

/** Variables of this shell that the server was started without, or with another value. */
const findDifferences = (environment: Environment, installation: contract.Installation): contract.Finding[] =>
  (['model', 'fallbackModel', 'embeddingModel', 'rerankingModel', 'checkingModel'] as const).flatMap((field) => {
    const name = modelVariables[field]
    const here = environment[name]?.trim()
    const there = installation[field]
    if (!here || here === there) return []
    const started = there === null ? 'was started without it' : `was started with ${there}`
    return [about.warning(`${name} is ${here} in this shell, but the server ${started}. Restart it to change that.`)]
  })

const modelsOf = (installation: contract.Installation) => ({
  model: installation.model ?? undefined,
  fallbackModel: installation.fallbackModel ?? undefined,
  embeddingModel: installation.embeddingModel ?? undefined,
  rerankingModel: installation.rerankingModel ?? undefined,
  checkingModel: installation.checkingModel ?? undefined,
})

/** The data folder of the server, if this user can see it. */
const storeOf = ({ database, dataFolder }: contract.Installation, config: Config): Pick<Config, 'dataFolder'> =>
  database === 'sqlite' && existsSync(sqliteFile(dataFolder)) ? { dataFolder } : { dataFolder: config.dataFolder }

const askForModels =
  (client: Client) =>
  async (askModels: boolean): Promise<contract.Finding[]> => {
    const answer = client(contract.checkModels, { body: { askModels } }, contract.modelFindingsSchema)
    return answer.then(
      ({ findings }) => findings,
      (error: unknown) => [findingsAbout('model').warning(`The server’s models were not checked: ${reasonOf(error)}.`)],
    )
  }

/**
 * Asks the server whether it is ready and how it was started. A server that isn't there, or whose configuration this key
 * doesn't open, is a warning: most checks don't need one, but they see this shell's variables then.
 */
export const askServer = async (environment: Environment): Promise<SeenServer> => {
  const clientConfig = readClientConfig(environment)
  const { url } = clientConfig
  const instead = 'What follows is about the variables of this shell; a server may have others.'
  const signal = AbortSignal.timeout(readyMilliseconds)
  const response = await fetch(`${url}/readyz`, { signal }).catch(reasonOf)
  if (typeof response === 'string') {
    return unseen([about.warning(`No server answers at ${url} (${response}).${trustHint(response)} ${instead}`)])
  }
  const readiness = contract.readinessSchema.safeParse(await response.json().catch(() => undefined))
  if (!readiness.success) {
    return unseen([about.problem(`What answers at ${url} is not a Sidenote server of this version.`)])
  }
  const { missing, degraded } = readiness.data
  const told = [...missing.map(about.problem), ...degraded.map(about.warning)]
  const findings = told.length > 0 ? told : [about.good(`The server at ${url} is ready.`)]
  const client = createClient(clientConfig)
  try {
    const installation = await client(contract.getInstallation, {}, contract.installationSchema)
    return {
      findings: [...findings, ...findDifferences(environment, installation)],
      installation,
      configure: (config) => ({ ...config, ...modelsOf(installation), ...storeOf(installation, config) }),
      checkModels: askForModels(client),
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return unseen([...findings, about.warning(`Its configuration can’t be seen: ${error.message} ${instead}`)])
  }
}
