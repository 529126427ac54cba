import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentEvent, AgentJobReport, MessageMode, ProjectRequest } from '@sidenote/contract'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { readEvents } from '../../src/agent/jobs/events.ts'
import { findJob } from '../../src/agent/jobs/find-job.ts'
import { reportJob } from '../../src/agent/jobs/report.ts'
import { sendMessage } from '../../src/agent/jobs/send-message.ts'
import { cancelJob } from '../../src/agent/jobs/stop-job.ts'
import { createAgentModels } from '../../src/agent/projects/agent-models.ts'
import { startWorker } from '../../src/agent/work/worker.ts'
import type { Database } from '../../src/database/database.ts'
import type { JobRow, ProjectRow } from '../../src/database/tables.ts'
import { addJob, addProject, testSeal } from './agent-project.ts'
import { createTestDatabase } from './database.ts'
import type { BareRepository, RepositoryFiles } from './forge/bare-repository.ts'
import { createForge, type Forge } from './forge/forge.ts'
import { reading } from './reading.ts'
import { type ScriptedModel, type ScriptStep, startScriptedModel } from './scripted-model.ts'

export const agentToken = 'token-of-the-agent'
const path = 'acme/docs'

interface SceneOptions {
  readonly files?: RepositoryFiles
  readonly scripts: Readonly<Record<string, readonly ScriptStep[]>>
  readonly project?: Partial<ProjectRequest>
  /** @default 1 */
  readonly workers?: number
}

export interface AgentScene {
  readonly database: Database
  readonly project: ProjectRow
  readonly forge: Forge
  readonly repository: BareRepository
  readonly model: ScriptedModel
  readonly path: string
  /** What was logged, one JSON object a line. */
  readonly logged: () => string
  readonly create: (prompt: string, more?: { draft?: boolean }) => Promise<string>
  readonly send: (id: string, prompt: string, mode?: MessageMode) => Promise<void>
  readonly cancel: (id: string) => Promise<void>
  readonly job: (id: string) => Promise<JobRow>
  readonly events: (id: string) => Promise<AgentEvent[]>
  /** Waits until the job is no longer active. */
  readonly done: (id: string) => Promise<AgentJobReport>
  /** Waits until an event of this type has happened. */
  readonly happened: (id: string, type: AgentEvent['type'], count?: number) => Promise<void>
}

export const docs: RepositoryFiles = {
  'README.md': '# Acme\n',
  'docs/index.md': '# Welcome\n\nRead [how to log in](login.md).\n',
  'docs/login.md': '# Log in\n\nEnter your name.\n',
}

/** A store, a GitHub of our own with one repository, a scripted model and a worker; all gone when the test has ended. */
export const openScene = async (options: SceneOptions): Promise<AgentScene> => {
  const store = await createTestDatabase()
  const { database, searchIndex } = store
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const forge = await createForge('github', { tokens: { [agentToken]: 'write' } })
  const repository = forge.addRepository(path, options.files ?? docs)
  const model = await startScriptedModel(options.scripts)
  const project = await addProject(database, {
    repository: forge.repositoryUrl(path),
    docsFolder: 'docs',
    host: { kind: 'github', url: forge.url },
    credentials: { kind: 'token', token: agentToken },
    ...options.project,
  })
  const lines: string[] = []
  const models = createAgentModels({
    model: 'openai-compatible:scripted',
    environment: { OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
  const dependencies = {
    database,
    searchIndex,
    reading,
    models,
    folder,
    seal: testSeal,
    publicUrl: 'http://127.0.0.1:4000',
    log: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }),
  }
  const times = { lease: 10_000, heartbeat: 200, rest: 50, retry: 200 }
  const workers = Array.from({ length: options.workers ?? 1 }, () => startWorker(dependencies, times))
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all([model.close(), forge.close(), store.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const job = (id: string) => findJob(database, project, id)
  const events = (id: string) => readEvents(database, id, { after: 0, limit: 10_000 })
  // Until the test’s own time is over.
  const wait = { timeout: 600_000, interval: 30 }
  return {
    database,
    project,
    forge,
    repository,
    model,
    path,
    job,
    events,
    logged: () => lines.join(''),
    create: async (prompt, more = {}) => (await addJob(dependencies, { project, body: { prompt, ...more } })).id,
    send: async (id, prompt, mode = 'steer') => {
      await sendMessage(database, { project, jobId: id, body: { prompt, mode } })
    },
    cancel: async (id) => {
      await cancelJob(database, project, id)
    },
    done: async (id) => {
      await vi.waitFor(async () => expect((await job(id)).status).not.toBe('active'), wait)
      return reportJob(database, await job(id))
    },
    happened: async (id, type, count = 1) => {
      await vi.waitFor(async () => {
        const found = (await events(id)).filter((event) => event.type === type)
        expect(found.length).toBeGreaterThanOrEqual(count)
      }, wait)
    },
  }
}
