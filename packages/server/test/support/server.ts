import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type CreatedKey, createdKeySchema, type Site, type Sync, siteSchema, syncSchema } from '@sidenote/contract'
import type { DestinationStream } from 'pino'
import { readAdminKey } from '../../src/administration/keys/admin-key-file.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/database.ts'
import { type ServerOptions, startServer } from '../../src/main.ts'
import type { Reading } from '../../src/reading/reading.ts'
import type { SearchIndex } from '../../src/search/search-index.ts'
import { createLog } from '../../src/watch/log.ts'
import { forgetServer, watchContract } from './contract.ts'
import { reading } from './reading.ts'
import { writeFiles } from './write-files.ts'

export interface TestServer {
  readonly url: string
  readonly adminKey: string
  readonly metricsUrl: string | undefined
  readonly dataFolder: string
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  /** What was logged so far, one JSON object a line. */
  readonly logged: () => string
  /** Sends JSON with a key and returns the response. */
  readonly send: (path: string, options?: SendOptions) => Promise<Response>
  /** Adds a site with these pages, by path within its folder, and syncs it. */
  readonly addSite: (domain: string, pages: Readonly<Record<string, string>>, more?: SiteMore) => Promise<TestSite>
  readonly createKey: (body: object) => Promise<CreatedKey>
  /** Syncs a site and waits until it is done. */
  readonly sync: (domain: string) => Promise<Sync>
  readonly stop: () => Promise<void>
}

interface SendOptions {
  readonly method?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface SiteMore {
  readonly origins?: readonly string[]
  readonly url?: string
  readonly name?: string
}

interface TestSite {
  readonly site: Site
  /** An assistant key of the site. */
  readonly key: string
  readonly folder: string
  readonly sync: Sync
}

interface TestServerOptions extends Partial<Omit<ServerOptions, 'log'>> {
  /** Use an existing data folder, and leave it there. */
  readonly dataFolder?: string
  /** Further variables, such as `SIDENOTE_MODEL`. */
  readonly environment?: Readonly<Record<string, string>>
}

const recordLog = () => {
  const lines: string[] = []
  const destination: DestinationStream = { write: (line) => void lines.push(line) }
  return { destination, logged: () => lines.join('') }
}

const expectOk = async (response: Response): Promise<unknown> => {
  if (response.ok) return response.json()
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
}

/** The threads of all servers of this process: starting them takes longer than most syncs. They stay when a server stops. */
const sharedReading: Reading = { ...reading, close: async () => {} }

/** Starts a real server on a free port with a store of its own. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const { environment, dataFolder: given, ...serverOptions } = options
  const temporary = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const dataFolder = given ?? join(temporary, 'data')
  const config = readConfig({ SIDENOTE_PORT: '0', SIDENOTE_DATA: dataFolder, ...environment })
  const { destination, logged } = recordLog()
  const server = await startServer(config, {
    log: createLog('debug', destination),
    reading: sharedReading,
    ...serverOptions,
  })
  watchContract(server.url)
  if (server.metricsUrl) forgetServer(server.metricsUrl)
  const adminKey = config.adminKey ?? (await readAdminKey(dataFolder)) ?? ''

  const send: TestServer['send'] = (path, { method = 'POST', key, body, headers } = {}) =>
    fetch(server.url + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const administrate = async (path: string, more: SendOptions = {}) =>
    expectOk(await send(`/admin/v1${path}`, { key: adminKey, ...more }))
  const createKey: TestServer['createKey'] = async (body) =>
    createdKeySchema.parse(await administrate('/keys', { body }))

  const sync: TestServer['sync'] = async (domain) => {
    const started = syncSchema.parse(await administrate(`/sites/${domain}/syncs`))
    for (;;) {
      const current = syncSchema.parse(await administrate(`/sites/${domain}/syncs/${started.id}`, { method: 'GET' }))
      if (current.finishedAt !== null) return current
      await wait(10)
    }
  }

  const addSite: TestServer['addSite'] = async (domain, pages, more) => {
    const folder = join(temporary, 'sites', domain)
    await mkdir(folder, { recursive: true })
    await writeFiles(folder, pages)
    const body = { domain, ...more, sources: [{ kind: 'folder', folder }] }
    const site = siteSchema.parse(await administrate('/sites', { body }))
    const { key } = await createKey({ kind: 'assistant', site: domain })
    return { site, key, folder, sync: await sync(domain) }
  }

  const stop = async () => {
    await server.stop()
    forgetServer(server.url)
    await rm(temporary, { recursive: true, force: true })
  }
  return {
    url: server.url,
    adminKey,
    metricsUrl: server.metricsUrl,
    dataFolder,
    database: server.database,
    searchIndex: server.searchIndex,
    reading: server.reading,
    logged,
    send,
    addSite,
    createKey,
    sync,
    stop,
  }
}
