import { startersSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

describe.each(testEngines)('questions to begin with, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  let turns = 0
  /** An answered question of a reader, whose answer cites one section first. */
  const answerOnce = async (siteId: string, fp: string, [path, anchor]: readonly [string, string]) => {
    const id = `turn-${++turns}`
    const now = new Date().toISOString()
    await server.database.insertInto('threads').values({ id, site_id: siteId, fp, created_at: now }).execute()
    const sources_json = JSON.stringify([{ path, anchor, url: `/${path}#${anchor}` }])
    const texts = { question: 'Buy cheap pills', context_json: '[]', current_path: path, answer: '', sources_json }
    const times = { started_at: now, finished_at: now }
    const figures = { cost: 0, input_tokens: 0, output_tokens: 0, statements_json: '[]' }
    const ids = { id, thread_id: id, site_id: siteId }
    const row = { ...ids, ...texts, status: 'answered' as const, model: 'm', ...figures, ...times }
    await server.database.insertInto('turns').values(row).execute()
  }
  const read = async (domain: string, key: string, query = '') => {
    const response = await server.send(`/discovery/v1/questions/${domain}${query}`, { method: 'GET', key })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, max-age=300')
    return startersSchema.parse(await response.json())
  }

  test('are made from the headings of the page, and none are popular before anybody asked', async () => {
    const { key } = await server.addSite('quiet', pages, { name: 'Kettle' })
    const { page, popular } = await read('quiet', key, '?currentPath=/configuration')
    expect(page).toEqual(['How do I set the unit of the temperature?', 'How do temperature profiles work?'])
    expect(popular).toEqual([])
    expect(await read('quiet', key, '?currentPath=/no/such/page')).toEqual({ page: [], popular: [] })
    expect(await read('quiet', key)).toEqual({ page: [], popular: [] })
  })

  test('come in the order of how many readers needed them, and never in readers’ words', async () => {
    const { key, site } = await server.addSite('busy', pages, { name: 'Kettle' })
    const { id } = await server.database
      .selectFrom('sites')
      .select('id')
      .where('domain', '=', site.domain)
      .executeTakeFirstOrThrow()
    for (const fp of ['anna', 'ben']) await answerOnce(id, fp, ['configuration', 'temperature-profiles'])
    for (let count = 0; count < 5; count++)
      await answerOnce(id, 'carl', ['configuration', 'set-the-unit-of-the-temperature'])
    const questions = ['How do temperature profiles work?', 'How do I set the unit of the temperature?']
    expect(await read('busy', key)).toEqual({ page: [], popular: questions })
    // What the page suggests isn't suggested twice.
    expect(await read('busy', key, '?currentPath=/configuration')).toEqual({ page: questions, popular: [] })
  })
})
