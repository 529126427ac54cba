import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoints } from '@sidenote/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClientReader } from '../src/administration/connections/clients.ts'
import { openAuthentication } from '../src/administration/people/authentication.ts'
import { createSyncs } from '../src/administration/syncs/syncs.ts'
import { createAgentModels } from '../src/agent/projects/agent-models.ts'
import { createApp } from '../src/app.ts'
import { openModels } from '../src/assistant/models/models.ts'
import { createSiteModels } from '../src/assistant/models/site-models.ts'
import { readConfig } from '../src/config.ts'
import { inBatches } from '../src/database/batch.ts'
import { createSeal } from '../src/database/seal.ts'
import { createKeyReader } from '../src/http/admission/keys.ts'
import { createDatabaseLimits } from '../src/http/admission/limits/database-limits.ts'
import { createSessionReader } from '../src/http/admission/sessions.ts'
import { openRunningAnswers } from '../src/http/answers/running-answers.ts'
import { routePath } from '../src/http/mount/route-path.ts'
import { createSlowRequests } from '../src/http/server/slow-requests.ts'
import { usualQuotas } from '../src/quotas.ts'
import { runSyncsHere } from '../src/sources/sync-runner.ts'
import { createTestDatabase } from './support/database.ts'
import { reading } from './support/reading.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

let server: TestServer
let widgetFolder: string

beforeAll(async () => {
  widgetFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(widgetFolder, {
    'widget.js': 'loader',
    'widget.js.br': 'loader as brotli',
    'widget/1.0.0/panel-abc123.js': 'panel',
    'widget/1.0.0/panel-abc123.js.gz': 'panel as gzip',
    'widget/1.0.0/style-abc123.css': 'css',
    'widget/languages/de.json': '{"page":{},"panel":{}}',
    'widget/1.0.0/secret.key': 'no',
    'types/index.d.ts': 'no',
  })
  server = await startTestServer({ widgetFolder })
})
afterAll(async () => {
  await server.stop()
  await rm(widgetFolder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.send(path, { method: 'GET', headers: { 'accept-encoding': 'identity', ...headers } })

describe('the OpenAPI document', () => {
  test('lists every operation of the contract, and any page may read it', async () => {
    const response = await get('/openapi.json', { origin: 'https://any.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { openapi, paths } = (await response.json()) as { openapi: string; paths: Record<string, object> }
    expect(openapi).toMatch(/^3\.1/)
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(documented.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('and nothing but what it lists is served: each answers for itself, none as an unknown address', async () => {
    for (const { method, path, key } of endpoints) {
      const address = path.replace(/\{(\w+)\}/g, 'x')
      const response = await server.send(address, { method: method.toUpperCase() })
      if (key) expect([address, response.status]).toEqual([address, 401])
      else expect([address, response.status]).not.toEqual([address, 405])
      const text = await response.text()
      expect(text).not.toContain('There is nothing at')
    }
  })
})

/** Sends a request and gives what stood on the wire, still packed. */
const fetchRaw = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve) => {
    request(server.url + path, { headers }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece)
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) })
    }).end()
  })

test('the OpenAPI document is packed once for all who understand it, and not sent to those who have it', async () => {
  const plain = await fetchRaw('/openapi.json', {})
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpacked] of Object.entries(unpack)) {
    const packed = await fetchRaw('/openapi.json', { 'accept-encoding': encoding })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, 'Accept-Encoding'])
    expect(packed.headers.etag).toBe(plain.headers.etag)
    expect(unpacked(packed.body).equals(plain.body)).toBe(true)
    expect(packed.body.length).toBeLessThan(plain.body.length / 5)
  }
  const again = await fetchRaw('/openapi.json', { 'if-none-match': String(plain.headers.etag) })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test('no route stands in the app that does not stand in the document', async () => {
  const { database, searchIndex, close } = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const { signal } = new AbortController()
  const seal = createSeal(randomBytes(32))
  const authentication = openAuthentication({
    database,
    secret: 'x'.repeat(32),
    publicUrl: undefined,
    oidc: undefined,
    log,
  })
  const app = createApp({
    authentication,
    readClient: createClientReader(seal),
    gate: {
      database,
      seal,
      readKey: createKeyReader(database),
      readSession: createSessionReader(authentication),
      publicUrl: undefined,
      takeFromLimits: inBatches(createDatabaseLimits(database)),
    },
    searchIndex,
    log,
    widgetFolder,
    dashboardFolder: widgetFolder,
    config: readConfig({}),
    version: '0.0.0',
    trustedProxies: 0,
    siteModels: createSiteModels({
      database,
      seal,
      log,
      models: await openModels({ environment: {} }),
      embedder: undefined,
      reranker: undefined,
      environment: {},
      operator: 'default',
      watch: (models) => models,
    }),
    sendMail: undefined,
    agentModels: createAgentModels({ model: undefined, fallbackModel: undefined, environment: {} }),
    syncs: createSyncs(
      { searchIndex, quotas: usualQuotas, readSite: runSyncsHere({ searchIndex, reading, seal }, {}).run },
      log,
      widgetFolder,
    ),
    quotas: usualQuotas,
    slowRequests: createSlowRequests(),
    shutdown: signal,
    stopping: signal,
    isStopping: () => false,
    upstream: undefined,
    runningAnswers: openRunningAnswers({ log, redis: undefined, shutdown: signal }),
  })
  // An address refuses all other methods by a route of its own, which has every method there is.
  const routes = app.router.stack.flatMap(({ route }) => {
    const methods = [...new Set(route?.stack.map(({ method }) => method))]
    return route && methods.length === 1 ? [`${methods[0]} ${route.path}`] : []
  })
  const declared = endpoints.map(({ method, path }) => `${method} ${routePath(path)}`)
  // The pages of the dashboard, which are for people.
  const pages = ['get /', 'get /dashboard{/*path}']
  expect(routes.sort()).toEqual([...declared, ...pages].sort())
  await close()
})

describe('the widget', () => {
  test('loader comes with short caching and an ETag, to any page', async () => {
    const response = await get('/widget.js')
    expect(await response.text()).toBe('loader')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    // Kept longer, it would ask for a panel that an updated server has no more.
    expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const etag = response.headers.get('etag') ?? ''
    // `fetch` asks for a fresh copy unless it is told not to.
    const again = await get('/widget.js', { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect(again.status).toBe(304)
  })

  test('chunks are kept for ever', async () => {
    const response = await get('/widget/1.0.0/panel-abc123.js')
    expect(await response.text()).toBe('panel')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get('/widget/1.0.0/style-abc123.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  test('the texts of languages, which have no hash in their names, are kept shortly', async () => {
    const response = await get('/widget/languages/de.json')
    expect(await response.json()).toEqual({ page: {}, panel: {} })
    expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('is sent compressed to those who understand it', async () => {
    const parts = async (path: string, encoding: string) => {
      const { headers, body } = await fetchRaw(path, { 'accept-encoding': encoding })
      return [headers['content-encoding'], headers['content-type'], body.toString()]
    }
    const type = 'text/javascript; charset=utf-8'
    expect(await parts('/widget.js', 'gzip, br')).toEqual(['br', type, 'loader as brotli'])
    expect(await parts('/widget/1.0.0/panel-abc123.js', 'br, gzip')).toEqual(['gzip', type, 'panel as gzip'])
    expect(await parts('/widget.js', 'br;q=0, gzip')).toEqual([undefined, type, 'loader'])
  })

  test.each([
    '/widget/1.0.0/none.js',
    '/widget/1.0.0/secret.key',
    '/widget/..%2f..%2ftypes/index.d.ts',
    '/widget/1.0.0/..%2f..%2fwidget.js',
    '/widget/1.0.0/%00',
    '/widget/1.0.0/.hidden.js',
  ])('has no file %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

test('a widget that is replaced leaves a running server with a loader and a panel that belong together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const updated = await startTestServer({ widgetFolder: folder })
  const read = async (path: string) => {
    const response = await updated.send(path, { method: 'GET' })
    return [response.status, await response.text()]
  }
  expect((await read('/widget/1.0.0/panel-1.js'))[0]).toBe(404)
  await writeFiles(folder, { 'widget.js': 'loader 1', 'widget/1.0.0/panel-1.js': 'panel 1' })
  expect(await read('/widget.js')).toEqual([200, 'loader 1'])
  await rm(join(folder, 'widget'), { recursive: true })
  await writeFiles(folder, { 'widget.js': 'loader 2', 'widget/2.0.0/panel-2.js': 'panel 2' })
  expect(await read('/widget.js')).toEqual([200, 'loader 1'])
  expect(await read('/widget/1.0.0/panel-1.js')).toEqual([200, 'panel 1'])
  await updated.stop()
  await rm(folder, { recursive: true })
})

describe('readiness', () => {
  test('is told, and says nothing about the inside', async () => {
    const response = await get('/readyz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', missing: [], degraded: [] }])
    expect(await (await get('/healthz')).json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
  })

  test('names what is missing, and not where', async () => {
    const bare = await startTestServer({ widgetFolder: join(widgetFolder, 'none') })
    const response = await bare.send('/readyz', { method: 'GET' })
    expect(response.status).toBe(503)
    const missing = ['The widget is not built: widget.js is missing. Run "pnpm build".']
    expect(await response.json()).toMatchObject({ status: 'not_ready', missing })
    expect((await bare.send('/healthz', { method: 'GET' })).status).toBe(200)
    await bare.stop()
  })
})
