import { rm } from 'node:fs/promises'
import { deliveriesSchema, projectSchema } from '@sidenote/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDigests, weekOf } from '../src/administration/notices/send-digests.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const log = pino({ level: 'silent' })
const day = 86_400_000
/** Nobody listens there, so that deliveries stay as they are. */
const url = 'http://127.0.0.1:9/hook'
const secret = 'a secret of the receiver'

test('a week begins on Monday', () => {
  expect(
    ['2030-01-27', '2030-01-28', '2030-02-03', '2030-02-04'].map((one) => weekOf(new Date(`${one}T12:00Z`))),
  ).toEqual(['2030-01-21', '2030-01-28', '2030-01-28', '2030-02-04'])
})

describe.each(testEngines)('what a webhook is told of a site, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let projectId: string
  let folder: string
  let key: string

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    const added = await server.addSite('docs', { 'index.md': '# Kettle\n\nBoil water in the kettle.\n' })
    folder = added.folder
    key = added.key
    await admin('/sites/docs/policy', { storeQuestions: true }, 'PATCH')
    const body = { name: 'docs', repository: folder, host: { kind: 'local' }, site: 'docs', webhook: { url, secret } }
    projectId = projectSchema.parse(await admin('/projects', body)).id
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const admin = async (path: string, body?: object, method = 'POST') => {
    const response = await server.send(`/admin/v1${path}`, { method, key: server.adminKey, ...(body && { body }) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const subscribe = (events: string[]) => admin(`/projects/${projectId}`, { webhook: { url, secret, events } }, 'PATCH')
  const list = async () =>
    deliveriesSchema.parse(await admin(`/projects/${projectId}/deliveries`, undefined, 'GET')).deliveries
  const ask = async (text: string) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
    await (await server.send('/discovery/v2/assistant/docs/message', { key, body: { fp: 'anna', messages } })).text()
  }

  test('is the end of jobs alone, until it is asked for more', async () => {
    const { webhook } = projectSchema.parse(await admin(`/projects/${projectId}`, undefined, 'GET'))
    expect(webhook).toEqual({ url, events: ['job'] })
    await sendDigests(server.database, log, new Date(Date.now() + 7 * day))
    expect(await list()).toEqual([])
  })

  test('is a week of questions, once, whichever process tells it', async () => {
    await subscribe(['digest'])
    await ask('How do I export the zeppelin ledger?')
    await ask('How do I boil water in the kettle?')
    await sendDigests(server.database, log)
    expect(await list()).toEqual([])
    const monday = new Date(Date.now() + 7 * day)
    await Promise.all([sendDigests(server.database, log, monday), sendDigests(server.database, log, monday)])
    await sendDigests(server.database, log, monday)
    expect(await list()).toMatchObject([{ type: 'site.digest', jobId: null }])
    const row = await server.database.selectFrom('webhook_deliveries').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(row.body)).toMatchObject({
      site: 'docs',
      digest: {
        to: weekOf(monday),
        total: { questions: 2, answered: 1, unanswered: 1 },
        topics: [{ question: 'How do I export the zeppelin ledger?', count: 1, readers: 1 }],
        resolved: 0,
      },
    })
  })

  test('is a sync that has failed, with its reason', async () => {
    await subscribe(['job', 'alert'])
    await rm(folder, { recursive: true })
    const sync = await server.sync('docs')
    expect(sync.status).toBe('failed')
    const alerts = (await list()).filter(({ type }) => type === 'site.sync.failed')
    expect(alerts).toHaveLength(1)
    const rows = await server.database.selectFrom('webhook_deliveries').select(['id', 'body']).execute()
    const body = rows.find(({ id }) => id === alerts[0]?.id)?.body ?? ''
    expect(JSON.parse(body)).toMatchObject({ site: 'docs', sync: { id: sync.id, error: sync.error } })
  })
})
