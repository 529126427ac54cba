import { createServer } from 'node:http'
import { agentJobSchema } from '@sidenote/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { applyRetention } from '../src/administration/conversations/retention.ts'
import { startDeliveries } from '../src/agent/jobs/deliveries.ts'
import { listDeliveries, resendDelivery } from '../src/agent/jobs/list-deliveries.ts'
import { archiveJob, cancelJob } from '../src/agent/jobs/stop-job.ts'
import type { Database } from '../src/database/database.ts'
import { createSeal } from '../src/database/seal.ts'
import { signDelivery } from '../src/post-webhook.ts'
import { addJob, addProject, namedModels, testSeal } from './support/agent-project.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { listen } from './support/listen.ts'

const secret = 'a secret of the receiver'
/** Milliseconds between two looks for what is due. */
const rest = 50
const deliverySchema = z.object({ id: z.string(), type: z.string(), job: agentJobSchema })

interface Delivery {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** A receiver that takes a delivery and does not answer. */
const never = 0

const startReceiver = async () => {
  const received: Delivery[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    const status = answers.shift() ?? 204
    if (status === never) return
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  const { url, close } = await listen(server)
  return { url: `${url}/hook`, received, answers, close }
}

describe.each(testEngines)('webhooks on %s', (engine) => {
  let store: TestDatabase
  let database: Database
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let deliveries: ReturnType<typeof startDeliveries>
  let logged: string[]
  beforeEach(async () => {
    logged = []
    store = await createTestDatabase(engine)
    database = store.database
    receiver = await startReceiver()
    const log = pino({}, { write: (line) => void logged.push(line) })
    deliveries = startDeliveries({ database, seal: testSeal, log }, rest)
  })
  afterEach(async () => {
    await deliveries.stop()
    receiver.close()
    await store.close()
  })

  const endJob = async (url = receiver.url) => {
    const project = await addProject(database, { webhook: { url, secret } })
    const job = await addJob({ database, models: namedModels }, { project, body: { prompt: 'Do it.' } })
    return { project, job: await cancelJob(database, project, job.id) }
  }
  const rows = () => database.selectFrom('webhook_deliveries').selectAll().execute()
  const deliveryCount = (count: number) =>
    vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 60_000 })

  test('tell how a job ended, signed so that the receiver can check it', async () => {
    const { job } = await endJob()
    await deliveryCount(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const delivery = deliverySchema.parse(JSON.parse(body))
    expect(delivery).toMatchObject({ type: 'agent.job.failed', job })
    expect(headers['sidenote-delivery']).toBe(delivery.id)
    const seconds = Number(/^t=(\d+),/.exec(String(headers['sidenote-signature']))?.[1])
    expect(headers['sidenote-signature']).toBe(signDelivery(secret, seconds, body))
    expect(headers['sidenote-signature']).not.toBe(signDelivery('another secret', seconds, body))
    const delivered = { attempts: 1, error: null, next_at: null, finished_at: expect.stringContaining('T') }
    await vi.waitFor(async () => expect(await rows()).toMatchObject([delivered]), { timeout: 60_000 })
  })

  test('are listed with what became of them, and are sent once more when an owner asks for it', async () => {
    receiver.answers.push(500)
    const { project, job } = await endJob()
    const list = async () => (await listDeliveries(database, project)).deliveries
    const failure = { type: 'agent.job.failed', jobId: job.id, attempts: 1, error: 'The receiver answered 500.' }
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ ...failure, state: 'waiting' }]), {
      timeout: 60_000,
    })
    await database.updateTable('webhook_deliveries').set({ next_at: 0, attempts: 7 }).execute()
    receiver.answers.push(500)
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ state: 'failed', attempts: 8 }), {
      timeout: 60_000,
    })
    const [{ id } = { id: '' }] = await list()
    expect(await resendDelivery(database, project, id)).toMatchObject({ state: 'waiting', attempts: 0, error: null })
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ state: 'delivered', attempts: 1 }), {
      timeout: 60_000,
    })
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const other = await addProject(database)
    await expect(resendDelivery(database, other, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(resendDelivery(database, { ...project, webhook_url: null }, id)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('are sent again, under the same id, when the receiver did not take them', async () => {
    receiver.answers.push(500)
    await endJob()
    await deliveryCount(1)
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ attempts: 1, error: 'The receiver answered 500.' }]),
      { timeout: 60_000 },
    )
    await database.updateTable('webhook_deliveries').set({ next_at: 0 }).execute()
    await deliveryCount(2)
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
  })

  test('follow no redirect: what is signed for one address goes to no other', async () => {
    receiver.answers.push(302)
    await endJob()
    await vi.waitFor(async () => expect((await rows())[0]?.error).toBe('The receiver answered 302.'), {
      timeout: 60_000,
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('of an organization that the operator does not trust reach public hosts alone', async () => {
    const { project } = await endJob('http://127.0.0.1:9/hook')
    await database.updateTable('organizations').set({ trusted: 0 }).execute()
    for (const host of ['127.0.0.1', 'localhost']) {
      const webhook_url = receiver.url.replace('127.0.0.1', host)
      await database.updateTable('projects').set({ webhook_url }).where('id', '=', project.id).execute()
      await database.updateTable('webhook_deliveries').set({ next_at: 0, error: null }).execute()
      const told = `The receiver did not answer: ${new URL(webhook_url).host} is not a public address. This organization`
      await vi.waitFor(async () => expect((await rows())[0]?.error).toContain(told), { timeout: 60_000 })
    }
    expect(receiver.received).toEqual([])
  })

  test('whose secret was stored with another key are put off and say so, instead of being tried each minute for ever', async () => {
    const { project } = await endJob('http://127.0.0.1:9/hook')
    await vi.waitFor(async () => expect((await rows())[0]?.error).toMatch(/did not answer/), { timeout: 60_000 })
    const webhook_secret_sealed = createSeal(Buffer.alloc(32, 8)).close(project.id, secret)
    await database.updateTable('projects').set({ webhook_secret_sealed }).where('id', '=', project.id).execute()
    await database.updateTable('webhook_deliveries').set({ next_at: 0 }).execute()
    await vi.waitFor(
      async () =>
        expect(await rows()).toMatchObject([
          { attempts: 2, error: expect.stringContaining('stored with a different key') },
        ]),
      { timeout: 60_000 },
    )
    expect((await rows())[0]?.next_at).toBeGreaterThan(Date.now() + 20_000)
  })

  test('are given up after the eighth time, which is logged and listed', async () => {
    const gone = await startReceiver()
    await gone.close()
    await endJob(gone.url)
    await vi.waitFor(async () => expect((await rows())[0]?.error).toMatch(/did not answer/), { timeout: 60_000 })
    await database.updateTable('webhook_deliveries').set({ next_at: 0, attempts: 7 }).execute()
    const told =
      /"attempts":8,"error":"The receiver did not answer: connect ECONNREFUSED 127\.0\.0\.1:\d+\.","msg":"gave up a webhook"/
    await vi.waitFor(() => expect(logged.at(-1)).toMatch(told), { timeout: 60_000 })
    expect(await rows()).toMatchObject([{ next_at: null, finished_at: expect.stringContaining('T') }])
  })

  test('are not kept for more than 30 days, whatever an earlier version has left', async () => {
    await deliveries.stop()
    await endJob()
    await database.updateTable('webhook_deliveries').set({ next_at: sql<number>`null`, attempts: 8 }).execute()
    const after = (days: number) => applyRetention(database, new Date(Date.now() + days * 86_400_000))
    await after(29)
    expect(await rows()).toHaveLength(1)
    await after(31)
    expect(await rows()).toEqual([])
  })

  test('that a stop has broken off the last time are not given up for it', async () => {
    await deliveries.stop()
    receiver.answers.push(never)
    await endJob()
    await database.updateTable('webhook_deliveries').set({ attempts: 7 }).execute()
    deliveries = startDeliveries({ database, seal: testSeal, log: pino({ level: 'silent' }) }, rest)
    await deliveryCount(1)
    await deliveries.stop()
    expect(await rows()).toMatchObject([{ attempts: 8, error: null }])
  })

  test('do not wait for the receiver of another project', async () => {
    const silent = await startReceiver()
    silent.answers.push(never, never)
    const { project } = await endJob(silent.url)
    const second = await addJob({ database, models: namedModels }, { project, body: { prompt: 'Do it.' } })
    await cancelJob(database, project, second.id)
    await vi.waitFor(() => expect(silent.received).toHaveLength(1), { timeout: 60_000 })
    await endJob()
    await deliveryCount(1)
    expect(silent.received).toHaveLength(1)
    silent.close()
  })

  test('come for a project that asked for them only', async () => {
    const project = await addProject(database)
    const job = await addJob({ database, models: namedModels }, { project, body: { prompt: 'Do it.' } })
    await archiveJob(database, project, job.id)
    expect(await rows()).toEqual([])
  })

  test('the secret stands nowhere as it is', async () => {
    const { project } = await endJob()
    expect(JSON.stringify(project)).not.toContain(secret)
    expect(JSON.stringify(await rows())).not.toContain(secret)
  })
})
