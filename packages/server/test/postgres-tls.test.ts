import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../src/database/open.ts'
import { createCertificate } from './support/secure-website.ts'

const real = process.env.TEST_DATABASE_URL
const run = test.runIf(real)

/** A server in front of the real one that speaks TLS, if it has a certificate. */
const startInFront = async (identity?: ReturnType<typeof createCertificate>) => {
  const { hostname, port } = new URL(real ?? 'postgres://127.0.0.1')
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    sockets.add(socket.on('error', () => {}))
    await once(socket, 'data')
    socket.write(identity ? 'S' : 'N')
    if (!identity) return
    const options = { isServer: true, key: identity.key, cert: identity.certificate }
    const secure = new TLSSocket(socket, options).on('error', () => {})
    const behind = connect(Number(port || 5432), hostname).on('error', () => {})
    sockets.add(behind)
    secure.pipe(behind).pipe(secure)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

const certificate = createCertificate('localhost')
let [folder, file] = ['', '']
let servers: Awaited<ReturnType<typeof startInFront>>[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-tls-'))
  file = join(folder, 'ca.pem')
  await writeFile(file, certificate.certificate)
  servers = await Promise.all([startInFront(certificate), startInFront()])
})
afterAll(async () => {
  for (const { close } of servers) close()
  await rm(folder, { recursive: true })
})

/** What a first statement gives, or what its error says. */
const ask = async (parameters: string, { at = 0, host = 'localhost' } = {}) => {
  const url = new URL(real ?? '')
  url.host = `${host}:${servers[at]?.port}`
  const warnings: string[] = []
  const listen = ({ message }: Error) => void warnings.push(message)
  process.on('warning', listen)
  const database = connectDatabase({ databaseUrl: `${url.href}?${parameters}`, dataFolder: folder })
  try {
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database)
    return { rows, warnings }
  } catch (error) {
    return { message: error instanceof Error ? error.message : '', warnings }
  } finally {
    await database.destroy()
    process.off('warning', listen)
  }
}

run.each(['require', 'prefer', 'verify-ca', 'verify-full'])(
  'a certificate that no authority has signed is refused with what to write, by sslmode=%s',
  async (mode) => {
    const { message, warnings } = await ask(`application_name=a&sslmode=${mode}`)
    expect(message).toMatch(/sslrootcert=.*sslmode=no-verify/)
    expect(warnings).toEqual([])
  },
)

run('what the sentence says to write connects', async () => {
  for (const parameters of [
    'sslmode=no-verify',
    `sslmode=require&sslrootcert=${file}`,
    `sslrootcert=${file}&sslmode=verify-full`,
  ])
    expect(await ask(parameters)).toMatchObject({ rows: [{ one: 1 }], warnings: [] })
})

run('a certificate for another host, and a server without TLS, are named', async () => {
  const otherHost = await ask(`sslmode=verify-full&sslrootcert=${file}`, { host: '127.0.0.1' })
  expect(otherHost.message).toContain('is for another host than DATABASE_URL names')
  for (const mode of ['require', 'prefer', 'verify-full', 'no-verify'])
    expect((await ask(`sslmode=${mode}`, { at: 1 })).message).toContain('sslmode=disable')
})

test.each([
  ['sslmode=REQUIRE', 'DATABASE_URL has sslmode=REQUIRE, which PostgreSQL does not know: it is one of disable, allow,'],
  ['application_name=a&sslmode=bogus', 'sslmode=bogus'],
  [
    'sslmode=verify-full&sslrootcert=/none/ca.pem',
    'sslrootcert in DATABASE_URL names /none/ca.pem, which cannot be read.',
  ],
  ['sslmode=no-verify&sslcert=/none/a.crt', 'sslcert in DATABASE_URL names /none/a.crt'],
  ['sslkey=%2Fnone%2Fa%20b.key&sslmode=no-verify', 'sslkey in DATABASE_URL names /none/a b.key'],
])('parameters that can never hold are refused with what to write: %s', (parameters, sentence) => {
  const databaseUrl = `postgres://a:hunter2@127.0.0.1/b?${parameters}`
  const connect = () => connectDatabase({ databaseUrl, dataFolder: folder })
  expect(connect).toThrow(sentence)
  expect(connect).not.toThrow('hunter2')
})

run('the authorities of the system are those that Node trusts', async () => {
  for (const parameters of ['sslmode=verify-full&sslrootcert=system', 'sslrootcert=system&sslmode=require'])
    expect((await ask(parameters)).message).toMatch(/sslrootcert=.*sslmode=no-verify/)
})
