import { createdOrganizationSchema, domainProofSchema, policySchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startDnsServer } from './support/dns-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

let dns: Awaited<ReturnType<typeof startDnsServer>>
beforeAll(async () => {
  dns = await startDnsServer({})
})
afterAll(() => dns.close())

describe.each(testEngines)('the names of open pages on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  /** A site needs a host that says nothing, so that no search for a proof has to wait. */
  const domainOf = (name: string) => `${name}.invalid`
  let folder: string
  let count = 0

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    folder = `${store.options.dataFolder}/pages`
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const administrate = async (method: string, path: string, { key, body }: { key: string; body?: object }) => {
    const response = await server.send(`/admin/v1${path}`, { method, key, ...(body && { body }) })
    const answer: Record<string, string> = response.status === 204 ? {} : JSON.parse(await response.text())
    return { status: response.status, body: answer }
  }
  const trust = (id: string, isTrusted: boolean) =>
    administrate('PATCH', `/organizations/${id}`, { key: server.adminKey, body: { isTrusted } })

  /** An organization with a site of this domain, whose only page says whose it is. */
  const createTenant = async (domain: string, { isTrusted = false } = {}) => {
    const name = `Team ${++count}`
    const body = { name, isTrusted: true }
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body })
    const { id, administratorKey } = createdOrganizationSchema.parse(await made.json())
    return { ...(await addSite(domain, { id, key: administratorKey.key, name })), trusted: await trust(id, isTrusted) }
  }
  const addSite = async (domain: string, { id, key, name }: { id: string; key: string; name: string }) => {
    const pages = `${folder}/${id}/${domain}`
    await writeFiles(pages, { 'index.md': `# Home\n\nPages of ${name}.\n` })
    const added = await administrate('POST', '/sites', {
      key,
      body: { domain, sources: [{ kind: 'folder', folder: pages }] },
    })
    expect(added.status).toBe(201)
    const { body: sync } = await administrate('POST', `/sites/${domain}/syncs`, { key })
    while ((await administrate('GET', `/sites/${domain}/syncs/${sync.id}`, { key })).body.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const open = async (openPages = true) => {
      const answer = await administrate('PATCH', `/sites/${domain}/policy`, { key, body: { openPages } })
      expect([answer.status, answer.body]).toEqual([200, expect.anything()])
      return policySchema.parse(answer.body)
    }
    const readProof = async () =>
      domainProofSchema.parse((await administrate('GET', `/sites/${domain}/proof`, { key })).body)
    /** Puts the line into the DNS and has it found. */
    const prove = async () => {
      const { record, line } = await readProof()
      dns.records[record ?? ''] = [line]
      return administrate('POST', `/sites/${domain}/proof`, { key })
    }
    const pagesPath = async () =>
      policySchema.parse((await administrate('GET', `/sites/${domain}/policy`, { key })).body).pagesPath
    return { id, key, name, domain, own: `/sites/${id}~${domain}`, open, prove, readProof, pagesPath }
  }
  const addOperatorSite = (domain: string) =>
    addSite(domain, { id: 'default', key: server.adminKey, name: 'the operator' })

  /** Whose pages stand at a path without a key; the status if nobody's do. */
  const holderOf = async (path: string): Promise<string | number> => {
    const texts = await Promise.all(
      ['llms-full.txt', 'pages/index.md'].map(async (file) => {
        const response = await server.send(`${path}/${file}`, { method: 'GET' })
        const text = await response.text()
        return response.ok ? (/Pages of (.+)\./.exec(text)?.[1] ?? text) : response.status
      }),
    )
    const list = await server.send(`${path}/llms.txt`, { method: 'GET' })
    expect(new Set([...texts.map((one) => typeof one === 'number'), !list.ok]).size).toBe(1)
    expect(new Set(texts).size).toBe(1)
    return texts[0] ?? ''
  }

  test('the operator’s domains need no proof, and are where they always were', async () => {
    const site = await addOperatorSite('acme')
    expect(await holderOf('/sites/acme')).toBe(401)
    expect((await site.open()).pagesPath).toBe('/sites/acme')
    expect(await holderOf('/sites/acme')).toBe('the operator')
    expect(await holderOf('/sites/default~acme')).toBe('the operator')
    expect((await site.open(false)).pagesPath).toBeNull()
    for (const path of ['/sites/acme', '/sites/default~acme']) expect(await holderOf(path)).toBe(401)
  })

  test('nobody opens pages under a domain that isn’t proven: they stand at an address of the organization’s own', async () => {
    const domain = domainOf('docs.victim')
    const attacker = await createTenant(domain)
    expect((await attacker.open()).pagesPath).toBe(attacker.own)
    expect(await holderOf(attacker.own)).toBe(attacker.name)
    expect(await holderOf(`/sites/${domain}`)).toBe(401)
    const victim = await createTenant(domain)
    await victim.open()
    expect((await victim.prove()).status).toBe(200)
    expect(await victim.pagesPath()).toBe(`/sites/${domain}`)
    expect(await holderOf(`/sites/${domain}`)).toBe(victim.name)
    expect(await holderOf(attacker.own)).toBe(attacker.name)
  })

  test('the pages at an own address are read with the site’s key while they are closed, and with no other', async () => {
    const [one, other] = [await createTenant(domainOf('closed')), await createTenant(domainOf('closed'))]
    const createKey = async ({ key, domain }: typeof one) =>
      (await administrate('POST', '/keys', { key, body: { kind: 'assistant', site: domain } })).body.key ?? ''
    const statusOf = async (path: string, key: string) =>
      (await server.send(`${path}/llms.txt`, { method: 'GET', key })).status
    const [key, otherKey] = [await createKey(one), await createKey(other)]
    expect([await statusOf(one.own, key), await statusOf(`/sites/${one.domain}`, key)]).toEqual([200, 200])
    expect([await statusOf(one.own, otherKey), await statusOf(other.own, key)]).toEqual([404, 404])
  })

  test('a domain goes to whoever has proven it last, and the earlier one keeps its own address', async () => {
    const domain = domainOf('docs.sold')
    const [before, after] = [await createTenant(domain), await createTenant(domain)]
    for (const tenant of [before, after]) await tenant.open()
    await before.prove()
    expect(await holderOf(`/sites/${domain}`)).toBe(before.name)
    await after.prove()
    expect(await holderOf(`/sites/${domain}`)).toBe(after.name)
    expect([await before.pagesPath(), await after.pagesPath()]).toEqual([before.own, `/sites/${domain}`])
    expect(await before.readProof()).toMatchObject({ provenBy: null, provenAt: null })
    await after.open(false)
    expect(await holderOf(`/sites/${domain}`)).toBe(401)
  })

  test('a proof is for one organization: the line of another proves nothing', async () => {
    const domain = domainOf('docs.copied')
    const [owner, thief] = [await createTenant(domain), await createTenant(domain)]
    await owner.prove()
    expect((await owner.readProof()).line).not.toBe((await thief.readProof()).line)
    expect((await administrate('POST', `/sites/${domain}/proof`, { key: thief.key })).status).toBe(409)
  })

  test('of organizations that the operator trusts, the first to open a domain has it, until it is proven', async () => {
    const domain = domainOf('docs.shared')
    const late = await createTenant(domain, { isTrusted: true })
    const early = await createTenant(domain, { isTrusted: true })
    const proven = await createTenant(domain)
    expect((await early.open()).pagesPath).toBe(`/sites/${domain}`)
    expect((await late.open()).pagesPath).toBe(late.own)
    expect(await holderOf(`/sites/${domain}`)).toBe(early.name)
    await proven.open()
    await proven.prove()
    expect(await holderOf(`/sites/${domain}`)).toBe(proven.name)
    await proven.open(false)
    expect(await holderOf(`/sites/${domain}`)).toBe(early.name)
    await early.open(false)
    expect(await holderOf(`/sites/${domain}`)).toBe(late.name)
    await trust(late.id, false)
    expect([await holderOf(`/sites/${domain}`), await holderOf(late.own)]).toEqual([401, late.name])
  })

  /** What an organization sees of a domain: every answer that is about it, without what names the domain or the request. */
  const observe = async (tenant: { id: string; key: string }, domain: string) => {
    const blank = (text: string) =>
      text
        .replaceAll(domain, '…')
        .replace(/sidenote-site=[\w-]{43}/g, 'sidenote-site=…')
        .replace(/"requestId":"[^"]+"/g, '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/svc_dsc_\w+|key_[\w-]+|"hint":"\w+"/g, 'key')
    const seen: string[] = []
    const look = async (
      method: string,
      path: string,
      { key, body, headers = {} }: { key?: string; body?: object; headers?: Record<string, string> } = {},
    ) => {
      const response = await server.send(path, {
        method,
        ...(key !== undefined && { key }),
        ...(body && { body }),
        headers,
      })
      const names = [...response.headers.keys()].filter((name) => !name.startsWith('ratelimit')).sort()
      const text = await response.text()
      seen.push(
        blank(
          `${method} ${path} ${response.status} ${names} ${response.headers.get('access-control-allow-origin')} ${text}`,
        ),
      )
      return text
    }
    const { key } = tenant
    const site = `/admin/v1/sites/${domain}`
    const body = { domain, sources: [{ kind: 'website', url: 'https://docs.example.com' }] }
    await look('GET', site, { key })
    await look('POST', '/admin/v1/sites', { key, body })
    await look('GET', site, { key })
    for (const openPages of [true, false, true]) await look('PATCH', `${site}/policy`, { key, body: { openPages } })
    for (const method of ['GET', 'POST']) await look(method, `${site}/proof`, { key })
    const made = await look('POST', '/admin/v1/keys', { key, body: { kind: 'assistant', site: domain } })
    const assistant = /"key":"(svc_dsc_\w+)"/.exec(made)?.[1] ?? ''
    await look('POST', `/discovery/v1/search/${domain}`, { key: assistant, body: { query: 'home' } })
    await look('POST', `/mcp/${domain}`, {
      key: assistant,
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { accept: 'application/json, text/event-stream' },
    })
    for (const path of [`/sites/${domain}`, `/sites/${tenant.id}~${domain}`]) {
      for (const file of ['llms.txt', 'llms-full.txt', 'pages/index.md']) {
        await look('GET', `${path}/${file}`)
        await look('GET', `${path}/${file}`, { key: assistant })
        await look('OPTIONS', `${path}/${file}`, {
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
        })
      }
    }
    for (const path of ['/discovery/v1/search/', '/mcp/', '/discovery/v2/assistant/']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      await look('OPTIONS', `${path}${domain}`, { headers })
    }
    await look('DELETE', site, { key })
    return seen
  }

  test('nothing tells an organization whether another one has a site of a domain', async () => {
    const [taken, free] = [domainOf('docs.taken'), domainOf('docs.nobody')]
    const observer = await createTenant(domainOf('observer'))
    const nothing = await observe(observer, free)
    expect(nothing.length).toBeGreaterThan(30)
    const other = await createTenant(taken)
    expect(await observe(observer, taken)).toEqual(nothing)
    await administrate('PATCH', `/sites/${taken}`, {
      key: other.key,
      body: { origins: ['https://docs.taken.example'] },
    })
    expect(await observe(observer, taken)).toEqual(nothing)
    await other.open()
    expect(await observe(observer, taken)).toEqual(nothing)
    await other.open(false)
    await other.prove()
    delete dns.records[`_sidenote.${taken}`]
    expect(await observe(observer, taken)).toEqual(nothing)
  })
})
