import { type TestRunResults, testRunResultsSchema, testRunSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const pages = {
  'index.md': '# Home\n\nWelcome to the kettle.\n',
  'descale.md':
    '# Descale\n\n## Descale the kettle\n\nFill the kettle with vinegar. Wait for 20 minutes, then rinse it.\n',
}
const descale = 'How do I descale the kettle?'
const warranty = 'How long is the warranty of the toaster?'

describe.each(testEngines)('test questions, on %s', (engine) => {
  let store: TestDatabase
  let model: ModelServer
  let server: TestServer
  let domain: string
  let sites = 0

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    model = await startModelServer()
    const { databaseUrl } = store.options
    server = await startTestServer({
      environment: {
        SIDENOTE_MODEL: 'openai-compatible:kettle',
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([model.close(), store.close()])
  })
  beforeEach(async () => {
    domain = `docs-${++sites}`
    await server.addSite(domain, pages)
    await add({ question: descale, pages: ['/descale#kettle'], tags: ['care'] })
    await add({ question: warranty, pages: [], tags: ['absent'] })
  })

  const admin = (path: string, method: string, body?: object) =>
    server.send(`/admin/v1/sites/${domain}${path}`, { method, key: server.adminKey, ...(body && { body }) })
  const add = (body: object) => admin('/test-questions', 'POST', body)
  const read = async (id: string): Promise<TestRunResults> =>
    testRunResultsSchema.parse(await (await admin(`/test-runs/${id}`, 'GET')).json())
  const start = async (body: object = {}) => {
    const response = await admin('/test-runs', 'POST', body)
    expect(response.status, await response.clone().text()).toBe(202)
    return testRunSchema.parse(await response.json()).id
  }
  const run = async (body?: object) => {
    const id = await start(body)
    await expect.poll(async () => (await read(id)).run.status).not.toBe('running')
    return read(id)
  }
  const good = [{ say: 'Fill the kettle with vinegar [1].' }]
  const refusal = [{ say: '[unanswered] The documentation does not say.' }]

  test('are kept with their pages, once each, and deleted', async () => {
    expect((await add({ question: descale })).status).toBe(409)
    const list = async () => {
      const { questions } = (await (await admin('/test-questions', 'GET')).json()) as {
        questions: { id: string; question: string; pages: string[] | null; tags: string[] }[]
      }
      return questions
    }
    const [first, second] = await list()
    expect(first).toMatchObject({ question: descale, pages: ['descale'], tags: ['care'] })
    expect((await admin(`/test-questions/${second?.id}`, 'DELETE')).status).toBe(204)
    expect((await admin(`/test-questions/${second?.id}`, 'DELETE')).status).toBe(404)
    expect(await list()).toEqual([first])
  })

  test('are measured in all and by tag, and each run is compared with the one before', async () => {
    model.script(good, refusal)
    const first = await run()
    expect(first.run).toMatchObject({ status: 'completed', questions: 2, asked: 2, error: null })
    expect(first.run.figures[0]).toEqual({ tag: 'all', questions: 2, recall: 1, first: 1, answered: 1, refused: 1 })
    expect(first.run.figures.map(({ tag }) => tag)).toEqual(['all', 'absent', 'care'])
    expect(first.before).toBeNull()
    expect(first.results).toMatchObject([
      { question: descale, status: 'answered', isMissed: false, strength: 100, before: null },
      { question: warranty, status: 'unanswered', isMissed: false, before: null },
    ])
    model.script(refusal)
    const second = await run({ settings: { tone: 'grumpy' } })
    expect(second.run.settings).toEqual({ tone: 'grumpy' })
    expect(JSON.stringify(model.requests.at(-1))).toContain('grumpy')
    expect(second.before?.id).toBe(first.run.id)
    expect(second.results[0]).toMatchObject({ isMissed: true, before: { status: 'answered', isMissed: false } })
    const { runs } = (await (await admin('/test-runs', 'GET')).json()) as { runs: { id: string }[] }
    expect(runs.map(({ id }) => id)).toEqual([second.run.id, first.run.id])
    const compare = (id: string, other: string) => admin(`/test-runs/${id}?comparedWith=${other}`, 'GET')
    const turned = testRunResultsSchema.parse(await (await compare(first.run.id, second.run.id)).json())
    expect(turned.before).toMatchObject({ id: second.run.id, settings: { tone: 'grumpy' } })
    expect(turned.results[0]).toMatchObject({ isMissed: false, before: { isMissed: true, status: 'unanswered' } })
    const unknown = await compare(first.run.id, 'run_of_nobody')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ message: expect.stringContaining('"run_of_nobody"') })
  })

  test('count as no question of a reader', async () => {
    model.script(good)
    await run()
    const { total } = (await (await admin('/statistics', 'GET')).json()) as { total: { questions: number } }
    expect(total.questions).toBe(0)
    const turns = await server.database
      .selectFrom('turns')
      .innerJoin('sites', 'sites.id', 'turns.site_id')
      .select('turns.id')
      .where('domain', '=', domain)
      .execute()
    expect(turns).toEqual([])
  })

  test('are asked by one run at a time, which a spent budget ends with its reason', async () => {
    const held = Promise.withResolvers<void>()
    model.script([{ until: held.promise }, ...good])
    const id = await start()
    expect((await admin('/test-runs', 'POST', {})).status).toBe(409)
    await server.send('/admin/v1/budget', { method: 'PATCH', key: server.adminKey, body: { answersPerDay: 1 } })
    held.resolve()
    await expect.poll(async () => (await read(id)).run.status).toBe('failed')
    await server.send('/admin/v1/budget', { method: 'PATCH', key: server.adminKey, body: { answersPerDay: null } })
    const { run: ended, results } = await read(id)
    expect(ended).toMatchObject({ asked: 1, error: expect.stringContaining('budget of 1 answers') })
    expect(results).toHaveLength(1)
  })

  test('are asked no further once their run is deleted', async () => {
    const held = Promise.withResolvers<void>()
    const asked = model.requests.length
    model.script([{ until: held.promise }, ...good])
    const id = await start()
    await expect.poll(() => model.requests.length).toBe(asked + 1)
    expect((await admin(`/test-runs/${id}`, 'DELETE')).status).toBe(204)
    held.resolve()
    await run()
    // One of the run that ended, and two of the next.
    expect(model.requests.length).toBe(asked + 3)
  })

  test('are asked again after a process was lost during a run', async () => {
    model.script(good)
    const { run: lost } = await run()
    await server.database
      .updateTable('test_runs')
      .set({ status: 'running', heartbeat_at: new Date(0).toISOString(), finished_at: null })
      .where('id', '=', lost.id)
      .execute()
    expect((await read(lost.id)).run).toMatchObject({ status: 'failed', error: expect.stringContaining('ended') })
    expect((await run()).run.status).toBe('completed')
  })
})
