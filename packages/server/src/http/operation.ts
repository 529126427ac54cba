import { getHealth, getOpenApi, getReadiness, writeOpenApi } from '@sidenote/contract'
import type { IRouter } from 'express'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findMissingWidget } from './widget.ts'

interface Operation {
  readonly database: Database
  readonly version: string
  readonly widgetFolder: string
  readonly isStopping: () => boolean
}

const findMissing = async ({ database, widgetFolder, isStopping }: Operation): Promise<string[]> => {
  const store = await sql`select 1`.execute(database).then(
    () => undefined,
    () => 'The database does not answer.',
  )
  const stopping = isStopping() ? 'The server is shutting down.' : undefined
  return [stopping, store, await findMissingWidget(widgetFolder)].filter((sentence) => sentence !== undefined)
}

/** Mounts what operators and tools ask: the OpenAPI document, health and readiness. */
export const mountOperation = (router: IRouter, operation: Operation): void => {
  const document = writeOpenApi(operation.version)
  router.get(getOpenApi.path, (_request, response) => {
    response.set('Access-Control-Allow-Origin', '*').json(document)
  })
  router.get(getHealth.path, (_request, response) => {
    response.json({ status: 'ok' })
  })
  router.get(getReadiness.path, async (_request, response) => {
    const missing = await findMissing(operation)
    const ready = missing.length === 0
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', missing })
  })
}
