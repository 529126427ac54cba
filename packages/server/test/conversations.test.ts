import {
  deletedReaderSchema,
  emptySearchesSchema,
  type PolicyChange,
  policySchema,
  topicsSchema,
  turnsSchema,
} from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteReader, listTurns as listStoredTurns } from '../src/administration/conversations/conversations.ts'
import { listEmptySearches, noteEmptySearch } from '../src/administration/conversations/empty-searches.ts'
import { applyRetention, createRetention } from '../src/administration/conversations/retention.ts'
import { listTopics } from '../src/administration/conversations/topics.ts'
import { updatePolicy } from '../src/administration/sites/policy.ts'
import { saveTurn } from '../src/assistant/threads.ts'
import type { Database } from '../src/database/database.ts'
import { readChunks } from './support/assistant-server.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const day = 86_400_000
let server: TestServer
let domain: string
let key: string
let sites = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  domain = `docs-${++sites}`
  key = (await server.addSite(domain, pages)).key
})

const admin = (path: string, headers: Record<string, string> = {}) =>
  server.send(`/admin/v1/sites/${domain}${path}`, { method: 'GET', key: server.adminKey, headers })
const listTurns = async (query = '') => turnsSchema.parse(await (await admin(`/conversations${query}`)).json())
const setPolicy = async (change: PolicyChange) => {
  const path = `/admin/v1/sites/${domain}/policy`
  const response = await server.send(path, { method: 'PATCH', key: server.adminKey, body: change })
  return policySchema.parse(await response.json())
}

const ask = async (text: string, more: { fp?: string; threadId?: string; context?: object[] } = {}) => {
  const response = await server.send(`/discovery/v2/assistant/${domain}/message`, {
    key,
    body: { fp: 'anna', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }], ...more },
  })
  const chunks = readChunks(await response.text())
  const start = chunks.find((chunk) => chunk.type === 'start')
  return { threadId: response.headers.get('x-thread-id') ?? '', messageId: start?.messageId ?? '' }
}
const storedTexts = async () => {
  const rows = await server.database.selectFrom('turns').select(['question', 'answer']).execute()
  return JSON.stringify(rows)
}

const backdate = async (days: number) => {
  const time = new Date(Date.now() - days * day).toISOString()
  await server.database.updateTable('turns').set({ started_at: time, finished_at: time }).execute()
  await server.database.updateTable('keys').set({ last_used_at: time }).execute()
}

describe('what is older than it may be', () => {
  beforeEach(async () => {
    await ask('How do I set the temperature?')
    await backdate(200)
  })

  test('is deleted at once by a server that was in use until now', async () => {
    await admin('')
    await createRetention(server.database)()
    expect(await storedTexts()).toBe('[]')
  })

  test('stays for an hour when the clock is more than a day ahead of the last use: it may be wrong', async () => {
    const log: string[] = []
    const retain = createRetention(server.database, (days) => log.push(`${days} days`))
    await retain()
    expect(await storedTexts()).toContain('temperature')
    expect(log).toEqual(['200 days'])
    await retain()
    expect(await storedTexts()).toBe('[]')
    expect(log).toHaveLength(1)
  })
})

describe('a site that does not store questions, as none does at first', () => {
  test('shows that and how something was asked, but not what', async () => {
    await ask('How do I set the temperature?')
    const { turns } = await listTurns()
    expect(turns).toHaveLength(1)
    expect(turns[0]).toMatchObject({ fp: 'anna', status: 'answered', question: null, answer: null, currentPath: null })
    expect(turns[0]?.sources.length).toBeGreaterThan(0)
  })

  test('remembers a thread for a day, then erases its text', async () => {
    const { threadId } = await ask('How do I set the zirconium temperature?')
    await applyRetention(server.database)
    expect(await storedTexts()).toContain('zirconium')
    await applyRetention(server.database, new Date(Date.now() + 1.1 * day))
    expect(await storedTexts()).not.toContain('zirconium')
    expect((await ask('And the port?', { threadId })).threadId).toBe(threadId)
    expect((await listTurns()).turns).toHaveLength(2)
  })

  test('counts no searches and groups no questions', async () => {
    await server.send(`/discovery/v1/search/${domain}`, { key, body: { query: 'zebra' } })
    await ask('Is there a zebra?')
    expect(emptySearchesSchema.parse(await (await admin('/empty-searches')).json()).searches).toEqual([])
    expect(topicsSchema.parse(await (await admin('/questions')).json())).toEqual({ topics: [], questions: 0 })
  })
})

describe('a site that stores questions', () => {
  beforeEach(async () => {
    await setPolicy({ storeQuestions: true })
  })

  test('lists them newest first, page by page, each once', async () => {
    for (const text of ['What is Kettle?', 'How do I install Kettle?', 'What is the default port?']) await ask(text)
    const first = await listTurns('?limit=2')
    expect(first.turns.map((turn) => turn.question)).toEqual(['What is the default port?', 'How do I install Kettle?'])
    const second = await listTurns(`?limit=2&cursor=${first.nextCursor}`)
    expect(second.turns.map((turn) => turn.question)).toEqual(['What is Kettle?'])
    expect(second.nextCursor).toBeNull()
    expect(first.turns[0]?.answer).toContain('8123')
  })

  test('shows what the reader had selected', async () => {
    const context = [{ type: 'textSelection', value: 'The default port is 8123.', path: '/guide' }]
    await ask('What is this for?', { context })
    expect((await listTurns()).turns[0]?.context).toEqual(context)
    expect(await (await admin('/conversations?format=csv')).text()).toContain(',"The default port is 8123.",')
    await setPolicy({ storeQuestions: false })
    expect((await listTurns()).turns[0]?.context).toBeNull()
    const kept = await server.database.selectFrom('turns').select('context_json').execute()
    expect(JSON.stringify(kept)).not.toContain('8123')
  })

  test('keeps of a huge question what was read of it', async () => {
    const parts = Array.from({ length: 30 }, (_, at) => ({ type: 'text', text: `part ${at} `.repeat(3_000) }))
    const body = { fp: 'anna', messages: [{ id: '1', role: 'user', parts }] }
    await (await server.send(`/discovery/v2/assistant/${domain}/message`, { key, body })).text()
    const question = (await listTurns()).turns[0]?.question ?? ''
    expect([question.length <= 12_000, question.startsWith('part 0'), question.endsWith('part 29')]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('finds them by time, status, thread, reader and feedback', async () => {
    const { threadId, messageId } = await ask('How do I install Kettle?')
    await ask('Is there a zebra?', { fp: 'ben' })
    const said = { messageId, threadId, fp: 'anna', helpful: false, comment: 'Too long' }
    await server.send(`/discovery/v1/assistant/${domain}/feedback`, { key, body: said })
    const count = async (query: string) => (await listTurns(query)).turns.length
    const tomorrow = new Date(Date.now() + day).toISOString()
    expect(await count(`?from=${tomorrow}`)).toBe(0)
    const anHourAgo = new Date(Date.now() + 3_600_000).toISOString().replace('Z', encodeURIComponent('+02:00'))
    expect(await count(`?from=${anHourAgo}`)).toBe(2)
    expect(await count(`?to=${anHourAgo}`)).toBe(0)
    expect(await count(`?to=2020-01-31`)).toBe(0)
    expect(await count('?status=unanswered')).toBe(1)
    expect(await count(`?threadId=${threadId}`)).toBe(1)
    expect(await count('?fp=ben')).toBe(1)
    expect(await count('?feedback=helpful')).toBe(0)
    const { turns } = await listTurns('?feedback=any')
    expect(turns.map((turn) => turn.feedback)).toEqual([{ helpful: false, reason: null, comment: 'Too long' }])
  })

  test('gives CSV that a spreadsheet does not take for formulas', async () => {
    await ask('＝HYPERLINK("https://evil.example")')
    expect(await (await admin('/conversations?format=csv')).text()).toContain('"\'＝HYPERLINK(')
    await ask('=HYPERLINK("https://evil.example", "install")')
    const csv = await admin('/conversations?limit=1', { accept: 'text/csv' })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toContain('conversations.csv')
    const text = await csv.text()
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"", ""install"")"`)
    await ask('What is Kettle?')
    expect((await admin('/conversations?limit=1&format=csv')).headers.get('x-next-cursor')).toBeTruthy()
  })

  test('groups what was not answered by topic, with the readers who asked', async () => {
    await ask('Does the zebra support SAML?')
    await ask('Is SAML supported by the zebra?', { fp: 'ben' })
    await ask('Quux?', { fp: 'ben' })
    const { topics, questions } = topicsSchema.parse(await (await admin('/questions')).json())
    expect(questions).toBe(3)
    expect(topics.map(({ count, readers }) => [count, readers])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(topics[0]?.words).toEqual(expect.arrayContaining(['saml', 'zebra']))
    expect(await (await admin('/questions?format=csv')).text()).toContain('Is SAML supported by the zebra?')
  })

  test('counts searches without results, the most frequent first', async () => {
    const search = (query: string) => server.send(`/discovery/v1/search/${domain}`, { key, body: { query } })
    for (const query of ['Zebra', 'zebra ', 'quux', 'port']) await search(query)
    const read = async (query: string) =>
      emptySearchesSchema.parse(await (await admin(`/empty-searches${query}`)).json())
    const first = await read('?limit=1')
    expect(first.searches).toMatchObject([{ query: 'zebra', count: 2 }])
    const second = await read(`?limit=1&cursor=${first.nextCursor}`)
    expect(second.searches).toMatchObject([{ query: 'quux', count: 1 }])
    expect(second.nextCursor).toBeNull()
    const today = new Date().toISOString().slice(0, 10)
    expect((await read(`?to=${today}`)).searches).toEqual([])
    expect((await read(`?from=${today}`)).searches).toHaveLength(2)
  })

  test('counts the last search of a reader who types, and what others searched for', async () => {
    const search = (query: string, typing: boolean) =>
      server.send(`/discovery/v1/search/${domain}`, { key, body: { query, typing } })
    await search('quu', false)
    for (const query of ['qu', 'quu', 'quux', 'quux ', 'quux z', 'quux zebra']) await search(query, true)
    const { searches } = emptySearchesSchema.parse(await (await admin('/empty-searches')).json())
    expect(searches.map(({ query, count }) => [query, count])).toEqual([
      ['quu', 1],
      ['quux zebra', 1],
    ])
  })

  test('keeps nothing longer than its retention', async () => {
    await setPolicy({ retentionDays: 7 })
    await ask('What is Kettle?')
    await server.send(`/discovery/v1/search/${domain}`, { key, body: { query: 'zebra' } })
    await applyRetention(server.database, new Date(Date.now() + 6 * day))
    expect((await listTurns()).turns[0]?.question).toBe('What is Kettle?')
    await applyRetention(server.database, new Date(Date.now() + 8 * day))
    expect((await listTurns()).turns).toEqual([])
    const { searches } = emptySearchesSchema.parse(await (await admin('/empty-searches')).json())
    expect(searches).toEqual([])
  })

  test('erases the text when it changes its mind', async () => {
    await ask('How do I heat rubidium?')
    expect(await setPolicy({ storeQuestions: false })).toMatchObject({ storeQuestions: false, retentionDays: 90 })
    expect(await storedTexts()).not.toContain('rubidium')
    await setPolicy({ storeQuestions: true })
    expect((await listTurns()).turns[0]).toMatchObject({ question: null })
  })
})

describe('deleting a reader', () => {
  test('removes every trace of them on this site, and of nobody else', async () => {
    await ask('What is Kettle?', { fp: 'anna/1' })
    await ask('What is Kettle?', { fp: 'ben' })
    const path = `/admin/v1/sites/${domain}/readers/${encodeURIComponent('anna/1')}`
    const response = await server.send(path, { method: 'DELETE', key: server.adminKey })
    expect(deletedReaderSchema.parse(await response.json())).toEqual({ threads: 1 })
    expect((await listTurns()).turns.map((turn) => turn.fp)).toEqual(['ben'])
  })

  test('never reaches the site, when the name of the reader shortens the address', async () => {
    for (const fp of ['..', '.', '%2e%2e']) {
      const path = `/admin/v1/sites/${domain}/readers/${fp}`
      expect((await server.send(path, { method: 'DELETE', key: server.adminKey })).status).toBe(404)
    }
    expect((await server.send(`/admin/v1/sites/${domain}`, { method: 'GET', key: server.adminKey })).status).toBe(200)
  })
})

describe('the list of conversations', () => {
  test.each([
    ['cursor=nonsense', 'cursor is "nonsense"'],
    ['limit=0', 'limit'],
    ['from=yesterday', 'from'],
    ['status=open', 'status'],
  ])('refuses %s in a sentence', async (query, sentence) => {
    const response = await admin(`/conversations?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(sentence) })
  })

  test('is not opened by an assistant key', async () => {
    const response = await server.send(`/admin/v1/sites/${domain}/conversations`, { method: 'GET', key })
    expect(response.status).toBe(403)
  })
})

/** Stores a turn of the thread `t`, as the server does when it has ended. */
const addTurn = (database: Database, { id, at, question }: { id: string; at: string; question: string }) => {
  const text = { question, context_json: '[]', current_path: null, answer: '', sources_json: '[]' }
  const times = { started_at: at, finished_at: at }
  const usage = { input_tokens: 0, output_tokens: 0, cost: 0 }
  const place = { site_id: 'site', page: null, language: 'en', strength: null, statements_json: '[]' }
  const turn = { id, thread_id: 't', ...text, ...times, ...usage, ...place }
  return saveTurn(database, { ...turn, status: 'unanswered', model: 'quote' }, [])
}

describe.each(testEngines)('conversations in %s', (engine) => {
  test('are kept, listed, grouped, counted and deleted', async () => {
    const { database, close } = await createTestDatabase(engine)
    const now = new Date().toISOString()
    const site = await insertSite(database)
    await updatePolicy(database, site, { storeQuestions: true, retentionDays: 7 })
    await database.insertInto('threads').values({ id: 't', site_id: 'site', fp: 'anna', created_at: now }).execute()
    for (const id of ['a', 'b', 'c']) await addTurn(database, { id, at: now, question: 'Is there SAML?' })
    const first = await listStoredTurns(database, site, { limit: 2, to: '2100-01-01', from: '2020-01-01' })
    const second = await listStoredTurns(database, site, {
      to: '2100-01-01',
      from: '2020-01-01',
      cursor: String(first.nextCursor),
    })
    expect([...first.turns, ...second.turns].map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    const { topics } = await listTopics(database, site, { to: '2100-01-01', from: '2020-01-01' })
    expect(topics.map(({ count, readers }) => [count, readers])).toEqual([[3, 1]])
    for (const query of ['zebra', 'zebra', 'quux']) await noteEmptySearch(database, site, { query })
    const [most] = (await listEmptySearches(database, site, { limit: 1 })).searches
    expect(most).toMatchObject({ query: 'zebra', count: 2 })
    const flood = Array.from({ length: 1_100 }, (_, index) => `nonsense ${index}`)
    for (const query of flood) await noteEmptySearch(database, site, { query })
    await noteEmptySearch(database, site, { query: 'zebra' })
    const { searches, nextCursor } = await listEmptySearches(database, site, { limit: 1_000 })
    expect([searches.length, searches[0]?.count, nextCursor]).toEqual([1_000, 3, null])
    expect(await deleteReader(database, site, 'anna')).toEqual({ threads: 1 })
    await applyRetention(database, new Date(Date.now() + 8 * day))
    expect((await listEmptySearches(database, site, {})).searches).toEqual([])
    await close()
  })

  test('are found by their words, wherever the clock has leapt to in between', async () => {
    const { database, close } = await createTestDatabase(engine)
    const site = await insertSite(database)
    await updatePolicy(database, site, { storeQuestions: true, retentionDays: 90 })
    const start = Date.parse('2026-05-01T10:00:00.000Z')
    await database
      .insertInto('threads')
      .values({ id: 't', site_id: 'site', fp: 'anna', created_at: new Date(start).toISOString() })
      .execute()
    const leaps = new Map([
      [4, '1970-01-01T00:00:00.000Z'],
      [9, '2038-01-19T03:14:07.000Z'],
      [13, '2026-04-20T10:00:00.000Z'],
    ])
    const ids = Array.from({ length: 18 }, (_, at) => `turn-${String(at).padStart(2, '0')}`)
    for (const [at, id] of ids.entries())
      await addTurn(database, {
        id,
        at: leaps.get(at) ?? new Date(start + at * day).toISOString(),
        question: 'How is the zebra fed?',
      })
    const found = async (from: string, to: string) => {
      const { turns } = await listStoredTurns(database, site, { from, to, search: 'zebra fed' })
      return turns.map(({ id }) => id).sort()
    }
    const inTime = ids.filter((_, at) => !leaps.has(at))
    expect(await found('2026-05-01', '2026-06-01')).toEqual(inTime)
    expect(await found('2026-04-25', '2026-05-19')).toEqual(inTime)
    expect(await found('2026-05-03', '2026-05-08')).toEqual(['turn-02', 'turn-03', 'turn-05', 'turn-06'])
    expect(await found('1960-01-01', '2100-01-01')).toEqual(ids)
    await close()
  })
})
