import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { freePort, listen } from './support/listen.ts'
import { addPerson, cookieOf } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const client = { id: 'sidenote', secret: 'secret-of-the-client' }
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 })

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const writeToken = (claims: object, key = privateKey) => {
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/** What the provider says about who has signed in there. */
interface Identity {
  readonly email: string
  readonly email_verified?: boolean
  readonly sub?: string
  /** Replaces what the token would say. */
  readonly claims?: object
  readonly key?: typeof privateKey
}

/** A provider of identities that lets everybody in as whom it was told, and checks what OpenID Connect asks of a client. */
const startProvider = async () => {
  const requests = new Map<string, URLSearchParams>()
  let identity: Identity = { email: '' }
  let issuer = ''
  const answerToken = (body: URLSearchParams) => {
    const asked = requests.get(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || asked.get('code_challenge') !== challenge) return { error: 'invalid_grant' }
    requests.delete(body.get('code') ?? '')
    const now = Math.floor(Date.now() / 1_000)
    const { email, email_verified = true, sub = email, claims, key } = identity
    const said = { iss: issuer, aud: client.id, iat: now, exp: now + 60, nonce: asked.get('nonce'), sub, name: 'Ida' }
    return {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: writeToken({ ...said, email, email_verified, ...claims }, key),
    }
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    let text = ''
    for await (const chunk of request) text += chunk
    const send = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.pathname === '/.well-known/openid-configuration') {
      send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    } else if (url.pathname === '/keys') {
      send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    } else if (url.pathname === '/authorize') {
      const code = randomUUID()
      requests.set(code, url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString()
      response.writeHead(302, { location: back.href }).end()
    } else send(answerToken(new URLSearchParams(text)))
  })
  const { url, close } = await listen(server)
  issuer = url
  return {
    url,
    close,
    /** Who the next browser is. */
    say: (next: Identity) => {
      identity = next
    },
  }
}

describe.each(testEngines)('signing in by a provider of identities, on %s', (engine) => {
  let store: TestDatabase
  let provider: Awaited<ReturnType<typeof startProvider>>
  let server: TestServer
  let email: string

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    provider = await startProvider()
    const { databaseUrl } = store.options
    const port = await freePort()
    server = await startTestServer({
      environment: {
        SIDENOTE_PORT: String(port),
        SIDENOTE_PUBLIC_URL: `http://127.0.0.1:${port}`,
        SIDENOTE_OIDC_ISSUER: provider.url,
        SIDENOTE_OIDC_CLIENT_ID: client.id,
        SIDENOTE_OIDC_CLIENT_SECRET: client.secret,
        SIDENOTE_OIDC_NAME: 'Acme',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([provider.close(), store.close()])
  })
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`
    const person = { organizationId: 'default', role: 'editor', email, password: 'correct horse battery' } as const
    await addPerson(server, person)
    await server.database.deleteFrom('limit_counts').execute()
  })

  const begin = async () => {
    const headers = { origin: server.url }
    const response = await server.send('/dashboard/auth/single-sign-on', { headers })
    expect(response.status, await response.clone().text()).toBe(200)
    const { url } = (await response.json()) as { url: string }
    return { url, cookie: cookieOf(response), cookies: response.headers.getSetCookie() }
  }
  /** As a browser does that the provider sends back. */
  const comeBack = async (url: string, cookie: string) => {
    const there = await fetch(url, { redirect: 'manual' })
    const back = there.headers.get('location') ?? ''
    const headers = { ...(cookie && { cookie }), 'sec-fetch-site': 'cross-site' }
    const response = await fetch(back, { redirect: 'manual', headers })
    return { response, back, location: response.headers.get('location'), cookie: cookieOf(response) }
  }
  const readSession = (cookie: string) => server.send('/admin/v1/session', { method: 'GET', headers: { cookie } })
  const expectRefused = async ({ location, cookie }: Awaited<ReturnType<typeof comeBack>>) => {
    expect(location).toBe('/dashboard/?sign-in=refused')
    expect(cookie).not.toContain('session')
    expect((await readSession(cookie)).status).toBe(401)
  }
  const signInAs = async (identity: Identity) => {
    provider.say(identity)
    const { url, cookie } = await begin()
    return comeBack(url, cookie)
  }

  test('the sign-in page learns what it is called', async () => {
    const response = await server.send('/dashboard/auth/methods', { method: 'GET' })
    expect(await response.json()).toEqual({ singleSignOn: { name: 'Acme' }, passkeys: false })
  })

  test('who is there is signed in, with their role, the first time and the next', async () => {
    for (const _time of ['first', 'next']) {
      const { location, cookie, response } = await signInAs({ email: email.toUpperCase(), sub: `subject of ${email}` })
      expect(location).toBe('/dashboard/')
      const set = response.headers.getSetCookie().find((one) => one.startsWith('sidenote-session='))
      for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(set).toContain(attribute)
      expect(await (await readSession(cookie)).json()).toMatchObject({ role: 'editor', person: { email } })
    }
  })

  test('nobody becomes a person by it, and no address that is not verified opens anything', async () => {
    await expectRefused(await signInAs({ email: 'nobody@example.com' }))
    await expectRefused(await signInAs({ email, email_verified: false }))
    const people = await server.database.selectFrom('people').select('email').execute()
    expect(people.map((person) => person.email)).not.toContain('nobody@example.com')
  })

  test.each([
    ['signed by somebody else', { key: stranger.privateKey }],
    ['for another client', { claims: { aud: 'another' } }],
    ['of another provider', { claims: { iss: 'https://evil.example' } }],
    ['from another sign-in', { claims: { nonce: 'old' } }],
    ['that has expired', { claims: { exp: 1 } }],
  ])('an identity %s opens nothing', async (_what, more) => {
    await expectRefused(await signInAs({ email, ...more }))
  })

  test('only the browser that began comes back, and once', async () => {
    provider.say({ email })
    const victim = await begin()
    const attacker = await begin()
    await expectRefused(await comeBack(attacker.url, ''))
    await expectRefused(await comeBack((await begin()).url, victim.cookie))
    const { back, location } = await comeBack(victim.url, victim.cookie)
    expect(location).toBe('/dashboard/')
    const again = await fetch(back, { redirect: 'manual', headers: { cookie: victim.cookie } })
    expect(again.headers.get('location')).toBe('/dashboard/?sign-in=refused')
  })

  test('no other page begins it, and no secret is in the log', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await server.send('/dashboard/auth/single-sign-on', { headers })).status).toBe(403)
    await signInAs({ email })
    expect(server.logged()).not.toContain(client.secret)
    expect(server.logged()).not.toMatch(/sidenote-session=\w/)
  })
})

test('without a provider there is no way to it, and half of the variables are an error', async () => {
  const server = await startTestServer()
  try {
    const methods = await server.send('/dashboard/auth/methods', { method: 'GET' })
    expect(await methods.json()).toEqual({ singleSignOn: null, passkeys: false })
    const begun = await server.send('/dashboard/auth/single-sign-on', { headers: { origin: server.url } })
    expect(begun.status).toBe(404)
  } finally {
    await server.stop()
  }
  const issuer = { SIDENOTE_OIDC_ISSUER: 'https://id.example.com' }
  const whole = { ...issuer, SIDENOTE_OIDC_CLIENT_ID: 'a', SIDENOTE_OIDC_CLIENT_SECRET: 'b' }
  expect(() => readConfig(issuer)).toThrow('SIDENOTE_OIDC_CLIENT_ID')
  expect(() => readConfig(whole)).toThrow('SIDENOTE_PUBLIC_URL')
  expect(() => readConfig({ SIDENOTE_OIDC_CLIENT_ID: 'a' })).toThrow('SIDENOTE_OIDC_ISSUER')
  expect(readConfig({ ...whole, SIDENOTE_PUBLIC_URL: 'https://docs.example.com' }).oidc?.name).toBe('single sign-on')
})
