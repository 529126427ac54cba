import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { projectSchema } from '@sidenote/contract'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { streamJobEvents } from '../src/http/job-events.ts'
import { onObservation } from '../src/watch/observe.ts'
import { until } from './support/assistant-server.ts'
import { insertJob } from './support/insert-job.ts'
import { listen } from './support/listen.ts'
import { addPerson, ownPage } from './support/people.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let projects = 0

let server: TestServer
const sockets: Socket[] = []

const environment = { SIDENOTE_AGENT_WORKERS: '0' }

beforeAll(async () => {
  server = await startTestServer({ environment })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => server.stop())

/** An active job that so many events of 30 kB have happened in. */
const addJob = async ({ send, adminKey, database }: TestServer, count: number) => {
  const body = { name: `docs ${projects++}`, repository: tmpdir(), host: { kind: 'local' } }
  const added = projectSchema.parse(await (await send('/admin/v1/projects', { key: adminKey, body })).json())
  const id = await insertJob(database, added.id)
  await database.updateTable('jobs').set({ status: 'active' }).where('id', '=', id).execute()
  const data_json = JSON.stringify({ query: 'x'.repeat(30_000), hits: 0 })
  const at = new Date().toISOString()
  for (let number = 1; number <= count; number += 1) {
    const event = { job_id: id, number, turn: 1, type: 'searching' as const, data_json, at }
    await database.insertInto('job_events').values(event).execute()
  }
  return { id, path: `/v2/agent/${added.id}/job/${id}/events` }
}

/** Asks, and never reads. */
const watchWithoutReading = (url: string, path = '/', key = ''): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`),
  )
  sockets.push(socket)
  return socket.on('error', () => {}).pause()
}

const countStreams = () => {
  const changes: number[] = []
  const stop = onObservation('stream', ({ change }) => changes.push(change))
  return { changes, stop }
}

test('a watcher is counted among the open streams until it leaves', async () => {
  const { path } = await addJob(server, 1)
  const { changes, stop } = countStreams()
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${server.adminKey}` }
  const response = await fetch(server.url + path, { headers, signal: leaving.signal })
  await response.body?.getReader().read()
  expect(changes).toEqual([1])
  leaving.abort()
  await until(() => changes.length === 2)
  expect(changes).toEqual([1, -1])
  stop()
})

test('a watcher who does not read is dropped, and was not told more than there was room for', async () => {
  const { id } = await addJob(server, 400)
  const plain = createServer((_request, response) => {
    const options = { database: server.database, jobId: id, after: 0, signal: new AbortController().signal }
    void streamJobEvents(response, { ...options, times: { stalled: 200 } })
    response.once('close', () => closed.push(response.writableLength))
  })
  const closed: number[] = []
  const { url, close } = await listen(plain)
  watchWithoutReading(url)
  await until(() => closed.length === 1)
  expect(closed[0]).toBeLessThan(200_000)
  await close()
})

test('a watcher who does not read does not keep the server from stopping', async () => {
  const other = await startTestServer({ environment, drainMilliseconds: 600_000 })
  const { path } = await addJob(other, 400)
  const { changes, stop } = countStreams()
  watchWithoutReading(other.url, path, other.adminKey)
  await until(() => changes.length === 1)
  // A stream that it waited for would have ten minutes to end.
  await expect(other.stop()).resolves.toBeUndefined()
  stop()
})

test.each([
  ['was revoked', { revoked_at: new Date(0).toISOString() }],
  ['has expired', { expires_at: new Date(0).toISOString() }],
])('a watcher whose key %s is told nothing more within a second', async (_what, change) => {
  // A second of its own clock: how long this machine takes for it says nothing.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path } = await addJob(server, 1)
  const { id, key } = await server.createKey({ kind: 'administrator', scope: 'read' })
  const response = await server.send(path, { method: 'GET', key })
  const text = response.text()
  await server.database.updateTable('keys').set(change).where('id', '=', id).execute()
  await vi.advanceTimersByTimeAsync(1_000)
  // The job is still active: the stream ends for the key alone.
  expect(await text).not.toContain('event: done')
  expect((await server.send(path, { method: 'GET', key })).status).toBe(401)
})

const signedIn = { organizationId: 'default', role: 'viewer', password: 'correct horse battery' } as const

test.each([
  [
    'signs out',
    ({ send, url }: TestServer, cookie: string) =>
      send('/dashboard/auth/sign-out', { headers: { cookie, ...ownPage({ url }) } }),
  ],
  [
    'has been removed',
    ({ send, adminKey }: TestServer, _cookie: string, id: string) =>
      send(`/admin/v1/members/${id}`, { method: 'DELETE', key: adminKey }),
  ],
  [
    'ends the session from another browser',
    async ({ send, url, database }: TestServer, cookie: string, id: string) => {
      const sessions = database.selectFrom('sessions').select('id').where('person_id', '=', id)
      const session = await sessions.executeTakeFirstOrThrow()
      return send(`/admin/v1/sessions/${session.id}`, { method: 'DELETE', headers: { cookie, ...ownPage({ url }) } })
    },
  ],
])('a watcher who %s is told nothing more within a second', async (what, end) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path } = await addJob(server, 1)
  const email = `${what.replaceAll(' ', '-')}@example.com`
  const { cookie, id } = await addPerson(server, { ...signedIn, email })
  const response = await server.send(path, { method: 'GET', headers: { cookie } })
  expect(response.status).toBe(200)
  const text = response.text()
  expect((await end(server, cookie, id)).status).toBe(204)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await text).not.toContain('event: done')
  expect((await server.send(path, { method: 'GET', headers: { cookie } })).status).toBe(401)
})
