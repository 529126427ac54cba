import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectionRequest } from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createVerifier, readRequest } from './support/connections.ts'
import { openInternet, publicAddress } from './support/internet.ts'
import { addPerson } from './support/people.ts'
import { startSecureWebsite } from './support/secure-website.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const host = 'client.example'
const redirect = 'https://client.example/callback'

let server: TestServer
let website: Awaited<ReturnType<typeof startSecureWebsite>>
let closeInternet: () => void
let cookie: string
let addresses: readonly string[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: string[] = []
let count = 0

beforeAll(async () => {
  website = await startSecureWebsite(host, (request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  closeInternet = openInternet(host, () => addresses, { leadsTo: '127.0.0.1', secure: website })
  server = await startTestServer()
  await server.addSite('docs', { 'index.md': '# Home\n' })
  const person = { email: 'viewer@example.com', password: 'correct horse battery' }
  cookie = (await addPerson(server, { organizationId: 'default', role: 'viewer', ...person })).cookie
})
afterAll(async () => {
  closeInternet()
  await server.stop()
  await website.close()
})
beforeEach(() => {
  addresses = [publicAddress]
  asked = []
})

const newId = () => `https://${host}/client-${++count}.json`
const say = (document: unknown, { status = 200, headers = {} }: { status?: number; headers?: object } = {}) => {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof document === 'string' ? document : JSON.stringify(document))
  }
}
const documentOf = (client_id: string, more: object = {}) => ({
  client_id,
  client_name: 'Robot',
  redirect_uris: [redirect, 'http://localhost/callback'],
  token_endpoint_auth_method: 'none',
  ...more,
})
const read = (clientId: string, redirect_uri = redirect) =>
  readRequest(server, cookie, { clientId, challenge: createVerifier().challenge, site: 'docs', more: { redirect_uri } })
const refusalOf = async (response: Response) => {
  const { code, message } = (await response.json()) as { code: string; message: string }
  return { status: response.status, code, message }
}

test('a client is who its document says, in the host that it stands at', async () => {
  const id = newId()
  say(documentOf(id, { client_name: 'Rob\u202eot' }))
  const request = (await (await read(id)).json()) as ConnectionRequest
  expect(request).toMatchObject({ client: { name: 'Robot', host }, redirectHost: host })
  const onComputer = (await (await read(id, 'http://localhost:3118/callback')).json()) as ConnectionRequest
  expect(onComputer.redirectHost).toBeNull()
  expect(asked).toHaveLength(1)
})

test('many requests at once read a document once', async () => {
  const id = newId()
  say(documentOf(id))
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(asked).toHaveLength(1)
})

test.each([
  ['of another client', (id: string) => documentOf(`${id}?other`), 'is of another client'],
  ['that is no JSON', () => 'no JSON', 'is no metadata of a client'],
  ['that is a list', () => [], 'is no metadata of a client'],
  ['without redirect addresses', (id: string) => documentOf(id, { redirect_uris: [] }), 'is no metadata'],
  ['with a secret', (id: string) => documentOf(id, { client_secret: 'word' }), 'is no metadata'],
  [
    'that wants to use a secret',
    (id: string) => documentOf(id, { token_endpoint_auth_method: 'client_secret_basic' }),
    'without a secret',
  ],
  ['larger than 16 kB', (id: string) => documentOf(id, { more: 'x'.repeat(20_000) }), 'is larger than 16384 bytes'],
])('a document %s is refused, and is read anew the next time', async (_name, document, sentence) => {
  const id = newId()
  say(document(id))
  expect(await refusalOf(await read(id))).toEqual({
    status: 400,
    code: 'invalid_client',
    message: expect.stringContaining(sentence),
  })
  say(documentOf(id))
  expect((await read(id)).status).toBe(200)
})

test('what is packed small and is large is refused', async () => {
  const { gzipSync } = await import('node:zlib')
  const id = newId()
  const packed = gzipSync(JSON.stringify(documentOf(id, { more: 'x'.repeat(5_000_000) })))
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  expect((await refusalOf(await read(id))).message).toContain('is larger than 16384 bytes')
})

test('a redirect is not followed, and an error is no document', async () => {
  const id = newId()
  say('', { status: 302, headers: { location: `https://${host}/elsewhere.json` } })
  expect((await refusalOf(await read(id))).message).toContain('answers 302, but must answer 200')
  expect(asked).toHaveLength(1)
  say(documentOf(id), { status: 404 })
  expect((await refusalOf(await read(id))).message).toContain('answers 404, but must answer 200')
})

test('a document that never comes is given up after five seconds', async () => {
  answer = (_request, response) => void response.writeHead(200).write('{')
  const id = newId()
  const since = performance.now()
  expect((await refusalOf(await read(id))).message).toContain(`${id} did not answer within 5 s`)
  expect(performance.now() - since).toBeLessThan(20_000)
})

test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1'])(
  'a name that leads to %s is not asked',
  async (address) => {
    for (const list of [[address], [publicAddress, address]]) {
      addresses = list
      const id = newId()
      say(documentOf(id))
      expect((await refusalOf(await read(id))).message).toContain(`${host} is not a public address`)
    }
    expect(asked).toEqual([])
  },
)

test.each([
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/client.json',
  `http://${host}/client.json`,
  `https://${host}`,
  `https://${host}/`,
  `https://${host}/a/../client.json`,
  `https://${host.toUpperCase()}/client.json`,
  `https://user:word@${host}/client.json`,
  `https://${host}/client.json#part`,
  `https://${host}:443/client.json`,
  'file:///etc/passwd',
])('%s is no address of a client', async (id) => {
  say(documentOf(id))
  expect((await refusalOf(await read(id))).code).toBe('invalid_client')
  expect(asked).toEqual([])
})
