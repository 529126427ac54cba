import { createServer } from 'node:http'
import path from 'node:path'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, type Page, test } from '@playwright/test'
import { listen } from '../packages/server/test/support/listen.ts'
import { collectComplaints } from './support/dashboard-test.ts'
import { type OwnedServer, type Person, startOwnedServer } from './support/owned-server.ts'
import { violations } from './support/violations.ts'

test.describe.configure({ mode: 'default' })

let server: OwnedServer
let viewer: Person
/** A program that listens on this computer for what the browser brings. */
let program: { url: string; brought: () => Promise<URL>; close: () => Promise<void> }

test.beforeAll(async () => {
  server = await startOwnedServer({ isEmpty: true })
  await server.addOwner()
  viewer = await server.addPerson('viewer')
  const folder = path.resolve(import.meta.dirname, '../apps/docs/pages/widget')
  await server.admin('POST', '/admin/v1/sites', {
    domain: 'closed',
    name: 'Closed',
    sources: [{ kind: 'folder', folder }],
  })
  const { id } = (await server.admin('POST', '/admin/v1/sites/closed/syncs')) as { id: string }
  await expect
    .poll(() => server.admin('GET', `/admin/v1/sites/closed/syncs/${id}`))
    .toMatchObject({ status: 'completed' })
  program = await startProgram()
})
test.afterAll(async () => {
  await program.close()
  await server.close()
})

const startProgram = async () => {
  let bring: (url: URL) => void = () => {}
  const { url, close } = await listen(
    createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end('<p>Back in the program</p>')
      if (request.url?.startsWith('/callback')) bring(new URL(request.url, 'http://127.0.0.1'))
    }),
  )
  const brought = () =>
    new Promise<URL>((resolve) => {
      bring = resolve
    })
  return { url, brought, close }
}

/** What the official clients keep of a sign-in, and where they send the person. */
const createProvider = () => {
  const kept = { tokens: [] as { access_token: string; refresh_token?: string }[], verifier: '', asked: '' }
  let client: { client_id: string } | undefined
  const provider = {
    redirectUrl: `${program.url}/callback`,
    clientMetadata: { client_name: 'Test program', redirect_uris: [`${program.url}/callback`] },
    state: () => 'state of the program',
    clientInformation: () => client,
    saveClientInformation: (given: { client_id: string }) => {
      client = given
    },
    tokens: () => kept.tokens.at(-1) as { access_token: string; token_type: string } | undefined,
    saveTokens: (given: { access_token: string }) => void kept.tokens.push(given),
    redirectToAuthorization: (url: URL) => {
      kept.asked = url.href
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
  }
  return { kept, provider }
}

type Provider = ReturnType<typeof createProvider>['provider']

/** The official client of each major version, as a program uses it. */
const clients = {
  'version 2': (provider: Provider) => {
    const address = new URL(`${server.url}/mcp/closed`)
    const create = () =>
      new StreamableHTTPClientTransport(address, { authProvider: provider as unknown as OAuthClientProvider })
    const about = { name: 'test', version: '1.0.0' }
    return {
      connect: async () => {
        const client = new Client(about, { versionNegotiation: { mode: 'auto' } })
        await client.connect(create())
        return client
      },
      finish: (brought: URL) => create().finishAuth(brought.searchParams),
    }
  },
  'version 1': (provider: Provider) => {
    const address = new URL(`${server.url}/mcp/closed`)
    const create = () => new OldTransport(address, { authProvider: provider as never })
    return {
      connect: async () => {
        const client = new OldClient({ name: 'test', version: '1.0.0' })
        await client.connect(create() as never)
        return client
      },
      finish: (brought: URL) => create().finishAuth(brought.searchParams.get('code') ?? ''),
    }
  },
} as const

/** Begins to connect, and gives the address that the program opens in the browser. */
const begin = async (name: keyof typeof clients) => {
  const { kept, provider } = createProvider()
  const program = clients[name](provider)
  await expect(program.connect()).rejects.toThrow()
  expect(kept.asked).toContain(`${server.url}/dashboard/connect?`)
  return { kept, ...program }
}

const signIn = async (page: Page) => {
  await page.getByLabel('E-mail').fill(viewer.email)
  await page.getByLabel('Password').fill(viewer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const name of ['version 2', 'version 1'] as const) {
  test(`a program with the official client, ${name}, signs in to a closed site, reads it, goes on, and is disconnected`, async ({
    page,
  }) => {
    const complaints = await collectComplaints(page, server.url)
    const { kept, connect, finish } = await begin(name)
    await page.goto(kept.asked)
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Connect Test program?' })).toBeVisible()
    await expect(page.getByText('Search, read and ask Closed')).toBeVisible()
    await expect(page.getByText('nobody vouches for the name')).toBeVisible()
    await expect(page.getByText('A program on this computer')).toBeVisible()
    await expect(page.getByText(viewer.email)).toBeVisible()
    expect(await violations(page, 'main')).toEqual([])
    expect(complaints.list).toEqual([])

    const brought = program.brought()
    await page.getByRole('button', { name: 'Allow' }).click()
    const url = await brought
    expect(url.searchParams.get('state')).toBe('state of the program')
    await expect(page.getByText('Back in the program')).toBeVisible()
    await finish(url)
    const client = await connect()
    const search = async () => {
      const { content } = await client.callTool({ name: 'search', arguments: { query: 'content security policy' } })
      return JSON.stringify(content)
    }
    expect(await search()).toContain('Content-Security-Policy')

    // The access token ends before the connection does: the client gets the next one by itself.
    const last = kept.tokens.at(-1)
    kept.tokens.push({ ...last, access_token: 'svc_mcp_ended' })
    expect(await search()).toContain('Content-Security-Policy')
    expect(kept.tokens.at(-1)?.refresh_token).not.toBe(last?.refresh_token)

    await page.goto(`${server.url}/dashboard/organization/people`)
    const row = page.getByRole('row', { name: /Test program/ })
    await expect(row).toContainText('closed')
    await row.getByRole('button', { name: 'Disconnect Test program' }).click()
    await expect(row).toHaveCount(0)
    await expect(search()).rejects.toThrow()
    await client.close()
  })
}

test('who comes from a page of another site is still signed in; whoever cancels sends the program back without a code', async ({
  page,
  context,
}) => {
  await server.signIn(context, viewer)
  const { kept } = await begin('version 2')
  await page.goto(`${program.url.replace('127.0.0.1', 'localhost')}/page`)
  await page.evaluate((url) => window.location.assign(url), kept.asked)
  const brought = program.brought()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(Object.fromEntries((await brought).searchParams)).toEqual({
    error: 'access_denied',
    iss: server.url,
    state: 'state of the program',
  })
})

test('what cannot be allowed is said, and nobody is sent anywhere', async ({ page, context }) => {
  await server.signIn(context, viewer)
  const { kept } = await begin('version 2')
  for (const [field, value, sentence] of [
    ['redirect_uri', 'https://evil.example/callback', 'doesn’t list the address "https://evil.example/callback"'],
    ['redirect_uri', 'javascript:alert(1)', 'doesn’t list the address "javascript:alert(1)"'],
    ['code_challenge_method', 'plain', 'code_challenge_method is "plain", but must be "S256"'],
    ['resource', `${server.url}/mcp/nothing`, 'There is no site "nothing"'],
    ['client_id', 'https://127.0.0.1/client.json', 'is not a public address'],
  ] as const) {
    const url = new URL(kept.asked)
    url.searchParams.set(field, value)
    await page.goto(url.href)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/dashboard/connect')
  }
})

test('no page has the question in a frame, and no page of another origin answers it', async ({ page, context }) => {
  await server.signIn(context, viewer)
  const { kept } = await begin('version 2')
  const answer = await page.goto(kept.asked)
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await page.goto(`${program.url}/page`)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, kept.asked)
  await expect.poll(() => page.frames().length).toBe(2)
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Allow' })).toHaveCount(0)
  const body = Object.fromEntries(new URL(kept.asked).searchParams)
  const status = await page.evaluate(
    async ({ url, text }) => {
      const send = (more: RequestInit) =>
        fetch(`${url}/admin/v1/connections`, { method: 'POST', credentials: 'include', body: text, ...more }).then(
          (response) => response.status,
          () => 0,
        )
      return [await send({ mode: 'no-cors' }), await send({ headers: { 'content-type': 'application/json' } })]
    },
    { url: server.url, text: JSON.stringify(body) },
  )
  expect(status).toEqual([0, 0])
  expect(await server.admin('GET', '/admin/v1/connections')).toEqual({ connections: [] })
})

test('the question fits on a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await server.signIn(context, viewer)
  const { kept } = await begin('version 2')
  await page.goto(kept.asked)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  await page.screenshot({ path: 'test-results/connect-phone.png' })
})
