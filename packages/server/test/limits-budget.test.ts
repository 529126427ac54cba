import { budgetSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from './support/assistant-server.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

/** The model says that each of its answers took so many. */
const tokensOfAnswer = 1_100
const paidModel = 'openai-compatible:test'

/** The model of an answer; the status of a refusal. */
const readModel = async (response: Response): Promise<string | number> => {
  const text = await response.text()
  return response.ok ? (/"finish".*?"model":"([^"]+)"/.exec(text)?.[1] ?? 'none') : response.status
}
const noon = Date.parse('2030-05-05T12:00:00Z') / 1_000

describe.each(testEngines)('the budget of a day on %s', (engine) => {
  let store: TestDatabase
  let model: ModelServer
  let server: TestServer
  let key: string
  let now = noon
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    model = await startModelServer()
    model.script([{ say: 'The marker is set by hand [1].' }])
    const { databaseUrl } = store.options
    server = await startTestServer({
      clock: async () => now,
      environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
    })
    key = (await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })).key
  })
  afterAll(async () => {
    await server.stop()
    await model.close()
    await store.close()
  })
  beforeEach(async () => {
    await server.database.deleteFrom('budget_uses').execute()
    now = noon
  })

  const ask = (more: object = {}) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
    return server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages, ...more } })
  }
  const budget = async (change?: object) => {
    const request = change ? { method: 'PATCH', body: change } : { method: 'GET' }
    return budgetSchema.parse(
      await (await server.send('/admin/v1/budget', { key: server.adminKey, ...request })).json(),
    )
  }

  test('of 50 questions at once, exactly the budget is answered; the others are told until when', async () => {
    await budget({ answersPerDay: 20, tokensPerDay: null })
    const responses = await Promise.all(Array.from({ length: 50 }, () => ask()))
    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = responses.findIndex(({ status }) => status === 429)
    expect(JSON.parse(bodies[refused] ?? '')).toMatchObject({
      code: 'budget_exhausted',
      message: expect.stringContaining(
        '20 answers a day is used up. Questions are answered again from 2030-05-06T00:00',
      ),
    })
    expect(responses[refused]?.headers.get('retry-after')).toBe('43200')
    expect((await budget()).today).toMatchObject({ day: '2030-05-05', answers: 20 })
  })

  test('Retry-After is true: a second before the end of the day is refused, then is served', async () => {
    await budget({ answersPerDay: 1 })
    await (await ask()).text()
    const wait = Number((await ask()).headers.get('retry-after'))
    now += wait - 1
    expect((await ask()).status).toBe(429)
    now += 1
    expect((await ask()).status).toBe(200)
  })

  test('a question that is refused for the budget costs no limit, and one that is wrong costs neither', async () => {
    await budget({ answersPerDay: 2 })
    const left = (response: Response) => Number(/-hour";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    const first = await ask()
    expect((await ask({ threadId: 'nowhere' })).status).toBe(404)
    expect((await ask({ messages: [] })).status).toBe(400)
    expect((await budget()).today.answers).toBe(1)
    const second = await ask()
    for (let index = 0; index < 3; index += 1) expect((await ask()).status).toBe(429)
    await budget({ answersPerDay: null })
    expect(left(first) - left(second)).toBe(1)
    expect(left(await ask())).toBe(left(second) - 1)
  })

  test('tokens are what the model says, their budget overshoots by what is in flight at most, and then there are excerpts', async () => {
    const { databaseUrl } = store.options
    const paid = await startTestServer({
      dataFolder: server.dataFolder,
      clock: async () => now,
      environment: {
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        SIDENOTE_MODEL: paidModel,
        OPENAI_COMPATIBLE_BASE_URL: model.url,
      },
    })
    const askPaid = async () => {
      const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
      const response = await paid.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } })
      return readModel(response)
    }
    const tokens = async () => (await budget()).today.tokens
    await budget({ answersPerDay: null, tokensPerDay: 2.5 * tokensOfAnswer })
    expect([await askPaid(), await askPaid()]).toEqual([paidModel, paidModel])
    await until(async () => (await tokens()) === 2 * tokensOfAnswer)
    // There is room for half an answer; those that begin at once may all end.
    const answers = await Promise.all(Array.from({ length: 50 }, askPaid))
    const served = answers.filter((name) => name === paidModel).length
    expect(served).toBeGreaterThanOrEqual(1)
    // The others get excerpts, which cost nothing.
    expect(answers.filter((name) => name === 'quote')).toHaveLength(50 - served)
    await until(async () => (await tokens()) === (2 + served) * tokensOfAnswer)
    expect(await askPaid()).toBe('quote')
    // Who leaves in the middle of an answer has not been given it for nothing.
    await budget({ tokensPerDay: null })
    model.script([{ say: 'The marker ' }, 'hang'])
    const before = await tokens()
    const leaving = new AbortController()
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
    const response = await fetch(`${paid.url}/discovery/v2/assistant/acme/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fp: 'a', messages }),
      signal: leaving.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (!(await reader?.read())?.value?.includes('text-delta'));
    leaving.abort()
    await until(async () => (await tokens()) > before)
    await paid.stop()
  })

  test('where the owner has named another fallback, which costs something too, a question is refused', async () => {
    const { databaseUrl } = store.options
    const paid = await startTestServer({
      dataFolder: server.dataFolder,
      clock: async () => now,
      environment: {
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        SIDENOTE_MODEL: paidModel,
        SIDENOTE_FALLBACK_MODEL: 'openai-compatible:other',
        OPENAI_COMPATIBLE_BASE_URL: model.url,
      },
    })
    await budget({ answersPerDay: 1, tokensPerDay: null })
    model.script([{ say: 'The marker is set by hand [1].' }])
    const askPaid = async () => {
      const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
      return readModel(await paid.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } }))
    }
    expect([await askPaid(), await askPaid()]).toEqual([paidModel, 429])
    await budget({ answersPerDay: null })
    await paid.stop()
  })

  test('an administrator sees and sets it, also from the command line', async () => {
    const environment = { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: server.adminKey }
    const set = await runCli(['budget', '--answers', '7', '--tokens', 'none', '--json'], { environment })
    expect(JSON.parse(set.stdout)).toMatchObject({ answersPerDay: 7, tokensPerDay: null, today: { answers: 0 } })
    const shown = await runCli(['budget'], { environment })
    expect(shown.stdout).toMatch(/Answers\s+0\s+7\n/)
    expect((await budget()).answersPerDay).toBe(7)
    expect((await server.send('/admin/v1/budget', { key, method: 'GET' })).status).toBe(403)
    await budget({ answersPerDay: null })
  })
})
