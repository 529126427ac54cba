import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

let server: TestServer
let dashboardFolder: string

beforeAll(async () => {
  dashboardFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(dashboardFolder, {
    'index.html': '<!doctype html>the page',
    'preview.html': '<!doctype html>the preview',
    'assets/start-abc123.js': 'script',
    'assets/secret.key': 'no',
  })
  await writeFile(join(dashboardFolder, 'assets/start-abc123.js.br'), brotliCompressSync('script'))
  server = await startTestServer({ dashboardFolder })
})
afterAll(async () => {
  await server.stop()
  await rm(dashboardFolder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { redirect: 'manual', headers: { 'accept-encoding': 'identity', ...headers } })

test.each(['/dashboard/', '/dashboard/acme', '/dashboard/docs.acme.com/sources?sync=1', '/dashboard/-/people'])(
  'every address of the dashboard gets its page: %s',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toContain('the page')
  },
)

test('nothing inline and nothing from elsewhere runs in it, and no other page may frame it', async () => {
  const policy = (await get('/dashboard/acme')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  const preview = await get('/dashboard/preview.html')
  expect(await preview.text()).toContain('the preview')
  const framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
  expect(preview.headers.get('content-security-policy')).toBe(framed)
})

test('a file with a hash in its name is cached for ever, and sent compressed', async () => {
  const response = await get('/dashboard/assets/start-abc123.js', { 'accept-encoding': 'gzip' })
  expect(await response.text()).toBe('script')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const packed = await get('/dashboard/assets/start-abc123.js', { 'accept-encoding': 'br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toBe('script')
})

test.each([
  '/dashboard/assets/gone-abc123.js',
  '/dashboard/assets/secret.key',
  '/dashboard/assets/..%2f..%2fpackage.json',
])('a file that is not the dashboard’s is not found: %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('the root address leads people to the dashboard, and tells programs that there is nothing', async () => {
  const person = await get('/', { accept: 'text/html,application/xhtml+xml' })
  expect(person.status).toBe(302)
  expect(person.headers.get('location')).toBe('/dashboard/')
  expect((await get('/dashboard')).headers.get('location')).toBe('/dashboard/')
  expect((await get('/', { accept: '*/*' })).status).toBe(404)
})
