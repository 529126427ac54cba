// An agent worker. As a program, `node agent-worker.ts '{"database": …}'`, it is in a process of its own, which it kills (or
// stops, with SIGSTOP) the `times`-th time it reaches the point of `stopAt`.

import { type Logger, pino } from 'pino'
import { createAgentModels } from '../../src/agent/projects/agent-models.ts'
import { startWorker, type Worker } from '../../src/agent/work/worker.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createSeal } from '../../src/database/seal.ts'
import { openSearchIndex } from '../../src/search/search-index.ts'
import { reading } from './reading.ts'

export interface WorkerSettings {
  readonly database: { databaseUrl?: string; dataFolder: string }
  readonly folder: string
  readonly modelUrl: string
  readonly stopAt: { readonly point: string; readonly times: number; readonly signal: 'SIGKILL' | 'SIGSTOP' }
  readonly times: { readonly lease: number; readonly heartbeat: number; readonly rest: number; readonly retry: number }
}

type WorkplaceSettings = Pick<WorkerSettings, 'folder' | 'modelUrl' | 'times'>

/** A worker that asks the scripted model, in this process. */
export const startScriptedWorker = (database: Database, settings: WorkplaceSettings, log: Logger): Worker =>
  startWorker(
    {
      database,
      searchIndex: openSearchIndex({ database }),
      reading,
      seal: createSeal(Buffer.alloc(32, 7)),
      models: createAgentModels({
        model: 'openai-compatible:scripted',
        environment: { OPENAI_COMPATIBLE_BASE_URL: settings.modelUrl },
      }),
      folder: settings.folder,
      publicUrl: 'http://127.0.0.1:4000',
      log,
    },
    settings.times,
  )

/** A log that kills or stops this process when the worker tells it often enough that it has reached the point. */
const logUntil = (stopAt: WorkerSettings['stopAt']): Logger => {
  let reached = 0
  return pino(
    {
      level: 'debug',
      hooks: {
        logMethod(parameters, method) {
          const [about]: unknown[] = parameters
          const point = typeof about === 'object' && about !== null && 'point' in about ? about.point : undefined
          if (point === stopAt.point) {
            reached += 1
            if (reached === stopAt.times) process.kill(process.pid, stopAt.signal)
          }
          method.apply(this, parameters)
        },
      },
    },
    pino.destination({ dest: 1, sync: true }),
  )
}

if (import.meta.main) {
  // The parent wrote it; its type is shared.
  const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '')
  startScriptedWorker(await openDatabase(settings.database), settings, logUntil(settings.stopAt))
  process.stdout.write('ready\n')
}
