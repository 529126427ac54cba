import { randomBytes } from 'node:crypto'
import { turnsSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReader, signReader } from '../src/administration/readers/read-reader.ts'
import { createSeal, readSealKey } from '../src/database/seal.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const canary = 'CANARY-7f3a'
const now = () => Math.floor(Date.now() / 1_000)
let server: TestServer
let key: string
let secret: string

const makeSecret = async (domain: string): Promise<string> => {
  const response = await server.send(`/admin/v1/sites/${domain}/identity`, { key: server.adminKey })
  return ((await response.json()) as { secret: string }).secret
}

beforeAll(async () => {
  server = await startTestServer()
  key = (await server.addSite('acme', { 'index.md': '# Home\n\nHello.\n' })).key
  await server.addSite('other', { 'index.md': '# Home\n\nHello.\n' })
  secret = await makeSecret('acme')
})
afterAll(() => server.stop())

const ask = async (fp: string, more: { threadId?: string; text?: string } = {}) => {
  const { text = `Hello? ${canary}`, threadId } = more
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
  const body = { fp, messages, ...(threadId !== undefined && { threadId }) }
  const response = await server.send('/discovery/v2/assistant/acme/message', { key, body })
  return { status: response.status, threadId: response.headers.get('x-thread-id') ?? '', text: await response.text() }
}
const signed = (reader: string, until = now() + 600) => signReader(secret, reader, until)

describe('a reader whom the application has signed', () => {
  test('goes on with a thread when signed again, and is listed and forgotten by name', async () => {
    const { threadId } = await ask(signed('anna'))
    expect(await ask(signed('anna', now() + 900), { threadId })).toMatchObject({ status: 200, threadId })
    const listed = await server.send('/admin/v1/sites/acme/conversations?fp=signed:anna', {
      method: 'GET',
      key: server.adminKey,
    })
    expect(turnsSchema.parse(await listed.json()).turns).toHaveLength(2)
    const path = '/admin/v1/sites/acme/readers/signed%3Aanna'
    expect(await (await server.send(path, { method: 'DELETE', key: server.adminKey })).json()).toEqual({ threads: 1 })
  })

  test('has threads that nobody else reaches, not even who knows the thread and calls himself alike', async () => {
    const { threadId } = await ask(signed('anna'))
    for (const fp of ['anna', 'anonymous', signed('ben'), signed('Anna')]) {
      expect(await ask(fp, { threadId })).toMatchObject({ status: 404 })
    }
    expect(await ask('signed:anna', { threadId })).toMatchObject({ status: 403 })
  })

  test('is not known any more after the time of the signature, with an earlier secret, or when it is off', async () => {
    expect((await ask(signed('anna', now() - 1))).text).toContain('it has expired')
    expect((await ask(signed('anna', now() + 40 * 86_400))).text).toContain('more than 31 days')
    const earlier = signed('anna')
    expect((await ask(earlier)).status).toBe(200)
    secret = await makeSecret('acme')
    expect((await ask(earlier)).status).toBe(403)
    expect((await ask(signed('anna'))).status).toBe(200)
    await server.send('/admin/v1/sites/acme/identity', { method: 'DELETE', key: server.adminKey })
    expect((await ask(signed('anna'))).status).toBe(403)
    expect((await ask('anna')).status).toBe(200)
    secret = await makeSecret('acme')
  })

  test('cannot be forged: none of 10,000 changed, borrowed or invented signatures is accepted', async () => {
    const { database } = server
    const seal = createSeal(await readSealKey(server.dataFolder))
    const sites = await database.selectFrom('sites').selectAll().orderBy('domain').execute()
    const [acme, other] = sites
    if (!acme || !other) throw new Error('The sites are missing.')
    const elsewhere = await makeSecret('other')
    const until = now() + 600
    const right = signReader(secret, 'anna', until)
    expect(await readReader({ database, seal }, acme, right)).toBe('signed:anna')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:@'
    const change = (text: string, seed: number): string => {
      const at = 7 + (seed % (text.length - 7))
      const letter = letters[(seed * 31) % letters.length] ?? 'x'
      return text.slice(0, at) + letter + text.slice(at + 1)
    }
    const forgeries: ((seed: number) => string)[] = [
      (seed) => change(right, seed),
      (seed) => signReader(elsewhere, 'anna', until + (seed % 100)),
      (seed) => right.replace(/\.anna$/, `.reader${seed}`),
      (seed) => right.replace(String(until), String(until + 1 + seed)),
      () => `signed.${until}.${randomBytes(32).toString('base64url')}.anna`,
      (seed) => right.slice(0, right.length - 1 - (seed % 20)),
      (seed) => signReader(secret, 'anna', now() - 1 - seed),
      (seed) => `${right}${letters[seed % letters.length]}`,
    ]
    let accepted = 0
    let tried = 0
    for (let seed = 0; tried < 10_000; seed += 1) {
      const forged = forgeries[seed % forgeries.length]?.(seed) ?? ''
      if (forged === right) continue
      tried += 1
      const reader = await readReader({ database, seal }, acme, forged).catch(() => undefined)
      // A change of the first letters makes it an unsigned name, which is nobody’s but its own.
      if (reader?.startsWith('signed:')) accepted += 1
    }
    expect([tried, accepted]).toEqual([10_000, 0])
    await expect(readReader({ database, seal }, other, right)).rejects.toMatchObject({ code: 'identity_not_proven' })
  })
})

test('1,000 guessed, changed and stolen thread ids give nothing of the thread of another reader', async () => {
  const { threadId } = await ask('anna')
  expect(threadId).toMatch(/^thread_/)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const change = (seed: number) => {
    const at = 7 + (seed % (threadId.length - 7))
    const letter = letters[(letters.indexOf(threadId[at] ?? '') + 1 + (seed % 62)) % letters.length]
    return threadId.slice(0, at) + letter + threadId.slice(at + 1)
  }
  const guesses: ((seed: number) => [string, string])[] = [
    (seed) => ['anna', change(seed)],
    () => ['anna', `thread_${randomBytes(20).toString('base64url')}`],
    (seed) => [`ben-${seed}`, threadId],
    () => ['anonymous', threadId],
    (seed) => ['anna', threadId.slice(0, -1 - (seed % 10))],
    (seed) => ['anna', `${threadId}${seed}`],
    () => ['Anna', threadId],
    () => ['anna', `${threadId}' or '1'='1`],
    () => ['anna%', threadId],
    () => ['anna', threadId.toUpperCase()],
  ]
  let leaks = 0
  for (let start = 0; start < 1_000; start += 20) {
    const asked = Array.from({ length: 20 }, (_, offset) => {
      const [fp, guess] = guesses[(start + offset) % guesses.length]?.(start + offset) ?? ['', '']
      return ask(fp, { threadId: guess, text: 'What did I ask before?' })
    })
    for (const { status, text } of await Promise.all(asked)) {
      expect(status).toBe(404)
      if (text.includes(canary)) leaks += 1
    }
  }
  expect(leaks).toBe(0)
})
