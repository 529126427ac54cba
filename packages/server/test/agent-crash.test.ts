import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { readEvents } from '../src/agent/jobs/events.ts'
import { findJob } from '../src/agent/jobs/find-job.ts'
import { reportJob } from '../src/agent/jobs/report.ts'
import { sendMessage } from '../src/agent/jobs/send-message.ts'
import { addJob, addProject, namedModels } from './support/agent-project.ts'
import { startScriptedWorker, type WorkerSettings } from './support/agent-worker.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { createForge } from './support/forge/forge.ts'
import { call, finish, startScriptedModel } from './support/scripted-model.ts'

const program = fileURLToPath(new URL('support/agent-worker.ts', import.meta.url))
const times = { lease: 3_000, heartbeat: 400, rest: 100, retry: 300 }

const files = {
  'docs/index.md': '# Welcome\n\nRead [how to log in](login.md).\n',
  'docs/login.md': '# Log in\n\nEnter your name.\n',
}

/** Two messages, seven model calls, two commits. */
const scripts = {
  'Mention passwords.': [
    call('read', { path: 'docs/login.md' }),
    call('edit', { path: 'docs/login.md', old: 'Enter your name.', new: 'Enter your name and your password.' }),
    call('validate'),
    finish('Mention passwords'),
  ],
  'Mention tokens too.': [
    call('read', { path: 'docs/login.md' }),
    call('edit', { path: 'docs/login.md', old: 'your password.', new: 'your password, or a token.' }),
    finish('Mention tokens'),
  ],
}
const modelCalls = Object.values(scripts).flat().length

/** Where the worker dies, and how often it has been there before. */
const points = [
  ['claimed', 1],
  ['checked-out', 1],
  ['call-stored', 1],
  ['tools-run', 1],
  ['step-saved', 1],
  ['call-stored', 2],
  ['tools-run', 2],
  ['step-saved', 2],
  ['step-saved', 3],
  ['step-saved', 4],
  ['committed', 1],
  ['pushed', 1],
  ['pull-request-looked-for', 1],
  ['pull-request-opened', 1],
  ['ended', 1],
  ['call-stored', 6],
  ['pushed', 2],
  ['ended', 2],
] as const

const end = async (worker: ChildProcess) => {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGCONT')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** A store, a code host, a model and a job with two messages; all of it is gone when the test has ended. */
const openScene = async (engine: (typeof testEngines)[number], { onTestFinished }: TestContext) => {
  const store = await createTestDatabase(engine)
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const forge = await createForge('github', { tokens: { 'token-of-the-agent': 'write' } })
  const repository = forge.addRepository('acme/docs', files)
  const model = await startScriptedModel(scripts)
  const workplace = { folder, modelUrl: model.url, times }
  const workers: ChildProcess[] = []
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    await Promise.all([...workers.map(end), ...stops.map((stop) => stop())])
    await Promise.all([model.close(), forge.close(), store.close()])
    await rm(folder, { recursive: true, force: true })
  })

  const project = await addProject(store.database, {
    repository: forge.repositoryUrl('acme/docs'),
    docsFolder: 'docs',
    host: { kind: 'github', url: forge.url },
    credentials: { kind: 'token', token: 'token-of-the-agent' },
  })
  const { database } = store
  const { id } = await addJob({ database, models: namedModels }, { project, body: { prompt: 'Mention passwords.' } })
  await sendMessage(database, { project, jobId: id, body: { prompt: 'Mention tokens too.', mode: 'queue' } })

  /** In a process of its own, which ends or stops at that point. */
  const startWorker = async (stopAt: WorkerSettings['stopAt']): Promise<ChildProcess> => {
    const settings: WorkerSettings = { database: store.options, ...workplace, stopAt }
    const list = ['--conditions=sidenote-source', program, JSON.stringify(settings)]
    const worker = spawn(process.execPath, list, { stdio: ['ignore', 'pipe', 'inherit'] })
    workers.push(worker)
    await new Promise<void>((resolve) => worker.stdout?.once('data', () => resolve()))
    worker.stdout?.resume()
    return worker
  }
  /** In this process: it takes the job when the lease of the one before has run out. */
  const startAnother = () => {
    const another = startScriptedWorker(store.database, workplace, pino({ enabled: false }))
    stops.push(another.stop)
  }
  const untilDone = () =>
    vi.waitFor(async () => expect((await findJob(store.database, project, id)).status).not.toBe('active'), {
      timeout: 300_000,
      interval: 50,
    })

  /** What must be true whatever happened on the way. */
  const expectOnce = async () => {
    const job = await findJob(store.database, project, id)
    const report = await reportJob(store.database, job)
    expect(report.turns.map(({ status, error }) => [status, error])).toEqual([
      ['completed', null],
      ['completed', null],
    ])
    expect(forge.pulls('acme/docs')).toHaveLength(1)
    expect(forge.replies.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'))).toHaveLength(1)
    expect(job.pull_request_url).toContain('/acme/docs/pull/1')
    const subjects = repository.git('log', '--format=%s', job.branch).split('\n')
    expect(subjects).toEqual(['Mention tokens', 'Mention passwords', 'Begin'])
    expect(repository.read(job.branch).get('docs/login.md')).toContain('Enter your name and your password, or a token.')
    expect(model.requests().map(({ status }) => status)).toEqual(Array.from({ length: modelCalls }, () => 200))
    const events = await readEvents(store.database, id, { after: 0, limit: 1_000 })
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ type }) => type === 'editing')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'publishing')).toHaveLength(6)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { timeout: 60_000 })
  }
  return { startWorker, startAnother, untilDone, expectOnce }
}

const atOnce = { concurrent: true } as const

describe.each(testEngines)('a worker that is killed, on %s', (engine) => {
  // Where a second database is there, it gets every other point: most of what can be lost is lost alike.
  test.for(points.filter((_, index) => engine === testEngines[0] || index % 2 === 0))(
    'at “%s” (time %i): another one goes on, and all happens once',
    atOnce,
    async ([point, count], context) => {
      const { startWorker, startAnother, untilDone, expectOnce } = await openScene(engine, context)
      const first = await startWorker({ point, times: count, signal: 'SIGKILL' })
      if (first.signalCode === null) await once(first, 'exit')
      expect(first.signalCode).toBe('SIGKILL')
      startAnother()
      await untilDone()
      await expectOnce()
    },
  )
})

describe.each(testEngines)('a worker that is stopped and continued when another has its job, on %s', (engine) => {
  test.for([
    ['call-stored', 2],
    ['step-saved', 3],
    ['committed', 1],
    ['pull-request-looked-for', 1],
  ] as const)('at “%s” (time %i): it changes nothing', atOnce, async ([point, count], context) => {
    const { startWorker, startAnother, untilDone, expectOnce } = await openScene(engine, context)
    const first = await startWorker({ point, times: count, signal: 'SIGSTOP' })
    startAnother()
    await untilDone()
    first.kill('SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await expectOnce()
  })
})
