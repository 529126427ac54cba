import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

describe.each(testEngines)('the settings of a site on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await server.addSite('acme', { 'index.md': '# Home\n\nHello.\n' })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const send = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(`/admin/v1/sites/${path}/settings`, { method, key: server.adminKey, body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const nothing = {
    name: null,
    instructions: null,
    tone: null,
    supportUrl: null,
    handOff: null,
    glossary: [],
    neverTalkAbout: [],
    languages: [],
    attachments: [],
    prices: null,
    mail: null,
    look: null,
  }

  test('are empty until they are set; what is left out stays, null clears', async () => {
    expect(await send('GET', 'acme')).toEqual({ status: 200, body: nothing })
    const glossary = [{ term: 'coil', meaning: 'the part that heats' }]
    const first = await send('PATCH', 'acme', { tone: 'warm', glossary, languages: ['de', 'pt-BR'] })
    expect(first).toEqual({ status: 200, body: { ...nothing, tone: 'warm', glossary, languages: ['de', 'pt-BR'] } })
    const second = await send('PATCH', 'acme', { tone: null, supportUrl: 'mailto:help@acme.com' })
    const now = { ...nothing, glossary, languages: ['de', 'pt-BR'], supportUrl: 'mailto:help@acme.com' }
    expect(second.body).toEqual(now)
    expect((await send('GET', 'acme')).body).toEqual(now)
  })

  test.each([
    [{ supportUrl: 'javascript:alert(1)' }, 'supportUrl'],
    [{ languages: ['not a tag'] }, 'languages[0]'],
    [{ languages: ['de', 'xx-yy-zz'] }, 'languages[1]'],
    [{ instructions: 'x'.repeat(4_001) }, 'instructions'],
    [{ attachments: ['image/svg+xml'] }, 'attachments[0]'],
    [{ handOff: { to: 'https://hooks.acme.com/help' } }, 'handOff.secret'],
    [{ handOff: { to: 'mailto:help@acme.com', secret: 'sixteen characters' } }, 'handOff.secret'],
    [{ handOff: { to: 'mailto:help@acme.com?cc=all' } }, 'handOff.to'],
    [{ handOff: { to: 'ftp://acme.com', secret: 'sixteen characters' } }, 'handOff.to'],
    [{ glossary: [{ term: '', meaning: 'x' }] }, 'glossary[0].term'],
    [{ look: { accent: 'red; background: url(//evil)' } }, 'look.accent'],
    [{ look: { logo: 'javascript:alert(1)' } }, 'look.logo'],
    [{ look: { radius: 33 } }, 'look.radius'],
    [{ look: { theme: 'auto' } }, 'look.theme'],
    [{ look: { questions: ['One?', 'Two?', 'Three?', 'Four?'] } }, 'look.questions'],
    [{ look: { questions: ['One? | Two?'] } }, 'look.questions[0]'],
    [{ look: { title: 'x'.repeat(101) } }, 'look.title'],
    [{ mail: { to: ['nobody'], events: ['alert'] } }, 'mail.to[0]'],
    [{ mail: { to: ['anna@example.com'], events: ['job'] } }, 'mail.events[0]'],
    [{ mail: { to: ['anna@example.com'], events: ['alert'] } }, 'mail'],
  ])('refuse %j', async (body, path) => {
    const refused = await send('PATCH', 'acme', body)
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  })

  test('give the widget its look with the site’s key, and nothing else of themselves', async () => {
    const { key } = await server.addSite('looks', { 'index.md': '# Home\n\nHello.\n' })
    const fetchLook = async (assistantKey = key) => {
      const response = await server.send('/discovery/v1/look/looks', { method: 'GET', key: assistantKey })
      return { status: response.status, caching: response.headers.get('cache-control'), body: await response.json() }
    }
    const caching = 'private, max-age=300'
    expect(await fetchLook()).toEqual({ status: 200, caching, body: {} })
    const look = { title: 'Acme', accent: 'oklch(0.6 0.1 180 / 0.9)', radius: 0, disclaimer: '', questions: ['Why?'] }
    const saved = await send('PATCH', 'looks', { look, instructions: 'Never tell.' })
    expect(saved.body).toMatchObject({ look })
    expect(await fetchLook()).toEqual({ status: 200, caching, body: look })
    expect((await send('PATCH', 'looks', { tone: 'warm' })).body).toMatchObject({ look })
    await send('PATCH', 'looks', { look: { theme: 'dark', unknown: 1 } })
    expect((await fetchLook()).body).toEqual({ theme: 'dark' })
    await send('PATCH', 'looks', { look: null })
    expect((await fetchLook()).body).toEqual({})
    const { key: other } = await server.addSite('other-looks', { 'index.md': '# Home\n\nHello.\n' })
    expect((await fetchLook(other)).status).toBe(404)
  })

  test('of a site that does not exist are a 404, and need an administrator key', async () => {
    expect((await send('GET', 'nowhere')).status).toBe(404)
    expect((await send('PATCH', 'nowhere', { tone: 'warm' })).status).toBe(404)
    expect((await server.send('/admin/v1/sites/acme/settings', { method: 'GET' })).status).toBe(401)
  })
})
