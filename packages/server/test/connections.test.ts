import { type Connection, type ConnectionRequest, createdOrganizationSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredConnections } from '../src/administration/connections/list-connections.ts'
import { createSetupLink } from '../src/administration/people/set-up-owner.ts'
import {
  type Asked,
  allow,
  connect,
  createVerifier,
  type GivenTokens,
  getCode,
  listTools,
  readRequest,
  redirectAddress,
  registerClient,
  sendForm,
} from './support/connections.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { addPerson, createOwner, ownPage } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const password = 'correct horse battery'

describe.each(testEngines)('MCP clients that people connect, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let viewer: { id: string; cookie: string }
  let owner: { id: string; cookie: string }
  let stranger: { id: string; cookie: string }
  let clientId: string
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await server.addSite('docs', { 'index.md': '# Home\n\nThe zebra has stripes.\n' }, { name: 'Docs' })
    await server.addSite('other', { 'index.md': '# Other\n' })
    const body = { name: 'Team', isTrusted: true }
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body })
    const team = createdOrganizationSchema.parse(await made.json())
    const add = (organizationId: string, role: 'viewer' | 'owner', name: string) =>
      addPerson(server, { organizationId, role, email: `${name}@example.com`, password })
    viewer = await add('default', 'viewer', 'viewer')
    owner = await add('default', 'owner', 'owner')
    stranger = await add(team.id, 'owner', 'stranger')
    clientId = await registerClient(server)
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const asked = (more: Asked['more'] = {}): Asked => ({
    clientId,
    challenge: createVerifier().challenge,
    site: 'docs',
    more,
  })
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
  const exchange = (fields: Readonly<Record<string, string>>) => sendForm(server, '/oauth/token', fields)
  const errorOf = async (response: Response) => [response.status, ((await response.json()) as { error?: string }).error]
  const refresh = ({ clientId: client_id, refresh_token }: { clientId: string; refresh_token: string }) =>
    exchange({ grant_type: 'refresh_token', client_id, refresh_token })

  test('a closed site and one that is not there tell a client alike where a person signs in', async () => {
    for (const site of ['docs', 'nothing', 'a"b']) {
      const name = encodeURIComponent(site)
      const refused = await listTools(server, name)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer scope="read", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp/${name}"`,
      ])
      const metadata = await server.send(`/.well-known/oauth-protected-resource/mcp/${name}`, { method: 'GET' })
      expect(await metadata.json()).toMatchObject({
        resource: `${server.url}/mcp/${name}`,
        authorization_servers: [server.url],
      })
    }
    const page = await server.send('/discovery/v1/page/docs', { body: { path: 'index' } })
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('the metadata names every endpoint, S256 alone, and no secret', async () => {
    const metadata = await server.send('/.well-known/oauth-authorization-server', { method: 'GET' })
    expect(await metadata.json()).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/dashboard/connect`,
      token_endpoint: `${server.url}/oauth/token`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
    })
  })

  test('a person is asked who wants to read what, and where they are sent back to', async () => {
    const answer = await readRequest(server, viewer.cookie, asked())
    const request = (await answer.json()) as ConnectionRequest
    expect(request).toMatchObject({
      client: { name: 'Robot', host: null },
      redirectHost: null,
      site: { domain: 'docs', name: 'Docs' },
    })
    const cancel = new URL(request.cancelAddress)
    expect(Object.fromEntries(cancel.searchParams)).toEqual({
      error: 'access_denied',
      iss: server.url,
      state: 'state of the client',
    })
  })

  test('a code is exchanged for tokens that open the MCP server of this one site, and nothing else', async () => {
    const given = await connect(server, { cookie: viewer.cookie, site: 'docs' })
    expect(given).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'read' })
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(200)
    expect((await listTools(server, 'default~docs', given.access_token)).status).toBe(200)
    for (const site of ['other', 'nothing']) {
      const refused = await listTools(server, site, given.access_token)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ])
    }
    const page = await server.send('/discovery/v1/page/docs', { key: given.access_token, body: { path: 'index' } })
    expect(page.status).toBe(401)
    const text = await server.send('/sites/docs/llms.txt', { method: 'GET', key: given.access_token })
    expect(text.status).toBe(401)
    const sites = await server.send('/admin/v1/sites', { method: 'GET', key: given.access_token })
    expect(sites.status).toBe(401)
    for (const other of [given.refresh_token, `${given.access_token}x`]) {
      expect((await listTools(server, 'docs', other)).status).toBe(401)
    }
  })

  test('no text of a code or a token is stored or logged', async () => {
    const form = await getCode(server, { cookie: viewer.cookie, site: 'docs' })
    const given = (await (await exchange(form)).json()) as GivenTokens
    await listTools(server, 'docs', given.access_token)
    const rows = await server.database.selectFrom('connection_tokens').selectAll().execute()
    const written = JSON.stringify(rows) + server.logged()
    for (const text of [form.code, given.access_token, given.refresh_token]) expect(written).not.toContain(text)
  })

  test('a code works once: when it comes again, the tokens that it gave end too', async () => {
    const form = await getCode(server, { cookie: viewer.cookie, site: 'docs' })
    const first = (await (await exchange(form)).json()) as GivenTokens
    expect((await listTools(server, 'docs', first.access_token)).status).toBe(200)
    expect(await errorOf(await exchange(form))).toEqual([400, 'invalid_grant'])
    expect((await listTools(server, 'docs', first.access_token)).status).toBe(401)
  })

  test('of many exchanges of one code at once, at most one gives tokens', async () => {
    const form = await getCode(server, { cookie: viewer.cookie, site: 'docs' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(form)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['a wrong verifier', { code_verifier: createVerifier().verifier }, 'invalid_grant'],
    ['another client', { client_id: 'https://client.example/other.json' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1/other' }, 'invalid_grant'],
    ['another site', { resource: 'other' }, 'invalid_target'],
    ['a code that nobody gave', { code: 'svc_code_made-up' }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['a plain grant of a password', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('a code is not exchanged with %s, and works afterwards', async (_name, wrong, error) => {
    const form = await getCode(server, { cookie: viewer.cookie, site: 'docs' })
    const resource = 'resource' in wrong ? { resource: `${server.url}/mcp/${wrong.resource}` } : {}
    const fields = Object.entries({ ...form, ...wrong, ...resource }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    expect(await errorOf(await exchange(Object.fromEntries(fields)))).toEqual([400, error])
    const right = { ...form, redirect_uri: redirectAddress, resource: `${server.url}/mcp/docs` }
    expect((await exchange(right)).status).toBe(200)
  })

  test('a code and an access token end with their time', async () => {
    const end = async () => {
      const expires_at = new Date(Date.now() - 1_000).toISOString()
      await server.database.updateTable('connection_tokens').set({ expires_at }).execute()
    }
    const form = await getCode(server, { cookie: viewer.cookie, site: 'docs' })
    await end()
    expect(await errorOf(await exchange(form))).toEqual([400, 'invalid_grant'])
    const given = await connect(server, { cookie: viewer.cookie, site: 'docs' })
    await end()
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(401)
    expect(await errorOf(await refresh(given))).toEqual([400, 'invalid_grant'])
  })

  test('a refresh token gives the next one, and ends the connection when it comes again', async () => {
    const given = await connect(server, { cookie: viewer.cookie, site: 'docs' })
    const next = (await (await refresh(given)).json()) as GivenTokens
    expect(next.refresh_token).not.toBe(given.refresh_token)
    expect((await listTools(server, 'docs', next.access_token)).status).toBe(200)
    expect(await errorOf(await refresh({ ...given, clientId: 'https://client.example/x.json' }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect((await listTools(server, 'docs', next.access_token)).status).toBe(200)
    expect(await errorOf(await refresh(given))).toEqual([400, 'invalid_grant'])
    expect((await listTools(server, 'docs', next.access_token)).status).toBe(401)
    expect(await errorOf(await refresh({ ...given, ...next }))).toEqual([400, 'invalid_grant'])
  })

  test('a client gives its tokens up, and nobody learns whether a token was one', async () => {
    const given = await connect(server, { cookie: viewer.cookie, site: 'docs' })
    const revoke = (fields: Readonly<Record<string, string>>) => sendForm(server, '/oauth/revoke', fields)
    expect((await revoke({ token: given.refresh_token, client_id: 'somebody else' })).status).toBe(200)
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(200)
    expect((await revoke({ token: given.refresh_token, client_id: given.clientId })).status).toBe(200)
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(401)
    expect((await revoke({ token: 'svc_refresh_made-up' })).status).toBe(200)
  })

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['tokens in the address', { response_type: 'token' }, 'invalid_request'],
    ['no site', { resource: undefined }, 'invalid_request'],
    ['an address of another server', { resource: 'https://elsewhere.example/mcp/docs' }, 'invalid_target'],
    ['another address of this server', { resource: 'own:/admin/v1/sites' }, 'invalid_target'],
    ['more than a name', { resource: 'own:/mcp/docs/more' }, 'invalid_target'],
    ['a name with a NUL character', { resource: 'own:/mcp/a%00' }, 'invalid_target'],
    ['a site that is not there', { resource: 'own:/mcp/nothing' }, 'not_found'],
    ['a site of another organization', { resource: 'own:/mcp/other-organization~docs' }, 'not_found'],
    ['an unlisted path', { redirect_uri: 'http://127.0.0.1/elsewhere' }, 'invalid_client'],
    ['an unlisted host', { redirect_uri: 'https://evil.example/callback' }, 'invalid_client'],
    [
      'a host that begins like a listed one',
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
      'invalid_client',
    ],
    ['a user in the address', { redirect_uri: 'http://127.0.0.1@evil.example/callback' }, 'invalid_client'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_client'],
    ['a client that nobody knows', { client_id: 'robot' }, 'invalid_client'],
    ['a registration that was made up', { client_id: 'registered.v1.AAAA' }, 'invalid_client'],
  ])('nobody is asked, and nobody allows, with %s', async (_name, wrong, code) => {
    const more = Object.fromEntries(
      Object.entries(wrong).map(([name, value]) => [name, value?.replace(/^own:/, server.url)]),
    )
    const read = await readRequest(server, viewer.cookie, asked(more))
    const allowed = await allow(server, viewer.cookie, asked(more))
    expect([await codeOf(read), (await codeOf(allowed))[1]]).toEqual([[code === 'not_found' ? 404 : 400, code], code])
  })

  test('a program on the computer takes any port, and no other difference', async () => {
    const withPort = await readRequest(
      server,
      viewer.cookie,
      asked({ redirect_uri: 'http://127.0.0.1:33418/callback' }),
    )
    expect(((await withPort.json()) as ConnectionRequest).redirectHost).toBeNull()
    for (const redirect_uri of [
      'http://localhost/callback',
      'https://127.0.0.1/callback',
      'http://127.0.0.1/callback?a',
    ]) {
      expect(await codeOf(await readRequest(server, viewer.cookie, asked({ redirect_uri })))).toEqual([
        400,
        'invalid_client',
      ])
    }
  })

  test('a registration with an address that browsers must not be sent to is refused', async () => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,hello',
      'http://evil.example/callback',
      'https://evil.example/callback#part',
      'https://user:word@evil.example/',
      'file:///etc/passwd',
      'not an address',
    ]) {
      const answer = await server.send('/oauth/clients', { body: { redirect_uris: [address] } })
      expect([address, ...(await errorOf(answer))]).toEqual([address, 400, 'invalid_request'])
    }
    for (const address of ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/callback']) {
      expect(await registerClient(server, [address])).toMatch(/^registered\./)
    }
  })

  test('nobody allows for somebody else: not a page of another origin, not a form, not a key, nobody signed out', async () => {
    const before = await server.database.selectFrom('connections').select('id').execute()
    const send = (headers: Readonly<Record<string, string>>) =>
      server.send('/admin/v1/connections', { body: {}, headers })
    const own = ownPage(server)
    expect((await send({ cookie: viewer.cookie })).status).toBe(403)
    expect((await send({ cookie: viewer.cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ cookie: viewer.cookie, ...own, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ cookie: viewer.cookie, ...own, 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send(own)).status).toBe(401)
    const read = `/admin/v1/connections/request?${new URLSearchParams({ client_id: clientId })}`
    const foreign = { cookie: viewer.cookie, 'sec-fetch-site': 'cross-site' }
    expect((await server.send(read, { method: 'GET', headers: foreign })).status).toBe(403)
    const { challenge } = createVerifier()
    const key = await server.send('/admin/v1/connections', {
      key: server.adminKey,
      body: {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectAddress,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: `${server.url}/mcp/docs`,
      },
    })
    expect(await codeOf(key)).toEqual([409, 'conflict'])
    expect(await server.database.selectFrom('connections').select('id').execute()).toEqual(before)
  })

  test('somebody of another organization cannot connect a client, or tell a site that is there from one that is not', async () => {
    const refuse = async (site: string) => {
      const answer = await allow(server, stranger.cookie, { ...asked(), site })
      return [answer.status, (await answer.text()).replaceAll(site, '…').replace(/"requestId":"[^"]+"/, '')]
    }
    expect(await refuse('docs')).toEqual(await refuse('nothing'))
    expect((await refuse('docs'))[0]).toBe(404)
  })

  const list = async (headers: Readonly<Record<string, string>>): Promise<Connection[]> => {
    const answer = await server.send('/admin/v1/connections', { method: 'GET', headers })
    return ((await answer.json()) as { connections: Connection[] }).connections
  }
  const end = (cookie: string, id: string) =>
    server.send(`/admin/v1/connections/${id}`, { method: 'DELETE', headers: { cookie, ...ownPage(server) } })

  test('a person sees and ends their own connections, an owner all of the organization, and a stranger none', async () => {
    const [mine, theirs] = [
      await connect(server, { cookie: viewer.cookie, site: 'docs' }),
      await connect(server, { cookie: owner.cookie, site: 'docs' }),
    ]
    await listTools(server, 'docs', mine.access_token)
    const own = await list({ cookie: viewer.cookie })
    expect(new Set(own.map(({ person }) => person.id))).toEqual(new Set([viewer.id]))
    expect(own[0]).toMatchObject({ client: 'Robot', clientHost: null, site: 'docs', lastUsedAt: expect.any(String) })
    const all = await list({ cookie: owner.cookie })
    expect(new Set(all.map(({ person }) => person.id))).toEqual(new Set([viewer.id, owner.id]))
    expect(await list({ authorization: `Bearer ${server.adminKey}` })).toEqual(all)
    expect(await list({ cookie: stranger.cookie })).toEqual([])
    const [myId, theirId] = [own[0]?.id ?? '', all.find(({ person }) => person.id === owner.id)?.id ?? '']
    expect((await end(viewer.cookie, theirId)).status).toBe(404)
    expect((await end(stranger.cookie, myId)).status).toBe(404)
    expect((await end(owner.cookie, myId)).status).toBe(204)
    expect((await listTools(server, 'docs', mine.access_token)).status).toBe(401)
    expect((await listTools(server, 'docs', theirs.access_token)).status).toBe(200)
  })

  test('connections end with the person, with a new password by a setup link, and with the site', async () => {
    const email = 'leaving@example.com'
    const person = await addPerson(server, { organizationId: 'default', role: 'viewer', email, password })
    const given = await connect(server, { cookie: person.cookie, site: 'docs' })
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(200)
    const removal = { method: 'DELETE', headers: { cookie: owner.cookie, ...ownPage(server) } }
    expect((await server.send(`/admin/v1/members/${person.id}`, removal)).status).toBe(204)
    expect((await listTools(server, 'docs', given.access_token)).status).toBe(401)
    expect(await errorOf(await refresh(given))).toEqual([400, 'invalid_grant'])
    const setUp = await createOwner(server)
    const kept = await connect(server, { cookie: setUp.cookie, site: 'docs' })
    const [, token] = (await createSetupLink(server.database, server.url)).split('#')
    const body = { token, name: 'Olga', email: setUp.email, password: 'another long password' }
    expect((await server.send('/dashboard/auth/setup', { body, headers: ownPage(server) })).status).toBe(201)
    expect((await listTools(server, 'docs', kept.access_token)).status).toBe(401)
    await server.addSite('passing', { 'index.md': '# Passing\n' })
    const passing = await connect(server, { cookie: viewer.cookie, site: 'passing' })
    expect((await listTools(server, 'passing', passing.access_token)).status).toBe(200)
    await server.send('/admin/v1/sites/passing', { method: 'DELETE', key: server.adminKey })
    expect((await listTools(server, 'passing', passing.access_token)).status).toBe(401)
  })

  test('a person has at most 50 connections: the one that was used longest ago ends', async () => {
    const first = await connect(server, { cookie: owner.cookie, site: 'other' })
    const { challenge } = createVerifier()
    for (let count = 0; count < 50; count += 1) await allow(server, owner.cookie, { clientId, challenge, site: 'docs' })
    const rows = await server.database
      .selectFrom('connections')
      .select('id')
      .where('person_id', '=', owner.id)
      .execute()
    expect(rows).toHaveLength(50)
    expect((await listTools(server, 'other', first.access_token)).status).toBe(401)
  })

  test('what has expired is deleted, and what has not stays', async () => {
    const kept = await connect(server, { cookie: viewer.cookie, site: 'docs' })
    await connect(server, { cookie: viewer.cookie, site: 'docs' })
    const ids = await server.database.selectFrom('connections').select('id').orderBy('created_at', 'desc').execute()
    const old = ids[0]?.id ?? ''
    await server.database
      .updateTable('connections')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', old)
      .execute()
    await deleteExpiredConnections(server.database, new Date())
    const rows = await server.database.selectFrom('connections').select('id').where('id', '=', old).execute()
    expect(rows).toEqual([])
    expect((await listTools(server, 'docs', kept.access_token)).status).toBe(200)
  })

  test('whoever tries codes is stopped, with what OAuth calls an error', async () => {
    const form = { grant_type: 'authorization_code', client_id: clientId, code_verifier: createVerifier().verifier }
    const statuses = new Set<number>()
    for (let round = 0; round < 40 && !statuses.has(429); round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => exchange({ ...form, code: 'svc_code_x' })))
      for (const { status } of answers) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
    expect(await errorOf(await exchange(form))).toEqual([429, 'invalid_request'])
    await server.database.deleteFrom('limit_counts').execute()
  })

  test('a body that is no form is refused, and so is a field that comes twice', async () => {
    expect((await server.send('/oauth/token', { body: { grant_type: 'refresh_token' } })).status).toBe(415)
    const twice = await server.send('/oauth/token', {
      body: `grant_type=refresh_token&client_id=a&client_id=b&refresh_token=x`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await errorOf(twice)).toEqual([400, 'invalid_request'])
    const many = await server.send('/oauth/token', {
      body: Array.from({ length: 100 }, (_, index) => `field${index}=x`).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await errorOf(many)).toEqual([400, 'invalid_request'])
  })

  test('a form that is too large is refused, with how large it can be', async () => {
    const response = await sendForm(server, '/oauth/token', { grant_type: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'too_large', message: 'The body is larger than 64 kB.' })
  })

  test('who allows a client stands in the audit log', async () => {
    const audit = await server.send('/admin/v1/audit?action=createConnection', { method: 'GET', key: server.adminKey })
    const { entries } = (await audit.json()) as { entries: object[] }
    expect(entries).toContainEqual(
      expect.objectContaining({ outcome: 'done', person: expect.objectContaining({ email: 'viewer@example.com' }) }),
    )
  })
})
