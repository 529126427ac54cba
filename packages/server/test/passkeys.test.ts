import { type Passkey, sessionSchema } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSetupLink } from '../src/administration/people/set-up-owner.ts'
import { createAuthenticator } from './support/authenticator.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { cookieOf, createOwner, ownPage } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

describe.each(testEngines)('passkeys, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  beforeEach(() => server.database.deleteFrom('limit_counts').execute())
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const post = (path: string, cookie: string, body?: object) =>
    server.send(path, { headers: { ...ownPage(server), ...(cookie && { cookie }) }, ...(body && { body }) })
  const begin = async (cookie: string) => (await post('/admin/v1/passkeys/options', cookie)).json()
  const beginSignIn = async () => (await post('/dashboard/auth/passkey/options', '')).json()
  const signIn = (credential: object) => post('/dashboard/auth/passkey', '', { credential })
  const list = async (cookie: string) => {
    const response = await server.send('/admin/v1/passkeys', { method: 'GET', headers: { cookie } })
    return ((await response.json()) as { passkeys: Passkey[] }).passkeys
  }
  /** An owner with a passkey. */
  const createHolder = async () => {
    const owner = await createOwner(server)
    const authenticator = createAuthenticator(server.url)
    const credential = authenticator.make(await begin(owner.cookie))
    const response = await post('/admin/v1/passkeys', owner.cookie, { name: 'Laptop', credential })
    expect([response.status, await response.clone().text()]).toEqual([201, expect.stringContaining('Laptop')])
    return { ...owner, authenticator }
  }
  const expectRefusal = async (response: Response, status: number, code: string) => {
    expect(response.headers.getSetCookie()).toEqual([])
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
  }

  test('a person adds one, signs in with it, and removes it', async () => {
    const { cookie, email, authenticator } = await createHolder()
    const methods = await server.send('/dashboard/auth/methods', { method: 'GET', headers: ownPage(server) })
    expect(await methods.json()).toEqual({ singleSignOn: null, passkeys: true })
    const [passkey] = await list(cookie)
    expect(passkey).toMatchObject({ name: 'Laptop' })

    const response = await signIn(authenticator.use(await beginSignIn()))
    expect(response.status).toBe(200)
    expect(sessionSchema.parse(await response.json())).toMatchObject({ person: { email }, role: 'owner' })
    const [set = ''] = response.headers.getSetCookie()
    for (const attribute of ['sidenote-session=', 'HttpOnly', 'SameSite=Strict', 'Path=/'])
      expect(set).toContain(attribute)
    expect(await list(cookieOf(response))).toHaveLength(1)

    const other = await createOwner(server)
    const remove = (by: string) =>
      server.send(`/admin/v1/passkeys/${passkey?.id}`, {
        method: 'DELETE',
        headers: { cookie: by, ...ownPage(server) },
      })
    expect((await remove(other.cookie)).status).toBe(404)
    expect((await remove(cookie)).status).toBe(204)
    expect(await list(cookie)).toEqual([])
    await expectRefusal(await signIn(authenticator.use(await beginSignIn())), 401, 'sign_in_failed')
  })

  test('a challenge is answered once, in time, and only for what it was given', async () => {
    const { cookie, authenticator } = await createHolder()
    const used = authenticator.use(await beginSignIn())
    expect((await signIn(used)).status).toBe(200)
    await expectRefusal(await signIn(used), 401, 'sign_in_failed')

    const late = authenticator.use(await beginSignIn())
    const expires_at = new Date(Date.now() - 1).toISOString()
    await server.database.updateTable('sign_in_states').set({ expires_at }).execute()
    await expectRefusal(await signIn(late), 401, 'sign_in_failed')

    const { options } = (await begin(cookie)) as { options: { challenge: string } }
    const foreign = authenticator.use({ options: { challenge: options.challenge, rpId: '127.0.0.1' } })
    await expectRefusal(await signIn(foreign), 401, 'sign_in_failed')
  })

  test('an answer that another page, another device or a copy has given opens nothing', async () => {
    const { authenticator } = await createHolder()
    await expectRefusal(
      await signIn(authenticator.use(await beginSignIn(), 'https://evil.example')),
      401,
      'sign_in_failed',
    )
    const stranger = createAuthenticator(server.url)
    await expectRefusal(await signIn(stranger.use(await beginSignIn())), 401, 'sign_in_failed')
    const { id, rawId } = authenticator.use(await beginSignIn())
    await expectRefusal(await signIn({ ...stranger.use(await beginSignIn()), id, rawId }), 401, 'sign_in_failed')
    authenticator.setCounter(10)
    expect((await signIn(authenticator.use(await beginSignIn()))).status).toBe(200)
    authenticator.setCounter(3)
    await expectRefusal(await signIn(authenticator.use(await beginSignIn())), 401, 'sign_in_failed')
    const origin = 'https://evil.example'
    expect((await server.send('/dashboard/auth/passkey/options', { headers: { origin } })).status).toBe(403)
  })

  test('one is added only for who asks, soon after signing in, from the dashboard’s own page', async () => {
    const { cookie, authenticator } = await createHolder()
    const other = await createOwner(server)
    const device = createAuthenticator(server.url)
    const add = (by: string, credential: object) => post('/admin/v1/passkeys', by, { name: 'Phone', credential })
    await expectRefusal(await add(other.cookie, device.make(await begin(cookie))), 409, 'conflict')
    const elsewhere = device.make(await begin(cookie), 'https://evil.example')
    await expectRefusal(await add(cookie, elsewhere), 400, 'invalid_request')
    await expectRefusal(await add(other.cookie, authenticator.make(await begin(other.cookie))), 409, 'conflict')
    expect(await list(other.cookie)).toEqual([])

    const created_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await server.database.updateTable('sessions').set({ created_at }).execute()
    await expectRefusal(await post('/admin/v1/passkeys/options', cookie), 409, 'conflict')
    const byKey = await server.send('/admin/v1/passkeys/options', { key: server.adminKey })
    await expectRefusal(byKey, 409, 'conflict')
  })

  test('a setup link for somebody who is there ends their passkeys with their sessions', async () => {
    const { email, authenticator } = await createHolder()
    const [, token] = (await createSetupLink(server.database, server.url)).split('#')
    const body = { token, name: 'Olga', email, password: 'another horse battery' }
    expect((await post('/dashboard/auth/setup', '', body)).status).toBe(201)
    await expectRefusal(await signIn(authenticator.use(await beginSignIn())), 401, 'sign_in_failed')
  })

  test('somebody who was removed is signed in by none', async () => {
    const { email, authenticator } = await createHolder()
    await server.database.deleteFrom('people').where('email', '=', email).execute()
    await expectRefusal(await signIn(authenticator.use(await beginSignIn())), 401, 'sign_in_failed')
  })

  test('whoever tries passkeys is stopped by address', async () => {
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 40 && !statuses.has(429); attempt++) {
      statuses.add((await post('/dashboard/auth/passkey/options', '')).status)
    }
    expect([...statuses]).toEqual([200, 429])
  })
})
