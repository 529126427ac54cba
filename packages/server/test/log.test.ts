import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog, writeLine } from '../src/watch/log.ts'
import { docs } from './support/agent-scene.ts'
import { createBareRepository } from './support/forge/bare-repository.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const adminKey = 'svc_canary-admin-key-0123456789'
const secretsKey = 'c0ffee00'.repeat(8)
const providerKey = 'sk-canary-of-the-provider'
const token = 'ghp_canary_of_the_code_host'
const questionText = 'zebraquestion'
const jobText = 'zebrajob'

let server: TestServer
let model: ModelServer
let folder: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  createBareRepository(join(folder, 'docs.git'), docs)
  model = await startModelServer()
  server = await startTestServer({
    environment: {
      SIDENOTE_ADMIN_KEY: adminKey,
      SIDENOTE_SECRETS_KEY: secretsKey,
      SIDENOTE_MODEL: 'openai-compatible:test',
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      OPENAI_COMPATIBLE_API_KEY: providerKey,
    },
  })
  key = (await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })).key
})
afterAll(async () => {
  await Promise.all([server.stop(), model.close()])
  await rm(folder, { recursive: true, force: true })
})

const ask = async (text: string, headers: Record<string, string> = {}) => {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
  const body = { fp: 'reader', messages, context: [{ type: 'textSelection', value: text }] }
  const response = await server.send('/discovery/v2/assistant/acme/message', { key, body, headers })
  await response.text()
  return response
}

const administrate = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.send(path, { key: adminKey, body, headers })

let projects = 0
const createProject = async () => {
  const body = {
    name: `Docs ${projects++}`,
    repository: join(folder, 'docs.git'),
    host: { kind: 'local' },
    docsFolder: 'docs',
    credentials: { kind: 'token', token },
  }
  const response = await administrate('/admin/v1/projects', body)
  const { id }: { id: string } = JSON.parse(await response.text())
  return id
}

describe('the log at debug', () => {
  test('holds no key, no secret and no text, whatever fails and wherever they are sent', async () => {
    const webhook = await administrate('/admin/v1/sites/acme/webhook', {})
    const { secret }: { secret: string } = JSON.parse(await webhook.text())
    model.script([{ say: 'By hand. [1]' }])
    await ask(`${questionText} marker?`)
    const echo = { status: 500, body: `{"error":{"message":"${questionText} Authorization: Bearer ${providerKey}"}}` }
    model.script([echo])
    await ask(`${questionText} marker?`)
    model.script([{ say: 'By' }, 'malformed'])
    await ask(`${questionText} marker?`)
    model.script([{ say: 'By' }, 'cut'])
    await ask(`${questionText} marker?`)
    await server.send('/discovery/v1/search/acme', { key, body: { query: questionText } })
    await server.send('/discovery/v1/search/acme', { key, body: `{"query": "${questionText}` })
    await server.send(`/discovery/v1/search/${key}?key=${key}&q=${questionText}`, { key, body: { query: 1 } })
    await server.send(`/${adminKey}`, { key: adminKey, headers: { 'x-request-id': adminKey } })
    const project = await createProject()
    // A provider that is ill is asked again later; one that refuses ends the turn.
    model.script([{ ...echo, status: 400 }])
    await administrate(`/v2/agent/${project}/job`, { prompt: jobText })
    await expect.poll(server.logged).toContain('agent turn failed')
    const logged = server.logged()
    expect(secret.length).toBeGreaterThan(20)
    for (const canary of [key, adminKey, secretsKey, providerKey, token, secret, questionText, jobText]) {
      expect([canary, logged.includes(canary)]).toEqual([canary, false])
    }
    expect(logged).not.toMatch(/Bearer|"authorization"/i)
    expect(logged.length).toBeGreaterThan(2_000)
  })
})

test('a request id goes from the header to the body, the log, the row of the job and its worker', async () => {
  const id = 'request-of-mine-42'
  const headers = { 'x-request-id': id }
  const refused = await server.send('/discovery/v1/page/none', { key, body: { path: 'x' }, headers })
  expect([refused.headers.get('x-request-id'), await refused.json()]).toMatchObject([id, { requestId: id }])

  const project = await createProject()
  const created = await administrate(`/v2/agent/${project}/job`, { prompt: jobText }, headers)
  const job: { id: string } = JSON.parse(await created.text())
  const rows = server.database.selectFrom('job_messages').select('request_id').where('job_id', '=', job.id)
  expect(await rows.execute()).toEqual([{ request_id: id }])
  const lines = () =>
    server
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${id}"`))
  await expect.poll(() => lines().filter((line) => line.includes('agent turn started')).length).toBe(1)
  expect(lines().filter((line) => line.includes('"msg":"request"'))).toHaveLength(2)
  expect(lines().find((line) => line.includes('agent turn started'))).toContain(job.id)
})

test('what a provider refuses is told by its status, without a stack', async () => {
  model.script([{ status: 401 }])
  await ask('Who sets the marker?')
  const lines = server.logged().split('\n')
  const refusals = lines.filter((line) => line.includes('"status":401') && line.includes('the model failed'))
  expect(refusals).toHaveLength(1)
  expect(refusals[0]).not.toContain('"stack"')
})

test('nothing in the log steers the terminal of who reads it, as JSON or in readable lines', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (json) => void lines.push(json, writeLine(json)) })
  log.info({ path: 'a\u202eb\u2066c\u0085d' }, 'request')
  log.error({ err: new Error('a\u001b[2J\u009b2J\u202e') }, 'failed')
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
  expect(JSON.parse(lines[0] ?? '').path).toBe('a\u202eb\u2066c\u0085d')
})
