import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { adminKeyFile } from './administration/keys/admin-key-file.ts'
import { startScheduler } from './administration/syncs/schedules.ts'
import { createSyncs, resumeStoppedSyncs, type Syncs } from './administration/syncs/syncs.ts'
import { startAgent } from './agent/work/start.ts'
import { createApp } from './app.ts'
import type { Models } from './assistant/models/models.ts'
import { type Config, type Environment, readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { createKeyReader } from './http/admission/keys.ts'
import type { Clock } from './http/admission/limits/decision.ts'
import { createLimits } from './http/admission/limits/limits.ts'
import { openRunningAnswers } from './http/answers/running-answers.ts'
import type { Gate } from './http/mount/gate.ts'
import { browserAddress, createHttpServer, listen, watchRequests } from './http/server/listen.ts'
import { serveMetrics } from './http/server/metrics-server.ts'
import { createSlowRequests } from './http/server/slow-requests.ts'
import type { CutOff } from './http/server/unread-answers.ts'
import type { Reading } from './reading/reading.ts'
import { openPgvector } from './search/embeddings/pgvector.ts'
import type { SearchIndex } from './search/search-index.ts'
import { drain } from './start/drain.ts'
import { openParts, orConfigError, type Parts } from './start/open-parts.ts'
import { prepareStore } from './start/prepare-store.ts'
import { startCleaning } from './start/start-cleaning.ts'
import { stopOnSignals } from './start/stop-on-signals.ts'
import { version } from './version.ts'
import { createLog } from './watch/log.ts'
import { startTraces, wantsTraces } from './watch/traces.ts'
import { startWatchdog } from './watch/watchdog.ts'

const builtWidget = fileURLToPath(new URL('../../widget/dist', import.meta.url))

/** What a caller can choose beside the configuration. */
export interface ServerOptions {
  readonly log: Logger
  /** @default the widget that was built beside the server */
  readonly widgetFolder?: string
  /** @default the models of the configuration */
  readonly models?: Models
  /** The clock of limits and budgets. @default the store’s */
  readonly clock?: Clock
  /** How long answers may continue after the signal to stop. @default 25000 */
  readonly drainMilliseconds?: number
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Where `/metrics` is; undefined when it isn’t served. */
  readonly metricsUrl: string | undefined
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  /** Refuses new work at once, lets answers end, then closes everything. Rejects when that takes 30 s. */
  readonly stop: () => Promise<void>
}

interface Background {
  /** Ends the timers. */
  readonly clear: () => void
  /** Ends agent jobs and syncs. */
  readonly stop: () => Promise<unknown>
}

/** Starts what runs beside requests: cleaning, schedules, agent jobs, the index of vectors. */
const startBackground = (
  { database, searchIndex, reading, embedder, seal, agentModels, syncs, log }: Parts & { syncs: Syncs; log: Logger },
  config: Config,
  { publicUrl, stopping }: { publicUrl: string; stopping: AbortSignal },
): Background => {
  if (embedder) void openPgvector(searchIndex, embedder.name, { log, signal: stopping })
  const timers = [startCleaning(database, log), startScheduler(database, syncs, log)]
  const folder = join(config.dataFolder, 'jobs')
  const dependencies = { database, searchIndex, reading, seal, models: agentModels, folder, publicUrl, log }
  const agent = startAgent(dependencies, config.agentWorkers)
  resumeStoppedSyncs(database, syncs).catch((error: unknown) => log.warn({ err: error }, 'could not resume syncs'))
  return {
    clear: () => timers.forEach(clearInterval),
    stop: () => Promise.all([syncs.stop(), agent.stop()]),
  }
}

/**
 * Opens everything, listens, and answers until it is stopped.
 *
 * @throws ConfigError when the operator has to correct something: a model, the database, a taken port
 */
export const startServer = async (config: Config, options: ServerOptions): Promise<RunningServer> => {
  const { log, clock, models, widgetFolder = builtWidget } = options
  const { environment, upstream, trustedProxies } = config
  const parts = await openParts(config, { log, models })
  const { database, searchIndex, seal, redis, reading } = parts
  const isRedisReady = redis && (() => redis.client.isReady)
  const shutdown = new AbortController()
  const stopping = new AbortController()
  const syncs = createSyncs({ searchIndex, reading, seal }, log, config.dataFolder)
  const limits = createLimits(database, { redis, clock, log })
  const runningAnswers = openRunningAnswers({ log, redis, shutdown: shutdown.signal })
  const slowRequests = createSlowRequests()
  const gate: Gate = {
    database,
    seal,
    readKey: createKeyReader(database),
    takeFromLimits: limits.take,
    ...(clock && { clock }),
  }
  const app = createApp({
    ...parts,
    gate,
    config,
    syncs,
    runningAnswers,
    slowRequests,
    log,
    version,
    widgetFolder,
    upstream,
    trustedProxies,
    stopping: stopping.signal,
    shutdown: shutdown.signal,
    isStopping: () => stopping.signal.aborted,
    isRedisReady,
    describeLimits: limits.describeDegraded,
  })
  const onCutOff = (cutOff: CutOff) => log.warn({ ...cutOff }, 'cut off clients that do not read their answers')
  const server = createHttpServer(app, { slowRequests, onCutOff })
  const untilIdle = watchRequests(server)
  const closers: (() => unknown)[] = [
    limits.close,
    runningAnswers.close,
    () => redis?.close(),
    reading.close,
    () => database.destroy(),
  ]
  const close = async () => {
    for (const end of closers) await end()
  }
  try {
    const metrics = config.metrics && (await serveMetrics({ ...parts, isRedisReady }, config.metrics))
    if (metrics) closers.unshift(metrics.stop)
    if (wantsTraces(environment)) closers.push(await orConfigError(() => startTraces(environment, version)))
    await prepareStore({ database, seal, log }, config)
    const url = await listen(server, config)
    const publicUrl = config.publicUrl ?? browserAddress(url)
    const background = startBackground({ ...parts, syncs, log }, config, { publicUrl, stopping: stopping.signal })
    const stop = async () => {
      stopping.abort()
      background.clear()
      const untilAnswered = runningAnswers.untilIdle
      const drained = { server, untilIdle, untilAnswered, shutdown, stopWork: background.stop, close }
      await drain(drained, options.drainMilliseconds)
    }
    return { url, metricsUrl: metrics?.url, database, searchIndex, reading, stop }
  } catch (error) {
    await close()
    throw error
  }
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
  const { url, metricsUrl } = server
  const keyFile = config.adminKey ? undefined : adminKeyFile(config.dataFolder)
  log.info({ version, url, metricsUrl, adminKeyFile: keyFile, upstream: config.upstream?.url }, 'listening')
}
