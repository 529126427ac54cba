// A worker in a process of its own, for tests that kill it: `node agent-worker.ts '{"database": …}'`.
// With `stopAt` it kills (or stops, with SIGSTOP) itself the `times`-th time it reaches that point.
import { pino } from 'pino'
import { createAgentModels } from '../../src/agent/agent-models.ts'
import { startWorker } from '../../src/agent/worker.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createSeal } from '../../src/database/seal.ts'

export interface WorkerSettings {
  readonly database: { databaseUrl?: string; dataFolder: string }
  readonly folder: string
  readonly modelUrl: string
  readonly stopAt?: { readonly point: string; readonly times: number; readonly signal: 'SIGKILL' | 'SIGSTOP' }
  readonly times?: { readonly lease: number; readonly heartbeat: number; readonly rest: number; readonly retry: number }
}

// The parent wrote it; its type is shared.
const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '')
let reached = 0

const log = pino(
  {
    level: 'debug',
    hooks: {
      logMethod(parameters, method) {
        const [about]: unknown[] = parameters
        const point = typeof about === 'object' && about !== null && 'point' in about ? about.point : undefined
        const { stopAt } = settings
        if (stopAt && point === stopAt.point) {
          reached += 1
          if (reached === stopAt.times) process.kill(process.pid, stopAt.signal)
        }
        method.apply(this, parameters)
      },
    },
  },
  pino.destination({ dest: 1, sync: true }),
)

const database = await openDatabase(settings.database)
const worker = startWorker(
  {
    database,
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
process.stdout.write('ready\n')
process.once('SIGTERM', async () => {
  await worker.stop()
  await database.destroy()
})
