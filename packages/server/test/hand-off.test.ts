import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signDelivery } from '../src/post-webhook.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { listen } from './support/listen.ts'
import { startMailServer } from './support/mail-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const secret = 'a secret of the receiver'
const handOffSchema = z.object({
  id: z.string(),
  type: z.literal('handoff.created'),
  site: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  currentPath: z.string().nullable(),
  conversation: z.array(z.object({ question: z.string(), answer: z.string() })),
})

/** A webhook that keeps what it gets. */
const startReceiver = async () => {
  const received: { signature: string; body: string }[] = []
  const state = { status: 204 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ signature: String(request.headers['sidenote-signature']), body })
    response.writeHead(state.status).end()
  })
  const { url, close } = await listen(server)
  return { url: `${url}/help`, received, state, close }
}

describe.each(testEngines)('a conversation is handed over, on %s,', (engine) => {
  let store: TestDatabase
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let key: string
  /** The clock of the limits, by which each test has its own hour. */
  let now = 1_800_000_000
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    ;[receiver, mail] = [await startReceiver(), await startMailServer()]
    const { databaseUrl } = store.options
    server = await startTestServer({
      clock: async () => now,
      environment: {
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        SIDENOTE_SMTP_URL: mail.url,
        SIDENOTE_MAIL_FROM: 'docs@acme.com',
      },
    })
    key = (await server.addSite('kettle', pages, { name: 'Kettle' })).key
  })
  beforeEach(() => {
    now += 3_600
    receiver.received.length = 0
    receiver.state.status = 204
  })
  afterAll(async () => {
    await server.stop()
    await receiver.close()
    mail.close()
    await store.close()
  })

  const change = async (handOff: object | null) => {
    const body = { handOff }
    const response = await server.send('/admin/v1/sites/kettle/settings', {
      method: 'PATCH',
      key: server.adminKey,
      body,
    })
    expect(response.status).toBe(200)
    return response.text()
  }
  const ask = async (text: string) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
    const response = await server.send('/discovery/v2/assistant/kettle/message', {
      key,
      body: { fp: 'anna', messages },
    })
    return { text: await response.text(), threadId: response.headers.get('x-thread-id') ?? '' }
  }
  const handOver = (body: object) =>
    server.send('/discovery/v1/assistant/kettle/hand-off', {
      key,
      body: { fp: 'anna', email: 'anna@example.com', ...body },
    })

  test('to a signed webhook, with the transcript if its reader agrees; answers that don’t answer offer it', async () => {
    expect((await ask('Who sells spare nuclear reactors?')).text).not.toContain('"handOff":true')
    const shown = await change({ to: receiver.url, secret })
    expect(shown).toContain(receiver.url)
    expect(shown).not.toContain(secret)
    const { text, threadId } = await ask('Who sells spare nuclear reactors?')
    expect(text).toContain('"handOff":true')
    expect((await ask('How do temperature profiles work?')).text).not.toContain('"handOff":true')

    const message = ' Please help.\n'
    expect((await handOver({ threadId, message, currentPath: '/faq' })).status).toBe(204)
    const [delivery] = receiver.received
    const handOff = handOffSchema.parse(JSON.parse(delivery?.body ?? '{}'))
    expect(handOff).toMatchObject({ site: 'kettle', email: 'anna@example.com', message: 'Please help.' })
    expect(handOff.conversation).toHaveLength(1)
    expect(handOff.conversation[0]?.question).toBe('Who sells spare nuclear reactors?')
    const seconds = Number(/^t=(\d+)/.exec(delivery?.signature ?? '')?.[1])
    expect(delivery?.signature).toBe(signDelivery(secret, seconds, delivery?.body ?? ''))

    expect((await handOver({ threadId, withConversation: false })).status).toBe(204)
    expect(handOffSchema.parse(JSON.parse(receiver.received[1]?.body ?? '{}')).conversation).toEqual([])
  })

  test('never for another reader, not to nobody, and a refusal is told', async () => {
    const { threadId } = await ask('How?')
    await change(null)
    expect((await handOver({ threadId })).status).toBe(404)
    await change({ to: receiver.url, secret })
    now += 3_600
    expect((await handOver({ threadId, fp: 'ben' })).status).toBe(404)
    expect((await handOver({ threadId, email: 'anna@example.com\r\nBcc: all@example.com' })).status).toBe(400)
    expect(receiver.received).toEqual([])
    receiver.state.status = 500
    const refused = await handOver({ threadId })
    expect(refused.status).toBe(503)
    expect(await refused.text()).not.toContain(receiver.url)
  })

  test('by mail, from the server’s address, and with the reader’s to reply to', async () => {
    await change({ to: 'mailto:help@acme.com' })
    const { threadId } = await ask('How do temperature profiles work?')
    expect((await handOver({ threadId, message: 'Subject: not a header' })).status).toBe(204)
    const said = mail.said.join('')
    expect(said).toMatch(/^MAIL FROM:<docs@acme\.com>/m)
    expect(said.match(/^RCPT TO:.*$/gm)).toEqual([expect.stringContaining('<help@acme.com>')])
    expect(said).toMatch(/^Reply-To: anna@example\.com/m)
    expect(said).toMatch(/^Subject: Question about Kettle/m)
    expect(said).toContain('How do temperature profiles work?')
  })
})
