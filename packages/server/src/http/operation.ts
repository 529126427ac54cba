import { getHealth, getOpenApi, getReadiness, writeOpenApi } from '@sidenote/contract'
import type { IRouter } from 'express'
import type { Database } from '../database/database.ts'
import { readNewerMigrations } from '../database/migrate.ts'
import { findMissingWidget } from './widget.ts'

/** What is asked about the server itself. */
export interface Operation {
  readonly database: Database
  readonly version: string
  /** Where the built widget is. */
  readonly widgetFolder: string
  /** True from the signal to stop on: work is refused, health is still told. */
  readonly isStopping: () => boolean
  /** Left out without Redis. */
  readonly isRedisReady?: (() => boolean) | undefined
  /** A sentence while limits are not counted as they should be. */
  readonly describeLimits?: (() => string | undefined) | undefined
}

const databaseMilliseconds = 1_500
const isSentence = (sentence: string | undefined): sentence is string => sentence !== undefined

const checkDatabase = async (database: Database): Promise<Pick<Readiness, 'missing' | 'degraded'>> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), databaseMilliseconds)
  })
  const newer = await Promise.race([readNewerMigrations(database).catch(() => undefined), silence])
  clearTimeout(timer)
  if (!newer) return { missing: ['The database does not answer.'], degraded: [] }
  if (newer.length === 0) return { missing: [], degraded: [] }
  const sentence = `A newer version of Sidenote has been at the database (${newer.join(', ')}): update this server, too.`
  return { missing: [], degraded: [sentence] }
}

interface Readiness {
  readonly missing: string[]
  readonly degraded: string[]
}

/** One look at the database at a time: who asks every second must not pile up questions that are not answered. */
const createDatabaseCheck = (database: Database) => {
  let running: ReturnType<typeof checkDatabase> | undefined
  return () => {
    running ??= checkDatabase(database).finally(() => {
      running = undefined
    })
    return running
  }
}

const describeReadiness = async (
  { widgetFolder, isStopping, isRedisReady, describeLimits }: Operation,
  lookAtDatabase: ReturnType<typeof createDatabaseCheck>,
): Promise<Readiness> => {
  const [store, widget] = await Promise.all([lookAtDatabase(), findMissingWidget(widgetFolder)])
  const stopping = isStopping() ? 'The server is shutting down.' : undefined
  const redis = isRedisReady?.() === false ? 'Redis does not answer: what is shared through it is not.' : undefined
  return {
    missing: [stopping, ...store.missing, widget].filter(isSentence),
    degraded: [...store.degraded, redis, describeLimits?.()].filter(isSentence),
  }
}

/** Mounts what operators and tools ask: the OpenAPI document, health and readiness. */
export const mountOperation = (router: IRouter, operation: Operation): void => {
  const lookAtDatabase = createDatabaseCheck(operation.database)
  let document: ReturnType<typeof writeOpenApi> | undefined
  router.get(getOpenApi.path, (_request, response) => {
    // Takes a fifth of a second, which a start does without.
    document ??= writeOpenApi(operation.version)
    response.set('Access-Control-Allow-Origin', '*').json(document)
  })
  router.get(getHealth.path, (_request, response) => {
    response.json({ status: 'ok' })
  })
  router.get(getReadiness.path, async (_request, response) => {
    const { missing, degraded } = await describeReadiness(operation, lookAtDatabase)
    const ready = missing.length === 0
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', missing, degraded })
  })
}
