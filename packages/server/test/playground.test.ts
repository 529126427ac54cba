import { type Trial, trialSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { dumpTables } from './support/dump-tables.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { addPerson, ownPage } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const pages = {
  'index.md': '# Home\n\nWelcome to the kettle.\n',
  'descale.md':
    '# Descale\n\n## Descale the kettle\n\nFill the kettle with vinegar. Wait for 20 minutes, then rinse it.\n',
}
const question = 'How do I descale the kettle?'

describe.each(testEngines)('a question tried by an owner, on %s', (engine) => {
  let store: TestDatabase
  let model: ModelServer
  let server: TestServer

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    model = await startModelServer()
    const { databaseUrl } = store.options
    server = await startTestServer({
      environment: {
        SIDENOTE_MODEL: 'openai-compatible:kettle',
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_API_KEY: 'secret-of-the-provider',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
    await server.addSite('docs', pages)
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([model.close(), store.close()])
  })

  const trySending = (body: object, headers: Record<string, string> = {}) =>
    server.send('/admin/v1/sites/docs/trials', { body, ...(headers.cookie ? { headers } : { key: server.adminKey }) })
  const tryAsking = async (body: object): Promise<Trial> => {
    const response = await trySending(body)
    expect(response.status, await response.clone().text()).toBe(200)
    return trialSchema.parse(await response.json())
  }

  test('shows what was searched, what the model was sent, its tools, and the verdict of each statement', async () => {
    model.script(
      [{ call: 'search', input: { query: 'rinse' } }],
      [{ say: 'Fill the kettle with vinegar [1]. Then boil it for three hours [1].' }],
    )
    const trial = await tryAsking({ question, currentPath: '/descale' })
    expect(trial).toMatchObject({ question, page: 'descale', status: 'answered', model: 'openai-compatible:kettle' })
    const [search] = trial.searches
    expect(search?.sections[0]).toMatchObject({ path: 'descale', heading: 'Descale the kettle', number: 1 })
    expect(search?.sections.map(({ score }) => score).every((score) => score >= 0 && score <= 1)).toBe(true)
    const [first, second] = trial.modelCalls
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first?.messages.at(-1)?.text).toContain('Fill the kettle with vinegar.')
    expect(first?.output).toContain('search')
    expect(second?.messages.at(-1)?.role).toBe('tool')
    expect(second?.output).toContain('boil it for three hours')
    expect(trial.toolCalls).toMatchObject([{ name: 'search', input: { query: 'rinse' }, error: null }])
    expect(trial.statements).toMatchObject([
      { text: expect.stringContaining('vinegar'), supported: true },
      { text: expect.stringContaining('three hours'), supported: false },
    ])
    expect(trial.strength).toBe(50)
    expect(trial.inputTokens + trial.outputTokens).toBeGreaterThan(0)
    expect(JSON.stringify(trial)).not.toContain('secret-of-the-provider')
  })

  test('leaves no conversation and no figure, and is charged', async () => {
    model.script([{ say: 'Fill the kettle with vinegar [1].' }])
    const before = await dumpTables(server.database)
    await tryAsking({ question })
    const after = await dumpTables(server.database)
    const touched = /^(?:keys|limit_counts|audit_entries|budget_uses)$/
    for (const table of Object.keys(before).filter((name) => !touched.test(name))) {
      expect([table, after[table]]).toEqual([table, before[table]])
    }
    expect(after.budget_uses).not.toEqual(before.budget_uses)
  })

  test('can be asked with other settings, which stay untouched', async () => {
    model.script([{ say: 'Fill the kettle with vinegar [1].' }])
    const settings = { tone: 'like a pirate', neverTalkAbout: ['kettles'] }
    const trial = await tryAsking({ question: 'What is vinegar for?', settings })
    expect(trial.modelCalls[0]?.messages[0]?.text).toContain('like a pirate')
    const read = await server.send('/admin/v1/sites/docs/settings', { method: 'GET', key: server.adminKey })
    expect(await read.json()).toMatchObject({ tone: null, neverTalkAbout: [] })
  })

  test('is asked no longer once the session has ended', async () => {
    const person = { organizationId: 'default', role: 'editor', email: `${engine}@example.com` } as const
    const { cookie, id } = await addPerson(server, { ...person, password: 'correct horse battery' })
    const answered = Promise.withResolvers<void>()
    onTestFinished(() => answered.resolve())
    model.script([{ until: answered.promise }])
    const asked = model.requests.length
    const response = trySending({ question }, { cookie, ...ownPage(server) })
    await expect.poll(() => model.requests.length).toBe(asked + 1)
    await server.send(`/admin/v1/members/${id}`, { method: 'DELETE', key: server.adminKey })
    expect(await (await response).json()).toMatchObject({ code: 'ended_session' })
    await expect.poll(() => model.running()).toBe(0)
  })
  test('says what went wrong with a model without a word of its provider', async () => {
    model.script([{ status: 401, body: '{"error":{"message":"secret-of-the-provider is wrong"}}' }])
    const trial = await tryAsking({ question })
    expect(trial.modelCalls[0]?.error).toContain('HTTP 401')
    // Excerpts stand in.
    expect(trial).toMatchObject({ status: 'answered', model: 'quote', error: null })
    expect(JSON.stringify(trial)).not.toContain('secret-of-the-provider')
  })
})
