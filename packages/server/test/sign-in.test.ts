import { type Session, sessionSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSetupLink } from '../src/administration/people/set-up-owner.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { cookieOf, createOwner, ownPage, signInAs } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const owner = { email: 'olga@example.com', password: 'correct horse battery' }

describe.each(testEngines)('signing in, on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({
      environment: {
        SIDENOTE_OWNER_EMAIL: owner.email,
        SIDENOTE_OWNER_PASSWORD: owner.password,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const readSession = async (cookie: string): Promise<Session> => {
    const response = await server.send('/admin/v1/session', { method: 'GET', headers: { cookie } })
    expect(response.status).toBe(200)
    return sessionSchema.parse(await response.json())
  }
  const signIn = (body: object, headers: Record<string, string> = ownPage(server)) =>
    server.send('/dashboard/auth/sign-in', { body, headers })
  const tokenOf = (link: string) => link.split('#')[1] ?? ''

  test('an owner of the environment signs in, and reads and changes what an administrator key would', async () => {
    const response = await signIn(owner)
    expect(response.status).toBe(200)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^sidenote-session=/)
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute)
    expect(await response.text()).not.toContain(decodeURIComponent(cookieOf(response)).split('=')[1]?.split('.')[0])
    const session = await readSession(cookieOf(response))
    expect(session).toMatchObject({ role: 'owner', person: { email: owner.email }, organization: { isOperator: true } })
    const made = await server.send('/admin/v1/keys', {
      body: { kind: 'administrator', name: 'by a person' },
      headers: { cookie: cookieOf(response), ...ownPage(server) },
    })
    expect(made.status).toBe(201)
    const audit = await server.send('/admin/v1/audit?action=createKey', { method: 'GET', key: server.adminKey })
    const { entries } = (await audit.json()) as { entries: object[] }
    expect(entries[0]).toMatchObject({ key: null, person: { email: owner.email }, outcome: 'done' })
  })

  test('an unknown e-mail address and a wrong password are answered alike', async () => {
    const wrong = await signIn({ ...owner, password: 'not the password' })
    const unknown = await signIn({ ...owner, email: 'nobody@example.com' })
    const withoutId = async (response: Response) => ({ ...((await response.json()) as object), requestId: '' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await withoutId(unknown)).toEqual(await withoutId(wrong))
  })

  test('a session that was signed out opens nothing, and neither does a forged cookie', async () => {
    const { cookie } = await createOwner(server)
    const headers = { cookie, ...ownPage(server) }
    const out = await server.send('/dashboard/auth/sign-out', { headers })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0')
    for (const sent of [cookie, cookie.slice(0, -6), 'sidenote-session=abc.def']) {
      const response = await server.send('/admin/v1/session', { method: 'GET', headers: { cookie: sent } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'ended_session' })
    }
  })

  test('a session that has expired opens nothing', async () => {
    const { cookie } = await createOwner(server)
    await server.database
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .execute()
    const response = await server.send('/admin/v1/session', { method: 'GET', headers: { cookie } })
    expect(response.status).toBe(401)
  })

  test('a setup link makes an owner once, and only within its half hour', async () => {
    const setUp = (token: string, email: string) =>
      server.send('/dashboard/auth/setup', {
        body: { token, name: 'Sam', email, password: 'a password of Sam' },
        headers: ownPage(server),
      })
    const link = await createSetupLink(server.database, server.url)
    expect(link).toMatch(/\/dashboard\/setup#[\w-]{32}$/)
    const stored = await server.database.selectFrom('links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(tokenOf(link))
    const [one, other] = await Promise.all([setUp(tokenOf(link), 'sam@x.org'), setUp(tokenOf(link), 'eve@x.org')])
    expect([one.status, other.status].sort()).toEqual([201, 404])
    expect((await setUp(tokenOf(link), 'late@x.org')).status).toBe(404)
    const old = await createSetupLink(server.database, server.url)
    await server.database
      .updateTable('links')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute()
    expect((await setUp(tokenOf(old), 'late@x.org')).status).toBe(404)
    expect((await setUp('made up', 'late@x.org')).status).toBe(404)
    expect(server.logged()).not.toContain(tokenOf(link))
  })

  test('a setup link gives an owner a new password, which ends their other sessions', async () => {
    const { cookie, email, password } = await createOwner(server)
    const link = await createSetupLink(server.database, server.url)
    const body = { token: tokenOf(link), name: 'Olga', email, password: 'another horse battery' }
    const response = await server.send('/dashboard/auth/setup', { body, headers: ownPage(server) })
    expect(response.status).toBe(201)
    expect((await server.send('/admin/v1/session', { method: 'GET', headers: { cookie } })).status).toBe(401)
    expect((await signIn({ email, password })).status).toBe(401)
    expect((await readSession(cookieOf(response))).person?.name).toBe('Olga')
  })

  test('no page of another origin changes or reads anything with a cookie, whatever it sends', async () => {
    const { cookie } = await createOwner(server)
    const origins = ['https://evil.example', 'null', server.url.replace('127.0.0.1', 'localhost'), `${server.url}0`]
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
    const body = JSON.stringify({ kind: 'administrator' })
    for (const origin of [...origins, undefined]) {
      for (const type of types) {
        const headers = { cookie, 'content-type': type, ...(origin !== undefined && { origin }) }
        const response = await server.send('/admin/v1/keys', { body, headers })
        expect([origin, type, response.status]).toEqual([origin, type, 403])
      }
    }
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie, 'sec-fetch-site': site }
      expect((await server.send('/admin/v1/keys', { method: 'GET', headers })).status).toBe(403)
    }
    for (const type of types.slice(1)) {
      const headers = { cookie, 'content-type': type, ...ownPage(server) }
      expect((await server.send('/admin/v1/keys', { body, headers })).status).toBe(415)
    }
    // Bytes that say nothing of what they are.
    const untyped = (headers: Record<string, string>) =>
      fetch(`${server.url}/admin/v1/keys`, { method: 'POST', body: new TextEncoder().encode(body), headers })
    expect((await untyped({ cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await untyped({ cookie, ...ownPage(server) })).status).toBe(415)
    const elsewhere = await signIn(owner, { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
    expect(elsewhere.headers.getSetCookie()).toEqual([])
  })

  test('signing in begins a new session, whatever cookie the browser came with', async () => {
    const planted = 'sidenote-session=planted.value'
    const response = await signIn(owner, { cookie: planted, ...ownPage(server) })
    expect(response.status).toBe(200)
    expect(cookieOf(response)).not.toContain('planted')
    const first = await signInAs(server, owner)
    expect(await signInAs(server, owner)).not.toBe(first)
  })

  test('a public address of HTTPS has a cookie that browsers take from HTTPS alone, and one origin', async () => {
    const environment = {
      SIDENOTE_PUBLIC_URL: 'https://help.example.com',
      SIDENOTE_OWNER_EMAIL: owner.email,
      SIDENOTE_OWNER_PASSWORD: owner.password,
    }
    const secure = await startTestServer({ environment })
    try {
      const send = (origin: string) => secure.send('/dashboard/auth/sign-in', { body: owner, headers: { origin } })
      expect((await send(secure.url)).status).toBe(403)
      const [cookie = ''] = (await send('https://help.example.com')).headers.getSetCookie()
      expect(cookie).toMatch(/^__Host-sidenote-session=/)
      expect(cookie).toContain('Secure')
      expect(cookie).not.toContain('Domain')
    } finally {
      await secure.stop()
    }
  })

  test('whoever tries passwords is stopped, by person and by address', async () => {
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 12; attempt++) {
      statuses.add((await signIn({ email: 'target@example.com', password: `guess ${attempt}` })).status)
    }
    expect([...statuses]).toEqual([401, 429])
    let last = 401
    for (let attempt = 0; attempt < 30 && last !== 429; attempt++) {
      last = (await signIn({ email: `guess-${attempt}@example.com`, password: 'the same password' })).status
    }
    expect(last).toBe(429)
  })

  test('only so many passwords are compared at a time: more are told to come back', async () => {
    const { databaseUrl } = store.options
    // Its counts are its own.
    const other = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await other.database.deleteFrom('limit_counts').execute()
    try {
      const guess = (attempt: number) => {
        const body = { email: `guess-${attempt}@example.org`, password: 'the same password' }
        return other.send('/dashboard/auth/sign-in', { body, headers: ownPage(other) })
      }
      const responses = await Promise.all(Array.from({ length: 24 }, (_, attempt) => guess(attempt)))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 503]))
      expect(responses.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5')
      expect((await guess(24)).status).toBe(401)
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['setup', { name: 'Eve', email: 'eve@example.com', password: 'a password of Eve' }],
    ['invitation', {}],
    ['join', { name: 'Eve', password: 'a password of Eve' }],
  ])('whoever tries links for %s is stopped by address', async (path, more) => {
    const { databaseUrl } = store.options
    // Its counts are its own.
    const other = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await other.database.deleteFrom('limit_counts').execute()
    const statuses = new Set<number>()
    try {
      for (let attempt = 0; attempt < 60 && !statuses.has(429); attempt++) {
        const body = { token: `guess ${attempt}`, ...more }
        statuses.add((await other.send(`/dashboard/auth/${path}`, { body, headers: ownPage(other) })).status)
      }
    } finally {
      await other.stop()
    }
    expect([...statuses]).toEqual([404, 429])
  })

  test('no password and no session is in the log', () => {
    expect(server.logged()).not.toContain(owner.password)
    expect(server.logged()).not.toMatch(/sidenote-session=\w/)
  })
})
