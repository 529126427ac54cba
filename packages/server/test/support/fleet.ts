import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createdKeySchema, syncSchema } from '@sidenote/contract'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { writeFiles } from './write-files.ts'

/** Server processes on one store, with the site `acme`, which has one page: `index`. */
export interface Fleet {
  readonly servers: readonly ServerProcess[]
  /** An assistant key of `acme`. */
  readonly key: string
  /** What `sendLoad` needs to read that page: the cheapest operation that is counted. */
  readonly load: {
    readonly urls: readonly string[]
    readonly path: string
    readonly key: string
    readonly body: string
  }
  /** Of the first process. */
  readonly dataFolder: string
  readonly administrate: (method: string, path: string, body?: object) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Starts so many processes; each has a data folder of its own when they share a database, and one alone is the first’s. */
export const startFleet = async (count: number, environment: NodeJS.ProcessEnv): Promise<Fleet> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const adminKey = `svc_${randomBytes(24).toString('hex')}`
  const start = (index: number) =>
    spawnServer(join(folder, `data-${index}`), {
      SIDENOTE_ADMIN_KEY: adminKey,
      SIDENOTE_LOG_LEVEL: 'info',
      SIDENOTE_AGENT_WORKERS: '0',
      SIDENOTE_TRUST_PROXY: '1',
      ...environment,
    })
  const first = await start(0)
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 1)))
  const servers = [first, ...others]
  const administrate: Fleet['administrate'] = async (method, path, body) => {
    const response = await fetch(`${first.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  await writeFiles(join(folder, 'docs'), { 'index.md': '# Home\n' })
  const sources = [{ kind: 'folder', folder: join(folder, 'docs') }]
  await administrate('POST', '/sites', { domain: 'acme', sources })
  const { key } = createdKeySchema.parse(await administrate('POST', '/keys', { kind: 'assistant', site: 'acme' }))
  let sync = syncSchema.parse(await administrate('POST', '/sites/acme/syncs'))
  while (sync.finishedAt === null) {
    await wait(20)
    sync = syncSchema.parse(await administrate('GET', `/sites/acme/syncs/${sync.id}`))
  }
  const urls = servers.map(({ url }) => url)
  return {
    servers,
    key,
    administrate,
    dataFolder: join(folder, 'data-0'),
    load: { urls, path: '/discovery/v1/page/acme', key, body: JSON.stringify({ path: 'index' }) },
    close: async () => {
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
