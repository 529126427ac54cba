import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engineOf } from '../src/database/database.ts'
import type { Tables } from '../src/database/tables.ts'
import { createEmptyStore, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string
let projectId: string
let undo: () => Promise<unknown> = async () => {}
afterEach(() => undo())

/** From now on the database takes these writes, changes nothing and says that all is well. */
const dropSilently = async (event: 'insert' | 'update', table: keyof Tables) => {
  const { database } = server
  const on = sql`create trigger drop_rows before ${sql.raw(event)} on ${sql.table(table)}`
  if (engineOf(database) === 'sqlite') {
    await sql`${on} begin select raise(ignore); end`.execute(database)
    undo = () => sql`drop trigger if exists drop_rows`.execute(database)
  } else {
    await sql`create or replace function drop_rows() returns trigger language plpgsql as 'begin return null; end'`.execute(
      database,
    )
    await sql`${on} for each row execute function drop_rows()`.execute(database)
    undo = () => sql`drop trigger if exists drop_rows on ${sql.table(table)}`.execute(database)
  }
}

const ask = async () => {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
  const response = await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'reader', messages } })
  const text = await response.text()
  return {
    text,
    threadId: response.headers.get('x-thread-id'),
    messageId: /"messageId":"([^"]+)"/.exec(text)?.[1],
    finish: JSON.parse(/^data: (\{"type":"finish".*)$/m.exec(text)?.[1] ?? '{}'),
  }
}

const countUnstored = async (): Promise<string | undefined> => {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text()
  return /^sidenote_unstored_turns_total (\d+)$/m.exec(text)?.[1]
}

describe.each(testEngines)('what %s drops without a word', (engine) => {
  let close: () => Promise<void>
  beforeAll(async () => {
    const store = await createEmptyStore(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({
      environment: {
        SIDENOTE_METRICS_PORT: '0',
        SIDENOTE_AGENT_WORKERS: '0',
        OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
    close = async () => {
      await server.stop()
      await store.close()
    }
    key = (await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })).key
    const project = {
      name: 'Docs',
      repository: 'https://git.invalid/a/b',
      host: { kind: 'github' },
      model: 'openai-compatible:none',
    }
    const created = await server.send('/admin/v1/projects', { key: server.adminKey, body: project })
    projectId = JSON.parse(await created.text()).id
  })
  afterAll(() => close())

  test('an answer that was not stored reaches its reader, and `finish` says that nothing was kept', async () => {
    expect((await ask()).finish.messageMetadata).not.toHaveProperty('stored')
    expect(await countUnstored()).toBe('0')
    await dropSilently('insert', 'turns')
    const { text, finish } = await ask()
    expect(text).toContain('set by hand')
    expect(finish.messageMetadata).toMatchObject({ answered: true, stored: false })
    expect(server.logged()).toContain('"msg":"could not store the turn"')
    expect(await countUnstored()).toBe('1')
  })

  test.each<['insert' | 'update', keyof Tables, () => Promise<Response>]>([
    ['insert', 'threads', () => server.send('/discovery/v2/assistant/acme/message', { key, body: question })],
    ['insert', 'keys', () => server.send('/admin/v1/keys', { key: server.adminKey, body: { kind: 'administrator' } })],
    ['update', 'sites', () => patch('/admin/v1/sites/acme', { name: 'Other' })],
    ['insert', 'jobs', () => startJob()],
    ['insert', 'job_messages', () => startJob()],
    ['insert', 'audit_entries', () => patch('/admin/v1/budget', { answersPerDay: 7 })],
    ['insert', 'budgets', () => patch('/admin/v1/budget', { answersPerDay: 7 })],
  ])('%s of %s is answered with an error', async (event, table, act) => {
    await dropSilently(event, table)
    const response = await act()
    expect([response.status, JSON.parse(await response.text()).code]).toEqual([500, 'internal'])
  })

  test('feedback is answered with an error', async () => {
    const { threadId, messageId } = await ask()
    const body = { fp: 'reader', threadId, messageId, helpful: true }
    await dropSilently('insert', 'feedback')
    const send = () => server.send('/discovery/v1/assistant/acme/feedback', { key, body })
    expect((await send()).status).toBe(500)
    await undo()
    expect((await send()).status).toBe(204)
  })

  test('a job that is cancelled is not said to be when it is not', async () => {
    const { id } = JSON.parse(await (await startJob()).text())
    await dropSilently('update', 'jobs')
    const cancel = () => server.send(`/v2/agent/${projectId}/job/${id}/cancel`, { key: server.adminKey })
    expect((await cancel()).status).toBe(500)
    await undo()
    expect((await cancel()).status).toBe(200)
  })

  test.each<['insert' | 'update', keyof Tables]>([
    ['insert', 'pages'],
    ['insert', 'sections'],
    ['insert', 'postings'],
  ])('a sync whose %s of %s is dropped has failed', async (event, table) => {
    await dropSilently(event, table)
    const { sync } = await server.addSite(table, { 'index.md': '# Home\n\nThe marker is set.\n' })
    expect(sync.status).toBe('failed')
  })
})

const question = { fp: 'reader', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }] }
const patch = (path: string, body: object) => server.send(path, { method: 'PATCH', key: server.adminKey, body })
const startJob = () => server.send(`/v2/agent/${projectId}/job`, { key: server.adminKey, body: { prompt: 'Mend it.' } })
