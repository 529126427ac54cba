import type { Logger } from 'pino'
import { operatorOrganization } from '../administration/organizations/operator.ts'
import { type Authentication, openAuthentication } from '../administration/people/authentication.ts'
import { type AgentModels, createAgentModels } from '../agent/projects/agent-models.ts'
import { type Deadlines, defaultDeadlines } from '../assistant/models/model-call.ts'
import { type Models, openEmbeddingModel, openModels, openRerankingModel } from '../assistant/models/models.ts'
import { createSiteModels, type SiteModels } from '../assistant/models/site-models.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import type { PoolState } from '../database/postgres.ts'
import type { Redis } from '../database/redis.ts'
import { createSeal, deriveSecret, readSealKey, type Seal } from '../database/seal.ts'
import { describeInterruptedMove, refuseUnfinishedRestore, removeRestoreDrafts } from '../database/unfinished.ts'
import { messageOf } from '../errors.ts'
import { openReading, type Reading } from '../reading/reading.ts'
import { createEmbedder, type Embedder } from '../search/embeddings/embedder.ts'
import { createReranker, type Reranker } from '../search/reranking/reranker.ts'
import { openSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { openSyncThread, runSyncsHere, type SyncRunner } from '../sources/sync-runner.ts'
import { watchModel } from '../watch/model.ts'

/** Everything that the configuration names, opened once for the process. */
export interface Parts {
  readonly models: Models
  /** The models of each site: its own, or those above. */
  readonly siteModels: SiteModels
  /** How long models may be silent. */
  readonly deadlines: Deadlines
  readonly agentModels: AgentModels
  readonly seal: Seal
  readonly authentication: Authentication
  readonly database: Database
  /** The state of PostgreSQL’s connections; undefined with SQLite. */
  readonly readPool: (() => PoolState) | undefined
  readonly embedder: Embedder | undefined
  readonly searchIndex: SearchIndex
  readonly redis: Redis | undefined
  readonly reading: Reading
  readonly syncRunner: SyncRunner
}

/** Opens a part of the configuration. @throws ConfigError with the sentence that says why it can’t be opened */
export const orConfigError = async <Part>(open: () => Part | Promise<Part>): Promise<Part> => {
  try {
    return await open()
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error })
  }
}

const openConfiguredEmbedder = async (
  { embeddingModel: name, environment }: Config,
  log: Logger,
): Promise<Embedder | undefined> =>
  name === undefined
    ? undefined
    : orConfigError(async () => createEmbedder(name, await openEmbeddingModel(name, environment), { log }))

const openConfiguredReranker = async (
  { rerankingModel: name, environment }: Config,
  log: Logger,
): Promise<Reranker | undefined> =>
  name === undefined
    ? undefined
    : orConfigError(() => createReranker(name, openRerankingModel(name, environment), { log }))

/** A command that was killed leaves a store as it was; the operator is told what was not done. */
const sayWhatWasInterrupted = async (
  store: Pick<Config, 'databaseUrl' | 'dataFolder'> & { readonly database: Database },
  log: Logger,
): Promise<void> => {
  if (await removeRestoreDrafts(store.dataFolder)) {
    log.info('removed what a restore had left that was interrupted after everything was restored')
  }
  const interrupted = await describeInterruptedMove(store)
  if (interrupted) log.warn(interrupted)
}

const openStore = async (config: Config, log: Logger): Promise<Pick<Parts, 'database' | 'readPool'>> => {
  const { databaseUrl, dataFolder } = config
  const onLostConnection = (error: Error) => log.warn({ err: error }, 'lost a connection to the database')
  let readPool: Parts['readPool']
  const onPool = (read: () => PoolState) => {
    readPool = read
  }
  const onMigrated = (migrations: readonly string[]) => log.info({ migrations }, 'updated the tables of the database')
  try {
    const database = await openDatabase({ databaseUrl, dataFolder, onLostConnection, onPool, onMigrated })
    await sayWhatWasInterrupted({ databaseUrl, dataFolder, database }, log).catch(async (error: unknown) => {
      await database.destroy()
      throw error
    })
    return { database, readPool }
  } catch (error) {
    const place = databaseUrl ? 'the database at DATABASE_URL' : `the database in ${dataFolder}`
    throw new ConfigError(`Cannot open ${place}: ${messageOf(error)}`, { cause: error })
  }
}

/** Nothing requires Redis to be up: while it is away, the process or the database stands in. */
const openConfiguredRedis = async (
  { redisUrl }: Config,
  database: Database,
  log: Logger,
): Promise<Redis | undefined> => {
  if (!redisUrl) return undefined
  // Hundreds of modules that most servers don’t need.
  const { openRedis } = await import('../database/redis.ts')
  return openRedis(redisUrl, database, (error) => log.warn({ err: error }, 'Redis is away'))
}

/** Counts every call of a model, whoever makes it. */
const watchModels = ([first, ...others]: Models): Models => [watchModel(first), ...others.map(watchModel)]

const watchAgentModels = ({ open }: AgentModels): AgentModels => ({
  open: async (name) => {
    const models = await open(name)
    return models && watchModels(models)
  },
})

/** Excerpts need no provider: a reader gets them when the model fails, because the sources were found. */
const usualFallback = (model: string | undefined): string | undefined =>
  model === undefined || model === 'quote' ? undefined : 'quote'

/** What a caller opens itself. */
interface OwnParts {
  readonly log: Logger
  /** Replaces the configured models. */
  readonly models: Models | undefined
  /** Syncs read with it in this thread. @default threads of this server alone, and one for its syncs */
  readonly reading: Reading | undefined
}

/**
 * Opens everything that the configuration names: models, secrets, the database with its search index, Redis, threads.
 *
 * @throws ConfigError when the operator has to correct something
 */
export const openParts = async (config: Config, { log, models, reading }: OwnParts): Promise<Parts> => {
  const { model, fallbackModel, checkingModel, environment, dataFolder, secretsKey } = config
  const answering = { model, fallbackModel: fallbackModel ?? usualFallback(model), checkingModel, environment }
  const chosenModels = models ?? (await orConfigError(() => openModels(answering)))
  // Before a key is written into the folder.
  await orConfigError(() => refuseUnfinishedRestore(dataFolder))
  const sealKey = await orConfigError(() => readSealKey(dataFolder, secretsKey))
  const embedder = await openConfiguredEmbedder(config, log)
  const reranker = await openConfiguredReranker(config, log)
  const { database, readPool } = await openStore(config, log)
  const seal = createSeal(sealKey)
  const watchedModels = watchModels(chosenModels)
  const searchIndex = openSearchIndex({ database, embedder, reranker })
  const { databaseUrl, quotas } = config
  const syncRunner = reading
    ? runSyncsHere({ searchIndex, reading, seal }, { folder: dataFolder, quotas })
    : openSyncThread({ databaseUrl, dataFolder, quotas, sealKey })
  return {
    models: watchedModels,
    siteModels: createSiteModels({
      database,
      seal,
      log,
      models: watchedModels,
      embedder,
      reranker,
      environment,
      operator: operatorOrganization,
      watch: watchModels,
    }),
    deadlines: { ...defaultDeadlines, firstToken: config.firstTokenSeconds * 1_000 },
    agentModels: watchAgentModels(createAgentModels({ model, fallbackModel, environment })),
    seal,
    authentication: openAuthentication({
      database,
      secret: deriveSecret(sealKey, 'sessions'),
      publicUrl: config.publicUrl,
      oidc: config.oidc,
      log,
    }),
    database,
    readPool,
    embedder,
    searchIndex,
    redis: await openConfiguredRedis(config, database, log),
    reading: reading ?? openReading(),
    syncRunner,
  }
}
