import { getHealth, getReadiness } from '@sidenote/contract'
import type { IRouter } from 'express'
import type { Database } from '../database/database.ts'
import { readNewerMigrations } from '../database/migrate.ts'
import { mountOpenApi } from './openapi-document.ts'
import { findMissingWidget } from './widget.ts'

/** What health, readiness and the OpenAPI document are read from. */
export interface Operation {
  readonly gate: { readonly database: Database }
  readonly version: string
  /** The folder of the built widget. */
  readonly widgetFolder: string
  /** True after the signal to stop: the server refuses work and still reports its health. */
  readonly isStopping: () => boolean
  /** Undefined without Redis. */
  readonly isRedisReady?: (() => boolean) | undefined
  /** A sentence while limits aren’t counted as they should be. */
  readonly describeLimits?: (() => string | undefined) | undefined
  /** A sentence while the disk is too full to fetch anything. */
  readonly describeDisk?: (() => Promise<string | undefined>) | undefined
}

interface Readiness {
  readonly missing: string[]
  readonly degraded: string[]
}

const databaseMilliseconds = 1_500
const isSentence = (sentence: string | undefined): sentence is string => sentence !== undefined

const checkDatabase = async (database: Database): Promise<Readiness> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), databaseMilliseconds)
  })
  const newer = await Promise.race([readNewerMigrations(database).catch(() => undefined), silence])
  clearTimeout(timer)
  if (!newer) return { missing: ['The database does not answer.'], degraded: [] }
  if (newer.length === 0) return { missing: [], degraded: [] }
  const sentence = `A newer version of Sidenote has changed the database (${newer.join(', ')}): update this server, too.`
  return { missing: [], degraded: [sentence] }
}

/** One query at a time: a probe every second must not pile up queries that aren’t answered. */
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
  { widgetFolder, isStopping, isRedisReady, describeLimits, describeDisk }: Operation,
  checkStore: ReturnType<typeof createDatabaseCheck>,
): Promise<Readiness> => {
  const [store, widget, disk] = await Promise.all([checkStore(), findMissingWidget(widgetFolder), describeDisk?.()])
  const stopping = isStopping() ? 'The server is shutting down.' : undefined
  const redis =
    isRedisReady?.() === false
      ? 'Redis does not answer: limits are counted in the database, and answers resume only in the process that makes them.'
      : undefined
  return {
    missing: [stopping, ...store.missing, widget].filter(isSentence),
    degraded: [...store.degraded, redis, describeLimits?.(), disk].filter(isSentence),
  }
}

/** Mounts the OpenAPI document, health and readiness. */
export const mountOperation = (router: IRouter, operation: Operation): void => {
  const checkStore = createDatabaseCheck(operation.gate.database)
  mountOpenApi(router, operation.version)
  router.get(getHealth.path, (_request, response) => {
    response.json({ status: 'ok', version: operation.version })
  })
  router.get(getReadiness.path, async (_request, response) => {
    const { missing, degraded } = await describeReadiness(operation, checkStore)
    const ready = missing.length === 0
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', missing, degraded })
  })
}
