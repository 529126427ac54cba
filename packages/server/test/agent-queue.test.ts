import type { MessageMode } from '@sidenote/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '../src/agent/jobs/events.ts'
import { findJob } from '../src/agent/jobs/find-job.ts'
import { type Claim, LeaseLost, releaseJob, renewLease, writeAs } from '../src/agent/jobs/lease.ts'
import { claimJob } from '../src/agent/jobs/queue.ts'
import { reportJob } from '../src/agent/jobs/report.ts'
import { sendMessage } from '../src/agent/jobs/send-message.ts'
import { archiveJob, cancelJob } from '../src/agent/jobs/stop-job.ts'
import { endTurn, saveStep } from '../src/agent/jobs/turns.ts'
import type { Database } from '../src/database/database.ts'
import type { ProjectRow } from '../src/database/tables.ts'
import { addJob, addProject, namedModels } from './support/agent-project.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'

const long = 60_000
const runOut = -1

describe.each(testEngines)('the queue of jobs on %s', (engine) => {
  let store: TestDatabase
  let database: Database
  let project: ProjectRow
  beforeEach(async () => {
    store = await createTestDatabase(engine)
    database = store.database
    project = await addProject(database)
  })
  afterEach(() => store.close())

  const create = (prompt = 'Do it.', idempotencyKey?: string) =>
    addJob({ database, models: namedModels }, { project, body: { prompt }, idempotencyKey })
  const send = (jobId: string, prompt: string, mode?: MessageMode) =>
    sendMessage(database, { project, jobId, body: { prompt, mode } })
  const take = (lease = long) =>
    claimJob(database, { owner: 'worker', leaseMilliseconds: lease, mostOfOrganization: 4 })
  const claim = async (lease = long): Promise<Claim> => {
    const taken = await take(lease)
    if (!taken) throw new Error('There was nothing to claim.')
    return taken
  }
  const complete = (taken: Claim) =>
    writeAs(database, taken, (transaction, job) =>
      endTurn(transaction, { job, turn: taken.turn }, { status: 'completed', summary: 'Done.' }),
    )
  const save = (taken: Claim, number = 0) =>
    saveStep(database, taken, { number, messages: [], files: new Map(), finish: undefined, events: [] })
  const statusOf = async (id: string) => (await findJob(database, project, id)).status

  test('a job is given to one worker only, however many ask at once', async () => {
    await create()
    const taken = await Promise.all(Array.from({ length: 8 }, () => take()))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('of one organization only so many jobs are worked on at a time, and those of another are not kept waiting', async () => {
    for (let count = 0; count < 6; count++) await create()
    const other = await addProject(database, {}, 'other')
    await addJob({ database, models: namedModels }, { project: other, body: { prompt: 'Do it.' } })
    const taken = (await Promise.all(Array.from({ length: 12 }, () => take()))).filter((one) => one !== undefined)
    const projects = taken.map(({ job }) => job.project_id)
    expect(projects.filter((id) => id === project.id)).toHaveLength(4)
    expect(projects.filter((id) => id === other.id)).toHaveLength(1)
    await complete(taken.find(({ job }) => job.project_id === project.id) as Claim)
    expect((await take())?.job.project_id).toBe(project.id)
    expect(await take()).toBeUndefined()
  })

  test('one worker takes turns between organizations, however many jobs one of them has', async () => {
    for (let count = 0; count < 4; count++) await create()
    const other = await addProject(database, {}, 'other')
    for (let count = 0; count < 2; count++) {
      await addJob({ database, models: namedModels }, { project: other, body: { prompt: 'Do it.' } })
    }
    const order: string[] = []
    for (let count = 0; count < 6; count++) {
      const taken = await claim()
      order.push(taken.job.project_id === other.id ? 'other' : 'own')
      await complete(taken)
      // Turns are told apart by the millisecond at which they began.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(order.slice(0, 4).filter((name) => name === 'other')).toHaveLength(2)
  })

  test('a job that nobody renews is given to the next worker, and the first one can write no more', async () => {
    await create()
    const first = await claim(runOut)
    const second = await claim()
    expect(second.turn).toMatchObject({ number: 1, attempts: 2 })
    expect(await renewLease(database, first, long)).toBe(false)
    await expect(save(first)).rejects.toThrow(LeaseLost)
    await save(second)
  })

  test('a worker that says it is there keeps its job', async () => {
    await create()
    const first = await claim(1)
    expect(await renewLease(database, first, long)).toBe(true)
    expect(await take()).toBeUndefined()
  })

  test('a turn that was lost three times fails its job', async () => {
    const { id } = await create()
    for (let attempt = 1; attempt <= 3; attempt += 1) expect((await claim(runOut)).turn.attempts).toBe(attempt)
    expect(await take()).toBeUndefined()
    expect(await statusOf(id)).toBe('failed')
    const [turn] = (await reportJob(database, await findJob(database, project, id))).turns
    expect(turn?.error).toContain('interrupted 3 times')
  })

  test('an attempt that a server shutting down gave back does not count', async () => {
    await create()
    for (let round = 0; round < 5; round += 1) await releaseJob(database, await claim(), { counted: false })
    expect((await claim()).turn.attempts).toBe(1)
  })

  test('a turn that waits for its code host is not taken before its time', async () => {
    await create()
    await releaseJob(database, await claim(), { counted: true, afterMilliseconds: long })
    expect(await take()).toBeUndefined()
  })

  test('a message that comes while a turn runs is taken at its next step', async () => {
    const { id } = await create('First.')
    const taken = await claim()
    await send(id, 'Second.')
    await send(id, 'Third.')
    expect(await save(taken)).toEqual(['Second.', 'Third.'])
    await complete(taken)
    expect(await statusOf(id)).toBe('completed')
  })

  test('a message that waits for its own turn is not overtaken by a later one', async () => {
    const { id } = await create('First.')
    const taken = await claim()
    await send(id, 'Second.', 'queue')
    await send(id, 'Third.')
    expect(await save(taken)).toEqual([])
    await complete(taken)
    expect(await statusOf(id)).toBe('active')
    const next = await claim()
    expect(next.turn.number).toBe(2)
    expect(await save(next)).toEqual(['Third.'])
    const { turns } = await reportJob(database, await findJob(database, project, id))
    expect(turns.map(({ prompts }) => prompts)).toEqual([['First.'], ['Second.', 'Third.']])
  })

  test('a message that interrupts ends the turn, and the worker learns it at its next write', async () => {
    const { id } = await create('First.')
    const taken = await claim()
    await send(id, 'Stop, do this.', 'interrupt')
    await expect(save(taken)).rejects.toThrow(LeaseLost)
    const next = await claim()
    const { turns } = await reportJob(database, await findJob(database, project, id))
    expect(turns.map(({ status, prompts }) => [status, ...prompts])).toEqual([
      ['interrupted', 'First.'],
      ['running', 'Stop, do this.'],
    ])
    await complete(next)
  })

  test('a cancelled job is failed, its worker is stopped and its waiting messages are gone', async () => {
    const { id } = await create('First.')
    const taken = await claim()
    await send(id, 'Second.', 'queue')
    expect(await cancelJob(database, project, id)).toMatchObject({ status: 'failed', prLink: null })
    await expect(complete(taken)).rejects.toThrow(LeaseLost)
    expect(await take()).toBeUndefined()
    await expect(cancelJob(database, project, id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await send(id, 'Go on.')).toMatchObject({ status: 'active' })
    expect((await claim()).turn.number).toBe(2)
  })

  test('an archived job is stopped, takes no message, and stays as it is when archived again', async () => {
    const { id } = await create()
    const taken = await claim()
    const archived = await archiveJob(database, project, id)
    expect(archived).toMatchObject({ status: 'archived', archivedAt: expect.any(String) })
    await expect(save(taken)).rejects.toThrow(LeaseLost)
    await expect(send(id, 'More.')).rejects.toMatchObject({ code: 'conflict' })
    expect(await archiveJob(database, project, id)).toEqual(archived)
  })

  test('twenty follow-ups at once keep one order, and no two turns of a job ever run together', async () => {
    const { id } = await create('0')
    const prompts = Array.from({ length: 20 }, (_, index) => String(index + 1))
    await Promise.all(prompts.map((prompt) => send(id, prompt, 'queue')))
    let running = 0
    const worker = async (): Promise<number[]> => {
      const done: number[] = []
      while ((await statusOf(id)) === 'active') {
        const taken = await take()
        if (!taken) continue
        running += 1
        expect(running).toBe(1)
        await save(taken)
        running -= 1
        await complete(taken)
        done.push(taken.turn.number)
      }
      return done
    }
    const done = (await Promise.all([worker(), worker(), worker()])).flat()
    expect(done.sort((one, other) => one - other)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
    const events = await readEvents(database, id, { after: 0, limit: 1_000 })
    const asked = events.flatMap((event) => (event.type === 'asked' ? [event.data.prompt] : []))
    const read = events.flatMap((event) => (event.type === 'read' ? event.data.prompts : []))
    expect(read).toEqual(asked)
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
  })

  test('the same request with the same key makes one job, however often and however fast it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('Once.', 'key')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await database.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    await expect(create('Something else.', 'key')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a follow-up that is sent again is read once', async () => {
    const { id } = await create('First.')
    const request = { project, jobId: id, body: { prompt: 'Second.' }, idempotencyKey: 'key' }
    await Promise.all([1, 2, 3].map(() => sendMessage(database, request)))
    expect(await save(await claim())).toEqual(['Second.'])
  })

  test('a follow-up is of its own project’s job, also when it is sent again', async () => {
    const other = await addProject(database)
    const { id } = await create('First.')
    const request = { jobId: id, body: { prompt: 'Second.' }, idempotencyKey: 'key' }
    await sendMessage(database, { ...request, project })
    await expect(sendMessage(database, { ...request, project: other })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a key is forgotten after a day', async () => {
    const first = await create('Again.', 'key')
    const yesterday = new Date(Date.now() - 24 * 3_600_000 - 1_000).toISOString()
    await database.updateTable('idempotency_keys').set({ created_at: yesterday }).execute()
    expect((await create('Again.', 'key')).id).not.toBe(first.id)
  })
})
