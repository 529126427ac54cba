import { createdShareSchema, sharedAnswerSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyRetention } from '../src/administration/conversations/retention.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const day = 86_400_000

describe.each(testEngines)('a link to one answer, on %s,', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let key: string
  let otherKey: string
  /** The clock of the limits, by which each test has its own hour. */
  let now = 1_800_000_000
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({
      clock: async () => now,
      environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
    })
    key = (await server.addSite('kettle', pages, { name: 'Kettle' })).key
    otherKey = (await server.addSite('other', pages)).key
    const body = { storeQuestions: true, retentionDays: 60 }
    await server.send('/admin/v1/sites/kettle/policy', { method: 'PATCH', key: server.adminKey, body })
  })
  beforeEach(() => {
    now += 3_600
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  /** Asks, and gives what a reader knows of the answer. */
  const ask = async (text: string, fp = 'anna', threadId?: string) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
    const response = await server.send('/discovery/v2/assistant/kettle/message', {
      key,
      body: { fp, threadId, messages },
    })
    const messageId = /"messageId":"([^"]+)"/.exec(await response.text())?.[1] ?? ''
    return { fp, messageId, threadId: response.headers.get('x-thread-id') ?? '' }
  }
  const share = (body: object, site = 'kettle') =>
    server.send(`/discovery/v1/assistant/${site}/shares`, { key: site === 'kettle' ? key : otherKey, body })
  const shareAnswer = async (body: object) => createdShareSchema.parse(await (await share(body)).json())
  const read = (id: string, site = 'kettle') =>
    server.send(`/discovery/v1/assistant/${site}/shares/${id}`, {
      method: 'GET',
      key: site === 'kettle' ? key : otherKey,
    })

  test('shows this answer with its sources, and the question only if its reader shared it', async () => {
    const first = await ask('How do I set the unit of the temperature?')
    const second = await ask('How do temperature profiles work?', 'anna', first.threadId)
    const { id, expiresAt } = await shareAnswer(second)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 29 * day)
    const response = await read(id)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).not.toContain('How do I set')
    expect(text).not.toMatch(/anna|thread_|message_/)
    const shown = sharedAnswerSchema.parse(JSON.parse(text))
    expect(shown).toMatchObject({ question: 'How do temperature profiles work?', expiresAt })
    expect(shown.answer).toContain('[1]')
    expect(shown.sources[0]).toMatchObject({ number: 1, path: 'configuration' })
    const without = await shareAnswer({ ...second, withQuestion: false, days: 1 })
    expect(await (await read(without.id)).json()).toMatchObject({ question: null, answer: shown.answer })
  })

  test('is made and ended by its reader alone, and known to its site alone', async () => {
    const asked = await ask('How do temperature profiles work?')
    expect((await share({ ...asked, fp: 'ben' })).status).toBe(404)
    expect((await share({ ...asked, messageId: 'message_none' })).status).toBe(404)
    expect((await share(asked, 'other')).status).toBe(404)
    const { id } = await shareAnswer(asked)
    expect((await read(id, 'other')).status).toBe(404)
    const end = (fp: string) =>
      server.send(`/discovery/v1/assistant/kettle/shares/${id}?fp=${fp}`, { method: 'DELETE', key })
    expect((await end('ben')).status).toBe(204)
    expect((await read(id)).status).toBe(200)
    expect((await end('anna')).status).toBe(204)
    expect((await read(id)).status).toBe(404)
  })

  test('ends on time, with the conversation, and with the text of its answer', async () => {
    const asked = await ask('How do temperature profiles work?')
    const { database } = server
    const late = await shareAnswer({ ...asked, days: 1 })
    const past = new Date(Date.now() - 1_000).toISOString()
    await database.updateTable('shares').set({ expires_at: past }).where('id', '=', late.id).execute()
    expect((await read(late.id)).status).toBe(404)
    await applyRetention(database)
    expect(await database.selectFrom('shares').select('id').where('id', '=', late.id).execute()).toEqual([])

    const deleted = await shareAnswer(asked)
    const path = `/admin/v1/sites/kettle/conversations/${asked.threadId}`
    await server.send(path, { method: 'DELETE', key: server.adminKey })
    expect((await read(deleted.id)).status).toBe(404)

    // A site that keeps no text promises no more than its day, and changing that erases what was shared.
    const change = (storeQuestions: boolean) =>
      server.send('/admin/v1/sites/kettle/policy', { method: 'PATCH', key: server.adminKey, body: { storeQuestions } })
    await change(false)
    const short = await ask('How do temperature profiles work?')
    const { id, expiresAt } = await shareAnswer({ ...short, days: 90 })
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + day)
    expect((await read(id)).status).toBe(200)
    await change(true)
    expect((await read(id)).status).toBe(404)
    expect((await share(short)).status).toBe(404)
  })

  test('refuses more than 20 links to one answer, and more than 90 days', async () => {
    const asked = await ask('How do temperature profiles work?', 'carl')
    const values = { turn_id: asked.messageId, with_question: 1, expires_at: new Date(Date.now() + day).toISOString() }
    for (let count = 0; count < 20; count++)
      await server.database
        .insertInto('shares')
        .values({ id: `carls-${count}`, ...values })
        .execute()
    expect((await share(asked)).status).toBe(409)
    expect((await share({ ...asked, days: 91 })).status).toBe(400)
  })
})
