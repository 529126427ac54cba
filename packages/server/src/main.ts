import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createClientReader } from './administration/connections/clients.ts'
import { adminKeyFile } from './administration/keys/admin-key-file.ts'
import { startMails } from './administration/notices/send-mails.ts'
import { createSetupLink, hasOwner } from './administration/people/set-up-owner.ts'
import { startScheduler } from './administration/syncs/schedules.ts'
import { createSyncs, resumeStoppedSyncs, type Syncs } from './administration/syncs/syncs.ts'
import { type RunningAgent, startAgent } from './agent/work/start.ts'
import { createApp } from './app.ts'
import type { Models } from './assistant/models/models.ts'
import { type Config, type Environment, readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { type Disk, openDisk } from './disk.ts'
import { createKeyReader } from './http/admission/keys.ts'
import type { Clock } from './http/admission/limits/decision.ts'
import { createLimits } from './http/admission/limits/limits.ts'
import { createSessionReader } from './http/admission/sessions.ts'
import { openRunningAnswers } from './http/answers/running-answers.ts'
import type { Gate } from './http/mount/gate.ts'
import { browserAddress, createHttpServer, listen, watchRequests } from './http/server/listen.ts'
import { serveMetrics } from './http/server/metrics-server.ts'
import { createSlowRequests } from './http/server/slow-requests.ts'
import type { CutOff } from './http/server/unread-answers.ts'
import { openMail, type SendMail } from './mail.ts'
import type { Reading } from './reading/reading.ts'
import { openPgvector } from './search/embeddings/pgvector.ts'
import type { SearchIndex } from './search/search-index.ts'
import { startLoops } from './start/close-loops.ts'
import { drain } from './start/drain.ts'
import { openParts, orConfigError, type Parts } from './start/open-parts.ts'
import { prepareStore } from './start/prepare-store.ts'
import { startCleaning } from './start/start-cleaning.ts'
import { openStartRecord, type StartRecord } from './start/start-record.ts'
import { stopOnSignals } from './start/stop-on-signals.ts'
import { version } from './version.ts'
import { createLog } from './watch/log.ts'
import { notifySystemd } from './watch/systemd.ts'
import { startTraces, wantsTraces } from './watch/traces.ts'
import { startWatchdog } from './watch/watchdog.ts'

const builtWidget = fileURLToPath(new URL('../../widget/dist', import.meta.url))
/** Beside the server in a package and an image. */
const packedDashboard = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))
const builtDashboard = existsSync(packedDashboard)
  ? packedDashboard
  : fileURLToPath(new URL('../../../apps/dashboard/dist', import.meta.url))

/** What a caller can choose beside the configuration. */
export interface ServerOptions {
  readonly log: Logger
  /** @default the widget that was built beside the server */
  readonly widgetFolder?: string
  /** @default the dashboard that was built beside the server */
  readonly dashboardFolder?: string
  /** @default the models of the configuration */
  readonly models?: Models
  /** Closed with the server; syncs read with it in this thread. @default threads of this server alone, and one for its syncs */
  readonly reading?: Reading
  /** The clock of limits and budgets. @default the store’s */
  readonly clock?: Clock
  /** How long answers may continue after the signal to stop. @default 25000 */
  readonly drainMilliseconds?: number
  /** How often the pull requests of jobs are looked at. @default 60000 */
  readonly loopMilliseconds?: number
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Where `/metrics` is; undefined when it isn’t served. */
  readonly metricsUrl: string | undefined
  /** Where browsers reach it. */
  readonly publicUrl: string
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  /** Refuses new work at once, lets answers end, then closes everything. Rejects when that takes 30 s. */
  readonly stop: () => Promise<void>
}

interface BackgroundParts extends Parts {
  readonly sendMail: SendMail | undefined
  readonly syncs: Syncs
  readonly disk: Disk
  readonly log: Logger
}

interface Background {
  /** Ends the timers. */
  readonly clear: () => void
  /** Ends agent jobs and syncs. */
  readonly stop: () => Promise<unknown>
}

interface BackgroundTimes {
  readonly publicUrl: string
  readonly stopping: AbortSignal
  readonly waitMilliseconds: number
  readonly loopMilliseconds: number | undefined
}

/** Starts what runs beside requests: cleaning, schedules, agent jobs, the index of vectors. */
const startBackground = (
  {
    database,
    searchIndex,
    siteModels,
    reading,
    embedder,
    seal,
    agentModels,
    syncs,
    disk,
    sendMail,
    deadlines,
    log,
  }: BackgroundParts,
  config: Config,
  { publicUrl, stopping, waitMilliseconds, loopMilliseconds }: BackgroundTimes,
): Background => {
  if (embedder) void openPgvector(searchIndex, embedder.name, { log, signal: stopping })
  const timers = [startCleaning(database, log)]
  if (sendMail) timers.push(startMails({ database, sendMail, publicUrl, log }, stopping))
  const { quotas } = config
  const folder = join(config.dataFolder, 'jobs')
  const dependencies = {
    database,
    searchIndex,
    reading,
    seal,
    models: agentModels,
    folder,
    publicUrl,
    quotas,
    disk,
    log,
  }
  let agent: RunningAgent | undefined
  const begin = () => {
    timers.push(startScheduler(database, syncs, log))
    timers.push(
      startLoops({ database, searchIndex, siteModels, deadlines, log, seal, syncs, stopping }, loopMilliseconds),
    )
    agent = startAgent(dependencies, config.agentWorkers)
    resumeStoppedSyncs(database, syncs).catch((error: unknown) => log.warn({ err: error }, 'could not resume syncs'))
  }
  if (waitMilliseconds === 0) begin()
  else timers.push(setTimeout(begin, waitMilliseconds).unref())
  return {
    clear: () => timers.forEach(clearInterval),
    stop: () => Promise.all([syncs.stop(), agent?.stop()]),
  }
}

/** Says why work in the background waits: whatever ended the processes before may be in it. */
const warnOfCrashes = ({ crashes, waitMilliseconds }: StartRecord, log: Logger): void => {
  if (crashes === 0) return
  const wait =
    waitMilliseconds === 0 ? '' : `; schedules and agent jobs wait ${waitMilliseconds / 1_000} s, readers do not`
  const msg = `the server has ended ${crashes === 1 ? 'once' : `${crashes} times in a row`} without a signal to stop, within ten minutes of its start: the log before this says what it did last${wait}`
  log.error({ crashes, waitMilliseconds }, msg)
}

/**
 * Opens everything, listens, and answers until it is stopped.
 *
 * @throws ConfigError when the operator has to correct something: a model, the database, a taken port
 */
export const startServer = async (config: Config, options: ServerOptions): Promise<RunningServer> => {
  const { log, clock, models, widgetFolder = builtWidget, dashboardFolder = builtDashboard } = options
  const { environment, upstream, trustedProxies } = config
  const parts = await openParts(config, { log, models, reading: options.reading })
  const { database, searchIndex, seal, authentication, redis, reading, syncRunner } = parts
  const isRedisReady = redis && (() => redis.client.isReady)
  const shutdown = new AbortController()
  const stopping = new AbortController()
  const { dataFolder, quotas } = config
  const disk = openDisk(dataFolder, quotas.diskReserveBytes)
  const sendMail = openMail(config.mail)
  const syncs = createSyncs({ searchIndex, readSite: syncRunner.run, quotas }, log, dataFolder)
  const limits = createLimits(database, { redis, clock, log })
  const runningAnswers = openRunningAnswers({ log, redis, shutdown: shutdown.signal })
  const slowRequests = createSlowRequests()
  const gate: Gate = {
    database,
    seal,
    readKey: createKeyReader(database),
    readSession: createSessionReader(authentication),
    publicUrl: config.publicUrl,
    takeFromLimits: limits.take,
    ...(clock && { clock }),
  }
  const app = createApp({
    ...parts,
    gate,
    readClient: createClientReader(seal),
    config,
    syncs,
    quotas,
    runningAnswers,
    slowRequests,
    log,
    version,
    widgetFolder,
    dashboardFolder,
    upstream,
    trustedProxies,
    sendMail,
    stopping: stopping.signal,
    shutdown: shutdown.signal,
    isStopping: () => stopping.signal.aborted,
    isRedisReady,
    describeLimits: limits.describeDegraded,
    describeDisk: disk.describeShortage,
  })
  const onCutOff = (cutOff: CutOff) => log.warn({ ...cutOff }, 'cut off clients that do not read their answers')
  const server = createHttpServer(app, { slowRequests, onCutOff })
  const untilIdle = watchRequests(server)
  const closers: (() => unknown)[] = [
    limits.close,
    runningAnswers.close,
    () => redis?.close(),
    syncRunner.close,
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
    await prepareStore({ database, seal, authentication, log }, config)
    const url = await listen(server, config)
    const publicUrl = config.publicUrl ?? browserAddress(url)
    const record = await openStartRecord({ dataFolder, port: Number(new URL(url).port) })
    warnOfCrashes(record, log)
    const { waitMilliseconds } = record
    const when = { publicUrl, stopping: stopping.signal, waitMilliseconds, loopMilliseconds: options.loopMilliseconds }
    const background = startBackground({ ...parts, syncs, disk, sendMail, log }, config, when)
    const stop = async () => {
      stopping.abort()
      background.clear()
      const untilAnswered = runningAnswers.untilIdle
      const drained = { server, untilIdle, untilAnswered, shutdown, stopWork: background.stop, close }
      await drain(drained, options.drainMilliseconds)
      await record.close()
    }
    return { url, metricsUrl: metrics?.url, publicUrl, database, searchIndex, reading, stop }
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
  const sayStopping = notifySystemd(environment)
  const stop = () => {
    sayStopping()
    return server.stop()
  }
  stopOnSignals({ stop }, log)
  const { url, metricsUrl, publicUrl, database } = server
  const keyFile = config.adminKey ? undefined : adminKeyFile(config.dataFolder)
  log.info({ version, url, metricsUrl, adminKeyFile: keyFile, upstream: config.upstream?.url }, 'listening')
  if (await hasOwner(database)) return
  const link = await createSetupLink(database, publicUrl)
  printLine(`\nTo become the owner, open this address within 30 minutes: ${link}\n`)
}

/** Prints a line that no log may have. A full disk behind the output ends no server: `sidenote dashboard` prints another link. */
const printLine = (line: string): void => {
  try {
    writeSync(process.stdout.fd, `${line}\n`)
  } catch {
    // Nobody can be told.
  }
}
