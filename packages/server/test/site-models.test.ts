import { createdOrganizationSchema, type SiteModel, siteModelSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { dumpTables } from './support/dump-tables.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const secret = 'sk-secret-of-the-provider'
const pages = { 'index.md': '# Kettle\n\nFill the kettle with vinegar to descale it.\n' }

describe.each(testEngines)('the model of a site, on %s', (engine) => {
  let store: TestDatabase
  let own: ModelServer
  let shared: ModelServer
  let server: TestServer
  let second: TestServer
  let domain: string
  let key: string
  let sites = 0

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    own = await startModelServer()
    shared = await startModelServer()
    const { databaseUrl, dataFolder } = store.options
    const environment = {
      SIDENOTE_MODEL: 'openai-compatible:shared',
      OPENAI_COMPATIBLE_BASE_URL: shared.url,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    server = await startTestServer({ environment, dataFolder })
    // Another process of the same installation.
    second = await startTestServer({ environment, dataFolder })
  })
  afterAll(async () => {
    await Promise.all([server.stop(), second.stop()])
    await Promise.all([own.close(), shared.close(), store.close()])
  })
  beforeEach(async () => {
    domain = `docs-${++sites}`
    key = (await server.addSite(domain, pages)).key
    own.script([{ say: 'From its own model [1].' }])
    shared.script([{ say: 'From the shared model [1].' }])
  })

  const admin = (path: string, method: string, body?: object) =>
    server.send(`/admin/v1/sites/${domain}/model${path}`, { method, key: server.adminKey, ...(body && { body }) })
  const update = async (body: object): Promise<SiteModel> => {
    const response = await admin('', 'PATCH', body)
    expect(response.status, await response.clone().text()).toBe(200)
    return siteModelSchema.parse(await response.json())
  }
  const useOwn = () => update({ model: 'openai-compatible:own', baseUrl: own.url, key: secret })
  const ask = async (from = server) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I descale the kettle?' }] }]
    const path = `/discovery/v2/assistant/${domain}/message`
    return (await from.send(path, { key, body: { fp: 'anna', messages } })).text()
  }

  test('answers the next question in every process, until the site gives it up', async () => {
    expect(await ask()).toContain('From the shared model')
    expect(await useOwn()).toMatchObject({ model: 'openai-compatible:own', baseUrl: own.url, hasKey: true })
    for (const process of [server, second]) expect(await ask(process)).toContain('From its own model')
    await update({ model: 'openai-compatible:other' })
    for (const process of [server, second]) expect(await ask(process)).toContain('openai-compatible:other')
    expect(await update({ model: null })).toMatchObject({ model: null, hasKey: false })
    for (const process of [server, second]) expect(await ask(process)).toContain('From the shared model')
  })

  test('is described with the models that search all sites', async () => {
    expect(await update({ model: null })).toMatchObject({ embeddingModel: null, rerankingModel: null })
    const reranking = {
      SIDENOTE_RERANKING_MODEL: 'cohere-compatible:order',
      COHERE_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9',
      COHERE_COMPATIBLE_API_KEY: 'unused',
    }
    const ordered = await startTestServer({ environment: reranking })
    await ordered.addSite('ordered', { 'index.md': '# Home\n' })
    const response = await ordered.send('/admin/v1/sites/ordered/model', { method: 'GET', key: ordered.adminKey })
    expect(await response.json()).toMatchObject({ embeddingModel: null, rerankingModel: 'cohere-compatible:order' })
    await ordered.stop()
  })

  test('has a key that is sealed, and is in no answer and no log', async () => {
    await useOwn()
    await ask()
    own.rewrite({ status: 401, body: JSON.stringify({ error: { message: `${secret} is wrong` } }) })
    const checked = await (await admin('/checks', 'POST')).text()
    expect(checked).toContain('HTTP 401')
    const read = await (await admin('', 'GET')).text()
    const audit = await (await server.send('/admin/v1/audit', { method: 'GET', key: server.adminKey })).text()
    const tables = JSON.stringify(await dumpTables(server.database))
    for (const text of [checked, read, audit, tables, server.logged()]) expect(text).not.toContain(secret)
  })

  test('loses its key when that would go to another provider or another address', async () => {
    await useOwn()
    const moved = await update({ baseUrl: shared.url })
    expect(moved).toMatchObject({ baseUrl: shared.url, hasKey: false })
    expect((await update({ key: secret })).hasKey).toBe(true)
    expect((await update({ model: 'openai-compatible:another' })).hasKey).toBe(true)
    const provider = await admin('', 'PATCH', { model: 'openai:gpt-5-mini', baseUrl: null })
    // The server has no key of that provider, either.
    expect(provider.status).toBe(400)
    expect(await provider.text()).toContain('OPENAI_API_KEY')
  })

  test.each([
    [{ model: 'gpt-5' }, 'provider:model'],
    [{ model: 'nobody:gpt-5', key: secret }, 'nobody'],
    [{ model: 'openai-compatible:own' }, 'baseUrl is missing'],
    [{ model: 'openai:gpt-5', baseUrl: 'https://example.com', key: secret }, 'openai-compatible'],
    [{ key: secret }, 'model is missing'],
  ])('is refused when it cannot be opened: %j', async (body, sentence) => {
    const response = await admin('', 'PATCH', body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(sentence)
  })

  test('leaves readers excerpts when it fails, and never the server’s own model', async () => {
    await useOwn()
    own.script([{ status: 401 }])
    const asked = shared.requests.length
    expect(await ask()).toContain('vinegar')
    expect(shared.requests.length).toBe(asked)
  })

  test('of an organization that the operator does not trust is at no address of its own, and has no key of the server', async () => {
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Team' } })
    const { administratorKey } = createdOrganizationSchema.parse(await made.json())
    const body = { domain: `team-${sites}`, sources: [{ kind: 'website', url: 'https://example.com' }] }
    await server.send('/admin/v1/sites', { key: administratorKey.key, body })
    const change = (model: object) =>
      server.send(`/admin/v1/sites/team-${sites}/model`, { method: 'PATCH', key: administratorKey.key, body: model })
    const refused = await change({ model: 'openai-compatible:own', baseUrl: own.url, key: secret })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('public hosts alone')])
    expect((await change({ model: 'openai:gpt-5' })).status).toBe(400)
    expect((await change({ model: 'openai:gpt-5', key: secret })).status).toBe(200)
  })
})
