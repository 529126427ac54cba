import { type Statistics, statisticsSchema, topicsSchema, turnsSchema, usageSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyRetention } from '../src/administration/conversations/retention.ts'
import { readChunks } from './support/assistant-server.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const dayMilliseconds = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)

describe.each(testEngines)('the figures of a site on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let domain: string
  let key: string
  let sites = 0

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })
  beforeEach(async () => {
    domain = `docs-${++sites}`
    key = (await server.addSite(domain, pages)).key
  })

  const admin = (path: string, options: { method?: string; body?: object } = {}) =>
    server.send(`/admin/v1${path}`, { method: 'GET', key: server.adminKey, ...options })
  const read = async (query = ''): Promise<Statistics> =>
    statisticsSchema.parse(await (await admin(`/sites/${domain}/statistics${query}`)).json())
  const listTurns = async (query: string) =>
    turnsSchema.parse(await (await admin(`/sites/${domain}/conversations?${query}`)).json()).turns
  const storeQuestions = () => admin(`/sites/${domain}/policy`, { method: 'PATCH', body: { storeQuestions: true } })
  const ask = async (text: string, more: object = {}) => {
    const response = await server.send(`/discovery/v2/assistant/${domain}/message`, {
      key,
      body: { fp: 'anna', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }], ...more },
    })
    const start = readChunks(await response.text()).find((chunk) => chunk.type === 'start')
    return { threadId: response.headers.get('x-thread-id') ?? '', messageId: start?.messageId ?? '', fp: 'anna' }
  }
  const judge = (answer: object, helpful: boolean) =>
    server.send(`/discovery/v1/assistant/${domain}/feedback`, { key, body: { ...answer, helpful } })

  test('count what was asked, by page, model, language and cited page, also when no text is stored', async () => {
    await ask('What is the default port of the kettle?', { currentPath: '/configuration' })
    await ask('What is the default port of the kettle?', { currentPath: '/nowhere' })
    await ask('Where is the zebra of the moon?')
    const { total, days, models, languages, pages: from, cited } = await read()
    expect(total).toMatchObject({ questions: 3, answered: 2, unanswered: 1, weak: 0, failed: 0, helpful: 0 })
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ day: today(), questions: 3 })
    expect(days.at(-2)).toMatchObject({ questions: 0 })
    expect(models).toMatchObject([{ value: 'quote', questions: 3, answered: 2 }])
    expect(languages).toMatchObject([{ value: 'en', questions: 3 }])
    expect(from).toMatchObject([{ value: 'configuration', questions: 1, answered: 1 }])
    expect(cited.length).toBeGreaterThan(0)
    expect((await read('?page=configuration')).total).toMatchObject({ questions: 1, answered: 1 })
    expect((await read('?language=de')).total).toMatchObject({ questions: 0 })
    expect((await listTurns('page=configuration')).length).toBe(0)
    expect((await listTurns(`cited=${encodeURIComponent(cited[0]?.value ?? '')}`)).length).toBe(cited[0]?.questions)
  })

  test('count the last opinion of a reader, with all that its answer is counted by', async () => {
    const answer = await ask('What is the default port of the kettle?', { currentPath: '/configuration' })
    await judge(answer, true)
    await judge(answer, true)
    expect((await read()).total).toMatchObject({ helpful: 1, unhelpful: 0 })
    await judge(answer, false)
    expect((await read()).total).toMatchObject({ helpful: 0, unhelpful: 1 })
    expect((await read('?page=configuration')).total).toMatchObject({ helpful: 0, unhelpful: 1 })
    const { cited, disliked } = await read()
    expect(cited[0]).toMatchObject({ helpful: 0, unhelpful: 1 })
    expect(disliked.map(({ value }) => value).sort()).toEqual(cited.map(({ value }) => value).sort())
    await judge(answer, true)
    expect((await read()).disliked).toEqual([])
  })

  test('compare with as many days before, and keep what deleted turns were counted as, for 400 days', async () => {
    await ask('What is the default port of the kettle?')
    const day = new Date(Date.now() - 3 * dayMilliseconds).toISOString().slice(0, 10)
    await server.database.updateTable('daily_counts').set({ day }).execute()
    const range = `?from=${new Date(Date.now() - dayMilliseconds).toISOString().slice(0, 10)}`
    const { total, before, days } = await read(range)
    expect([total.questions, before.questions, days.length]).toEqual([0, 1, 2])
    await admin(`/sites/${domain}/readers/anna`, { method: 'DELETE' })
    expect((await read()).total).toMatchObject({ questions: 1 })
    await applyRetention(server.database, new Date(Date.now() + 396 * dayMilliseconds))
    expect((await read()).total).toMatchObject({ questions: 1 })
    await applyRetention(server.database, new Date(Date.now() + 398 * dayMilliseconds))
    expect((await read()).total).toMatchObject({ questions: 0 })
  })

  test('are those of one dimension at a time', async () => {
    const response = await admin(`/sites/${domain}/statistics?page=configuration&model=quote`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('at most one of model') })
  })

  test('come as CSV, a row a day', async () => {
    await ask('What is the default port of the kettle?')
    const csv = await (await admin(`/sites/${domain}/statistics?format=csv`)).text()
    const rows = csv.trim().split('\r\n')
    expect(rows).toHaveLength(31)
    expect(rows.at(-1)).toContain(`"${today()}","1","1"`)
  })

  test('count what agents ask for over MCP, and no other message', async () => {
    const send = (method: string, params: object) =>
      server.send(`/mcp/${domain}`, {
        key,
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept: 'application/json, text/event-stream' },
      })
    await send('tools/list', {})
    await send('tools/call', { name: 'search', arguments: { query: 'port' } })
    await send('tools/call', { name: 'read_page', arguments: { path: 'configuration' } })
    expect((await read()).total).toMatchObject({ questions: 0, agentCalls: 2 })
  })

  test('tell the questions of agents from those of people', async () => {
    await ask('What is the default port of the kettle?')
    await ask('Where is the zebra of the moon?')
    await ask('What is the default port of the kettle?', { fp: 'mcp' })
    const figures = { all: '', human: '?reader=human', agent: '?reader=agent' }
    const counts = async (query: string) => {
      const { total, days, models } = await read(query)
      return [total.questions, total.answered, days.at(-1)?.questions, models.length]
    }
    expect(await counts(figures.all)).toEqual([3, 2, 3, 1])
    expect(await counts(figures.human)).toEqual([2, 1, 2, 0])
    expect(await counts(figures.agent)).toEqual([1, 1, 1, 0])
    expect(await listTurns('reader=human')).toHaveLength(2)
    expect(await listTurns('reader=agent')).toMatchObject([{ fp: 'mcp' }])
  })

  test('of all sites of an organization stand side by side', async () => {
    await ask('What is the default port of the kettle?')
    const usage = usageSchema.parse(await (await admin('/usage')).json())
    expect(usage.sites.find((site) => site.domain === domain)).toMatchObject({ questions: 1, answered: 1 })
    expect(usage.total.questions).toBe(usage.sites.reduce((sum, { questions }) => sum + questions, 0))
    expect(usage.days.at(-1)).toMatchObject({ day: today(), questions: usage.total.questions })
    expect(usage.models.map(({ value }) => value)).toEqual(['quote'])
  })

  test('are those of the site alone, and of the organization that has it', async () => {
    await ask('What is the default port of the kettle?')
    const { key: foreign } = await createOrganization('Other')
    const response = await server.send(`/admin/v1/sites/${domain}/statistics`, { method: 'GET', key: foreign })
    expect(response.status).toBe(404)
    const usage = await server.send('/admin/v1/usage', { method: 'GET', key: foreign })
    expect(usageSchema.parse(await usage.json())).toMatchObject({ sites: [], total: { questions: 0 } })
  })

  const createOrganization = async (name: string): Promise<{ key: string }> => {
    const made = await admin('/organizations', { method: 'POST', body: { name } })
    const { id } = (await made.json()) as { id: string }
    const created = await admin(`/organizations/${id}/keys`, { method: 'POST', body: {} })
    return (await created.json()) as { key: string }
  }

  describe('when questions are stored', () => {
    beforeEach(async () => {
      await storeQuestions()
    })

    test('open the list of what was counted', async () => {
      await ask('What is the default port of the kettle?', { currentPath: '/configuration' })
      await ask('Wo ist der Hafen und was ist das für ein Hafen?')
      expect((await listTurns('page=configuration')).map(({ question }) => question)).toEqual([
        'What is the default port of the kettle?',
      ])
      expect(await listTurns('language=de')).toHaveLength((await read('?language=de')).total.questions)
      expect((await listTurns('model=quote')).length).toBe(2)
      expect((await listTurns('status=weak')).length).toBe(0)
    })

    test('stand beside what is asked most though it is answered, until a reader objects', async () => {
      const list = async (state: string) =>
        topicsSchema.parse(await (await admin(`/sites/${domain}/questions?state=${state}`)).json()).topics
      const answer = await ask('What is the default port of the kettle?')
      await ask('What is the default port of the kettle?')
      await ask('Where is the zebra of the moon?')
      expect(await list('answered')).toMatchObject([{ count: 2, questions: [{ reason: 'answered' }, {}] }])
      expect(await list('open')).toMatchObject([{ count: 1, questions: [{ reason: 'unanswered' }] }])
      await judge(answer, false)
      expect(await list('answered')).toMatchObject([{ count: 1 }])
      expect((await list('open')).map(({ questions }) => questions[0]?.reason).sort()).toEqual([
        'unanswered',
        'unhelpful',
      ])
    })

    test('show of an answer its sources as they were numbered, and which statements one of them supports', async () => {
      await ask('What is the default port of the kettle?')
      const [turn] = await listTurns('')
      expect(turn?.sources[0]).toMatchObject({ number: 1, title: expect.any(String) })
      expect(turn?.strength).toBe(100)
      expect(turn?.statements?.every(({ supported, sources }) => supported && sources.length > 0)).toBe(true)
    })

    test('find words of questions and answers, whatever stands between, and the beginning of the last', async () => {
      await ask('What is the default port of the kettle?')
      await ask('Ist der Wasserköcher heiß (server.port=8123)?')
      const find = async (search: string) => (await listTurns(`search=${encodeURIComponent(search)}`)).length
      expect(await find('DEFAULT what port')).toBe(1)
      expect(await find('wasserköch')).toBe(1)
      expect(await find('wasserköch heiß')).toBe(0)
      expect(await find('heiß wasserköch')).toBe(1)
      expect(await find('server Ist')).toBe(1)
      expect(await find('zebra')).toBe(0)
      expect(await find(`' & | ! "port" OR * : (`)).toBe(await find('port or'))
      expect(await find('?!')).toBe(2)
    })

    test('stay when a conversation is deleted, which nothing finds any more', async () => {
      const { threadId } = await ask('What is the default port of the kettle?')
      const path = `/sites/${domain}/conversations/${threadId}`
      expect((await admin(path, { method: 'DELETE' })).status).toBe(204)
      expect((await admin(path, { method: 'DELETE' })).status).toBe(404)
      expect(await listTurns('')).toEqual([])
      expect(await listTurns('search=kettle')).toEqual([])
      expect((await read()).total).toMatchObject({ questions: 1 })
    })

    test('are found no more when their text is erased, or deleted', async () => {
      const find = async () => (await listTurns('search=kettle')).length
      await ask('What is the default port of the kettle?')
      expect(await find()).toBe(1)
      await admin(`/sites/${domain}/policy`, { method: 'PATCH', body: { storeQuestions: false } })
      await storeQuestions()
      expect(await find()).toBe(0)
      await ask('What is the default port of the kettle?')
      expect(await find()).toBe(1)
      await admin(`/sites/${domain}/readers/anna`, { method: 'DELETE' })
      expect(await find()).toBe(0)
      await ask('Is the kettle hot?')
      expect(await find()).toBe(1)
    })
  })
})
