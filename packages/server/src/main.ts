import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { deleteOldUses } from './administration/budgets/delete-old-uses.ts'
import { createRetention } from './administration/conversations/retention.ts'
import { adminKeyFile } from './administration/keys/admin-key-file.ts'
import { prepareFirstStart } from './administration/keys/first-start.ts'
import { countLostSecrets, sealPlainSecrets } from './administration/sites/sealed-secrets.ts'
import { startScheduler } from './administration/syncs/schedules.ts'
import { createSyncs, failInterruptedSyncs, resumeStoppedSyncs } from './administration/syncs/syncs.ts'
import { type AgentModels, createAgentModels } from './agent/projects/agent-models.ts'
import { startAgent } from './agent/work/start.ts'
import { createApp } from './app.ts'
import { type Models, openEmbeddingModel, openModels, openRerankingModel } from './assistant/models/models.ts'
import { type Config, ConfigError, type Environment, readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import type { PoolState } from './database/postgres.ts'
import type { Redis } from './database/redis.ts'
import { createSeal, readSealKey, type Seal } from './database/seal.ts'
import { messageOf } from './errors.ts'
import { createKeyReader } from './http/admission/keys.ts'
import { deleteOldCounts } from './http/admission/limits/count-rows.ts'
import type { Clock } from './http/admission/limits/decision.ts'
import { createLimits } from './http/admission/limits/limits.ts'
import { deleteExpiredProofs } from './http/admission/proof-of-work.ts'
import { openRunningAnswers } from './http/answers/running-answers.ts'
import type { Gate } from './http/mount/gate.ts'
import { browserAddress, createHttpServer, listen, watchRequests } from './http/server/listen.ts'
import { type MetricsServer, serveMetrics } from './http/server/metrics-server.ts'
import { createSlowRequests } from './http/server/slow-requests.ts'
import { openReading, type Reading } from './reading/reading.ts'
import { createEmbedder, type Embedder } from './search/embeddings/embedder.ts'
import { openPgvector } from './search/embeddings/pgvector.ts'
import { createReranker, type Reranker } from './search/reranking/reranker.ts'
import { openSearchIndex, type SearchIndex } from './search/search-index.ts'
import { version } from './version.ts'
import { createLog } from './watch/log.ts'
import { watchModel } from './watch/model.ts'
import { startTraces, wantsTraces } from './watch/traces.ts'
import { startWatchdog } from './watch/watchdog.ts'

const drainMilliseconds = 25_000
const farewellMilliseconds = 3_000
/** For everything else that has to end: together with the answers, less than the 30 s after which a process is killed. */
const closingMilliseconds = 1_500
const cleaningMilliseconds = 3_600_000

const builtWidget = fileURLToPath(new URL('../../widget/dist', import.meta.url))

export interface ServerOptions {
  readonly log: Logger
  /** @default the widget that was built beside the server */
  readonly widgetFolder?: string
  /** @default what the configuration names */
  readonly models?: Models
  /** What the limits tell the time by. @default the store’s clock */
  readonly clock?: Clock
  /** How long answers may go on after the signal to stop. @default 25000 */
  readonly drainMilliseconds?: number
}

export interface RunningServer {
  /** Address to reach it at, such as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Where `/metrics` is, when it is served. */
  readonly metricsUrl: string | undefined
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  /** Refuses new work at once, lets answers end, then closes everything. Rejects when something does not end within 30 s. */
  readonly stop: () => Promise<void>
}

/** Opens what the configuration names. @throws ConfigError the sentence that says why it cannot be opened */
const openNamed = async <Opened>(open: () => Opened | Promise<Opened>): Promise<Opened> => {
  try {
    return await open()
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error })
  }
}

const openModelsOf = ({ model, fallbackModel, environment }: Config): Promise<Models> =>
  openNamed(() => openModels({ model, fallbackModel, environment }))

const openSealOf = ({ dataFolder, secretsKey }: Config): Promise<Seal> =>
  openNamed(async () => createSeal(await readSealKey(dataFolder, secretsKey)))

/** What searches by meaning, when the configuration names a model for it. */
const openEmbedderOf = async ({ embeddingModel, environment }: Config, log: Logger): Promise<Embedder | undefined> =>
  embeddingModel
    ? openNamed(async () =>
        createEmbedder(embeddingModel, await openEmbeddingModel(embeddingModel, environment), { log }),
      )
    : undefined

/** What puts the first sections of a search in order, when the configuration names a model for it. */
const openRerankerOf = async ({ rerankingModel, environment }: Config, log: Logger): Promise<Reranker | undefined> =>
  rerankingModel
    ? openNamed(() => createReranker(rerankingModel, openRerankingModel(rerankingModel, environment), { log }))
    : undefined

interface OpenedDatabase {
  readonly database: Database
  /** Of PostgreSQL. */
  readonly readPool: (() => PoolState) | undefined
}

const openDatabaseOf = async (config: Config, log: Logger): Promise<OpenedDatabase> => {
  const { databaseUrl, dataFolder } = config
  const onLostConnection = (error: Error) => log.warn({ err: error }, 'database connection lost')
  try {
    let readPool: (() => PoolState) | undefined
    const onPool = (read: () => PoolState) => {
      readPool = read
    }
    const database = await openDatabase({ databaseUrl, dataFolder, onLostConnection, onPool })
    return { database, readPool }
  } catch (error) {
    const place = databaseUrl ? 'The database at DATABASE_URL' : `The database in ${dataFolder}`
    throw new ConfigError(`${place} cannot be opened: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Nothing needs Redis to be there: what is shared through it is done in the process or the database meanwhile. */
const openRedisOf = async ({ redisUrl }: Config, database: Database, log: Logger): Promise<Redis | undefined> => {
  if (!redisUrl) return undefined
  // Hundreds of modules, which most servers do without.
  const { openRedis } = await import('./database/redis.ts')
  return openRedis(redisUrl, database, (error) => log.warn({ err: error }, 'Redis is away'))
}

/** Every call of a model is counted, whoever makes it. */
const watchModels = ([first, ...others]: Models): Models => [watchModel(first), ...others.map(watchModel)]

const watchAgentModels = ({ open }: AgentModels): AgentModels => ({
  open: async (name) => {
    const models = await open(name)
    return models && watchModels(models)
  },
})

interface Prepared {
  readonly config: Config
  readonly database: Database
  readonly seal: Seal
  readonly log: Logger
}

const warnOperator = async ({ database, seal, log }: Pick<Prepared, 'database' | 'seal' | 'log'>): Promise<void> => {
  const secrets = await countLostSecrets({ database, seal })
  if (secrets > 0) {
    log.warn(
      { secrets },
      'secrets were stored with another key than this server has: put the earlier secrets.key or SIDENOTE_SECRETS_KEY back, or give them again; "sidenote doctor" names them',
    )
  }
  const open = await database.selectFrom('sites').select('domain').where('origins_json', '=', '[]').execute()
  for (const { domain } of open) {
    log.warn({ site: domain }, 'the site lists no origins: any web page may use its keys')
  }
}

const startCleaning = (database: Database, log: Logger): NodeJS.Timeout => {
  const retain = createRetention(database, (days) =>
    log.warn({ days }, 'the clock is days ahead of the last use, so nothing old is deleted for an hour: is it right?'),
  )
  const cleanUp = () => {
    const now = new Date()
    const counts = [deleteOldCounts(database), deleteOldUses(database, now), deleteExpiredProofs(database, now)]
    Promise.all(counts).catch((error: unknown) => log.warn({ err: error }, 'old counts not deleted'))
    retain().catch((error: unknown) => log.warn({ err: error }, 'old conversations not deleted'))
  }
  cleanUp()
  return setInterval(cleanUp, cleaningMilliseconds).unref()
}

/**
 * Opens everything, listens, and answers until it is stopped.
 *
 * @throws ConfigError when the operator has something to put right: a model, the database, a taken port.
 */
export const startServer = async (config: Config, options: ServerOptions): Promise<RunningServer> => {
  const { log, widgetFolder = builtWidget, clock } = options
  const models = watchModels(options.models ?? (await openModelsOf(config)))
  const seal = await openSealOf(config)
  const embedder = await openEmbedderOf(config, log)
  const reranker = await openRerankerOf(config, log)
  const { database, readPool } = await openDatabaseOf(config, log)
  const searchIndex = openSearchIndex({ database, embedder, reranker })
  const redis = await openRedisOf(config, database, log)
  const { model, fallbackModel, environment } = config
  const agentModels = watchAgentModels(createAgentModels({ model, fallbackModel, environment }))
  const isRedisReady = redis && (() => redis.client.isReady)
  const reading = openReading()
  const syncs = createSyncs({ searchIndex, reading, seal }, log, config.dataFolder)
  const limits = createLimits(database, { redis, clock, log })
  const shutdown = new AbortController()
  const stopping = new AbortController()
  const runningAnswers = openRunningAnswers({ log, redis, shutdown: shutdown.signal })
  let isStopping = false
  const slowRequests = createSlowRequests()
  const gate: Gate = {
    database,
    seal,
    readKey: createKeyReader(database, config.adminKey),
    takeFromLimits: limits.take,
    ...(clock && { clock }),
  }
  const app = createApp({
    gate,
    searchIndex,
    models,
    agentModels,
    syncs,
    runningAnswers,
    slowRequests,
    log,
    version,
    widgetFolder,
    upstream: config.upstream,
    trustedProxies: config.trustedProxies,
    stopping: stopping.signal,
    shutdown: shutdown.signal,
    isStopping: () => isStopping,
    isRedisReady,
    describeLimits: limits.describeDegraded,
  })
  const server = createHttpServer(app, { slowRequests })
  const untilIdle = watchRequests(server)
  let metrics: MetricsServer | undefined
  let endTraces: (() => Promise<void>) | undefined
  const closeAll = async () => {
    limits.close()
    runningAnswers.close()
    redis?.close()
    metrics?.stop()
    await reading.close()
    await database.destroy()
    await endTraces?.()
  }
  let url: string
  try {
    metrics = config.metrics && (await serveMetrics({ database, readPool, isRedisReady }, config.metrics))
    if (wantsTraces(environment)) endTraces = await openNamed(() => startTraces(environment, version))
    url = await prepareAndListen(server, { config, database, seal, log })
  } catch (error) {
    await closeAll()
    throw error
  }
  if (embedder) void openPgvector(searchIndex, embedder.name, { log, signal: stopping.signal })
  const cleaning = startCleaning(database, log)
  const folder = join(config.dataFolder, 'jobs')
  const publicUrl = config.publicUrl ?? browserAddress(url)
  const agent = startAgent(
    { database, searchIndex, seal, models: agentModels, folder, publicUrl, log },
    config.agentWorkers,
  )
  const scheduler = startScheduler(database, syncs, log)
  resumeStoppedSyncs(database, syncs).catch((error: unknown) => log.warn({ err: error }, 'stopped syncs not resumed'))

  const drain = options.drainMilliseconds ?? drainMilliseconds
  const endAll = async () => {
    const workEnded = Promise.all([syncs.stop(), agent.stop()])
    // An answer whose reader has left may be read to its end elsewhere.
    const untilAnswered = (milliseconds: number) =>
      Promise.all([untilIdle(milliseconds), runningAnswers.untilIdle(milliseconds)])
    await untilAnswered(drain)
    shutdown.abort()
    await untilAnswered(farewellMilliseconds)
    server.close()
    server.closeAllConnections()
    await workEnded
    await closeAll()
  }
  const stop = async () => {
    isStopping = true
    stopping.abort()
    clearInterval(cleaning)
    clearInterval(scheduler)
    // Idle connections stay open while others are answered: a request may be on its way on any of them.
    await inTime(endAll(), drain + farewellMilliseconds + closingMilliseconds)
  }
  return { url, metricsUrl: metrics?.url, database, searchIndex, reading, stop }
}

/** A database that hangs never says that a connection has ended. */
const inTime = async (ended: Promise<void>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`${milliseconds} ms after the signal to stop, not everything had ended in time.`)
    timer = setTimeout(() => reject(error), milliseconds)
  })
  await Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

const prepareAndListen = async (server: Server, { config, database, seal, log }: Prepared): Promise<string> => {
  await prepareFirstStart(database, config)
  await sealPlainSecrets({ database, seal })
  await failInterruptedSyncs(database)
  await warnOperator({ database, seal, log })
  return listen(server, config)
}

/** Ends the process in good order at the first signal, at once at the second. */
const stopOnSignals = (server: RunningServer, log: Logger): void => {
  let signals = 0
  const receive = (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(130)
    log.info({ signal }, 'stopping: answers may end, new requests are refused')
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'not stopped in good order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', receive)
  process.on('SIGINT', receive)
  // A terminal that is closed may say so twice, and nobody is impatient there.
  process.on('SIGHUP', (signal) => {
    if (signals === 0) receive(signal)
  })
}

/**
 * Runs the server of this process until a signal ends it.
 *
 * @throws ConfigError as `startServer`
 */
export const serve = async (environment: Environment): Promise<void> => {
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  const server = await startServer(config, { log })
  startWatchdog()
  stopOnSignals(server, log)
  log.info(
    {
      version,
      url: server.url,
      metricsUrl: server.metricsUrl,
      adminKeyFile: config.adminKey ? undefined : adminKeyFile(config.dataFolder),
      upstream: config.upstream?.url,
    },
    'listening',
  )
}
