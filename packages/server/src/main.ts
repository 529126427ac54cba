import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@sidenote/contract'
import type { Logger } from 'pino'
import { z } from 'zod'
import { adminKeyFile, prepareFirstStart } from './administration/first-start.ts'
import { applyRetention } from './administration/retention.ts'
import { startScheduler } from './administration/schedules.ts'
import { createSyncs, failInterruptedSyncs } from './administration/syncs.ts'
import { createAgentModels } from './agent/agent-models.ts'
import { createSeal, readSealKey, type Seal } from './agent/seal.ts'
import { startAgent } from './agent/start.ts'
import { createApp } from './app.ts'
import { type Models, openModels } from './assistant/models.ts'
import { type Config, ConfigError, type Environment, readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { createKeyReader } from './http/keys.ts'
import { type Clock, deleteOldCounts } from './http/limits.ts'
import { createHttpServer, listen, watchRequests } from './http/listen.ts'
import { createLog } from './http/log.ts'

const drainMilliseconds = 25_000
const farewellMilliseconds = 3_000
const cleaningMilliseconds = 3_600_000

const packageSchema = z.object({ version: z.string() })
const { version } = packageSchema.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
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
  readonly database: Database
  /** Refuses new work at once, lets answers end, then closes everything. */
  readonly stop: () => Promise<void>
}

const openModelsOf = async (config: Config): Promise<Models> => {
  const { model, fallbackModel, environment } = config
  try {
    return await openModels({ model, fallbackModel, environment })
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const openSealOf = async ({ dataFolder, secretsKey }: Config): Promise<Seal> => {
  try {
    return createSeal(await readSealKey(dataFolder, secretsKey))
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const openDatabaseOf = async (config: Config, log: Logger): Promise<Database> => {
  const { databaseUrl, dataFolder } = config
  const onLostConnection = (error: Error) => log.warn({ err: error }, 'database connection lost')
  try {
    return await openDatabase({ databaseUrl, dataFolder, onLostConnection })
  } catch (error) {
    const place = databaseUrl ? 'The database at DATABASE_URL' : `The database in ${dataFolder}`
    throw new ConfigError(`${place} cannot be opened: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

const warnOperator = async (config: Config, database: Database, log: Logger): Promise<void> => {
  if (config.redisUrl) log.warn('REDIS_URL is set, but Redis is not used yet. Limits are counted in the database.')
  const open = await database.selectFrom('sites').select('domain').where('origins_json', '=', '[]').execute()
  for (const { domain } of open) {
    log.warn({ site: domain }, 'the site lists no origins: any web page may use its keys')
  }
}

const startCleaning = (database: Database, log: Logger): NodeJS.Timeout => {
  const limits = endpoints.flatMap((declared) => declared.limits)
  const cleanUp = () => {
    deleteOldCounts(database, limits).catch((error: unknown) => log.warn({ err: error }, 'old counts not deleted'))
    applyRetention(database).catch((error: unknown) => log.warn({ err: error }, 'old conversations not deleted'))
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
  const models = options.models ?? (await openModelsOf(config))
  const seal = await openSealOf(config)
  const database = await openDatabaseOf(config, log)
  const { model, fallbackModel, environment } = config
  const agentModels = createAgentModels({ model, fallbackModel, environment })
  const syncs = createSyncs(database, log, config.dataFolder)
  const shutdown = new AbortController()
  const stopping = new AbortController()
  let isStopping = false
  const app = createApp({
    ...{ database, log, models, syncs, version, widgetFolder, agentModels, seal },
    stopping: stopping.signal,
    ...(clock && { clock }),
    readKey: createKeyReader(database, config.adminKey),
    shutdown: shutdown.signal,
    trustedProxies: config.trustedProxies,
    isStopping: () => isStopping,
  })
  const server = createHttpServer(app)
  const untilIdle = watchRequests(server)
  const url = await prepareAndListen(server, { config, database, log }).catch(async (error: unknown) => {
    await database.destroy()
    throw error
  })
  const cleaning = startCleaning(database, log)
  const folder = join(config.dataFolder, 'jobs')
  const publicUrl = config.publicUrl ?? url
  const agent = startAgent({ database, seal, models: agentModels, folder, publicUrl, log }, config.agentWorkers)
  const scheduler = startScheduler(database, syncs, log)

  const stop = async () => {
    isStopping = true
    stopping.abort()
    clearInterval(cleaning)
    clearInterval(scheduler)
    server.closeIdleConnections()
    const workEnded = Promise.all([syncs.stop(), agent.stop()])
    await untilIdle(options.drainMilliseconds ?? drainMilliseconds)
    shutdown.abort()
    await untilIdle(farewellMilliseconds)
    server.close()
    server.closeAllConnections()
    await workEnded
    await database.destroy()
  }
  return { url, database, stop }
}

const prepareAndListen = async (
  server: Server,
  { config, database, log }: { config: Config; database: Database; log: Logger },
): Promise<string> => {
  await prepareFirstStart(database, config)
  await failInterruptedSyncs(database)
  await warnOperator(config, database, log)
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
  stopOnSignals(server, log)
  log.info(
    { url: server.url, adminKeyFile: config.adminKey ? undefined : adminKeyFile(config.dataFolder) },
    'listening',
  )
}
