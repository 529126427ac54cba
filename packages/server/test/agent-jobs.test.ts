import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AgentJob,
  agentEventSchema,
  agentJobReportSchema,
  agentJobSchema,
  agentJobsSchema,
  agentProblemSchema,
  type Project,
  problemSchema,
  projectSchema,
  questionGroupSchema,
} from '@sidenote/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { addJob, namedModels } from './support/agent-project.ts'
import { docs } from './support/agent-scene.ts'
import { type BareRepository, createBareRepository } from './support/forge/bare-repository.ts'
import { edit, finish, read, type ScriptedModel, startScriptedModel } from './support/scripted-model.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const login = 'docs/login.md'
const scripts = {
  Change: [
    read(login),
    edit(login, 'Enter your name.', 'Enter `<script>alert(1)</script>` your name.'),
    finish('Say "hello" & <b>wave</b>', { summary: 'See </pre><img src=x onerror=alert(1)>.' }),
  ],
  'Change nothing': [finish('Nothing')],
  'Wait here': [read(login), finish('Nothing')],
}

let server: TestServer
let model: ScriptedModel
let repository: BareRepository
let folder: string
let project: Project

const environment = () => ({ SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  repository = createBareRepository(join(folder, 'docs.git'), docs)
  model = await startScriptedModel(scripts)
  server = await startTestServer({ environment: environment() })
})
afterAll(async () => {
  await Promise.all([server.stop(), model.close()])
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  project = await addProject({})
})

const administrate = (path: string, options: { method?: string; body?: unknown } = {}) =>
  server.send(path, { key: server.adminKey, ...options })

let added = 0
const addProject = async (more: object): Promise<Project> => {
  const body = {
    name: `docs ${added++}`,
    repository: repository.folder,
    docsFolder: 'docs',
    host: { kind: 'local' },
    ...more,
  }
  const response = await administrate('/admin/v1/projects', { body })
  expect(response.status).toBe(201)
  return projectSchema.parse(await response.json())
}

const jobPath = (rest = '') => `/v2/agent/${project.id}/job${rest}`

const create = async (prompt: string, headers: Record<string, string> = {}): Promise<AgentJob> => {
  const response = await server.send(jobPath(), { key: server.adminKey, body: { prompt }, headers })
  expect(response.status).toBe(201)
  return agentJobSchema.strict().parse(await response.json())
}

const fetchJob = async (id: string): Promise<AgentJob> => {
  const response = await administrate(jobPath(`/${id}`), { method: 'GET' })
  expect(response.status).toBe(200)
  return agentJobSchema.strict().parse(await response.json())
}

const done = (id: string) =>
  vi.waitFor(
    async () => {
      const job = await fetchJob(id)
      expect(job.status).not.toBe('active')
      return job
    },
    { timeout: 60_000, interval: 50 },
  )

const expectProblem = async (response: Response, status: number): Promise<string> => {
  expect(response.status).toBe(status)
  const problem = agentProblemSchema.parse(await response.json())
  expect(problem.error).toBe(problem.message)
  return problem.message
}

const readEvents = async (response: Response) => {
  const blocks = (await response.text())
    .split('\n\n')
    .filter((block) => block.startsWith('id:') || block.includes('event: done'))
  const field = (block: string, name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return blocks.map((block) => ({
    id: field(block, 'id'),
    event: field(block, 'event'),
    data: field(block, 'data') ?? '',
  }))
}

describe('a job', () => {
  test('is created with 201, followed by fetching it, and ends with the page of its pull request', async () => {
    const job = await create('Change')
    expect(job).toMatchObject({
      status: 'active',
      source: { repository: repository.folder, ref: 'main' },
      model: 'openai-compatible:scripted',
      prLink: null,
      archivedAt: null,
    })
    const ended = await done(job.id)
    expect(ended).toMatchObject({ ...job, status: 'completed', prLink: expect.stringContaining(server.url) })
    const report = await administrate(jobPath(`/${job.id}/report`), { method: 'GET' })
    expect(agentJobReportSchema.parse(await report.json())).toMatchObject({ job: ended, usage: { modelCalls: 3 } })
  })

  test('has its page at localhost where the server listens at every address, as in a container', async () => {
    const usual = server
    server = await startTestServer({ environment: { ...environment(), SIDENOTE_HOST: '0.0.0.0' } })
    onTestFinished(async () => {
      await server.stop()
      server = usual
    })
    project = await addProject({})
    const { prLink } = await done((await create('Change')).id)
    expect(prLink).toMatch(`http://localhost:${new URL(server.url).port}/agent/projects/`)
    expect((await fetch(prLink ?? '')).status).toBe(200)
  })

  test('on a repository of this machine has a page with description, checks and diff, in which nothing can run', async () => {
    const { id } = await create('Change')
    const { prLink } = await done(id)
    const response = await fetch(String(prLink))
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page).toContain('Say &quot;hello&quot; &amp; &lt;b&gt;wave&lt;/b&gt;')
    expect(page).toContain('No new problems')
    expect(page).toContain('<ins>+Enter `&lt;script&gt;alert(1)&lt;/script&gt;` your name.</ins>')
    expect(page).not.toMatch(/<script|<img|<b>wave/)
    for (const other of ['999', '0', 'x', '..%2f1']) {
      expect((await fetch(String(prLink).replace(/\d+$/, other))).status).toBe(404)
    }
    // The operator trusts the organization with the machine no more.
    const trust = (trusted: number) => server.database.updateTable('organizations').set({ trusted }).execute()
    await trust(0)
    expect((await fetch(String(prLink))).status).toBe(404)
    await trust(1)
    expect((await fetch(String(prLink))).status).toBe(200)
  })

  test('has no page any more where its repository is gone or is none', async () => {
    const gone = join(folder, 'gone.git')
    await mkdir(gone)
    const { id } = await addProject({ repository: gone })
    const look = async () => (await fetch(`${server.url}/agent/projects/${id}/pull-requests/1`)).status
    expect(await look()).toBe(404)
    await rm(gone, { recursive: true })
    expect(await look()).toBe(404)
  })

  test('that changed nothing has no pull request', async () => {
    const { id } = await create('Change nothing')
    expect(await done(id)).toMatchObject({ status: 'completed', prLink: null })
  })

  test('takes a follow-up with 200, becomes active again, and refuses one with 409 when it is archived', async () => {
    const { id } = await create('Change nothing')
    await done(id)
    const sent = await administrate(jobPath(`/${id}/message`), { body: { prompt: 'Change' } })
    expect(sent.status).toBe(200)
    expect(agentJobSchema.strict().parse(await sent.json())).toMatchObject({ id, status: 'active', prLink: null })
    expect((await done(id)).prLink).not.toBeNull()
    const archived = await administrate(jobPath(`/${id}/archive`))
    expect(archived.status).toBe(200)
    expect(agentJobSchema.strict().parse(await archived.json())).toMatchObject({ status: 'archived' })
    const refused = await administrate(jobPath(`/${id}/message`), { body: { prompt: 'More' } })
    expect(await expectProblem(refused, 409)).toContain('archived')
  })

  test('is cancelled while it runs, and only then', async () => {
    const release = model.hold('Wait here', 1)
    const { id } = await create('Wait here')
    const cancelled = await administrate(jobPath(`/${id}/cancel`))
    expect(agentJobSchema.parse(await cancelled.json())).toMatchObject({ status: 'failed', prLink: null })
    release()
    await expectProblem(await administrate(jobPath(`/${id}/cancel`)), 409)
  })

  test('is listed newest first, page by page, by status', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await create('Change nothing')).id)
    await Promise.all(ids.map(done))
    const list = async (query: string) => {
      const response = await administrate(`/v2/agent/${project.id}/jobs${query}`, { method: 'GET' })
      return agentJobsSchema.parse(await response.json())
    }
    const first = await list('?limit=2')
    const second = await list(`?limit=3&cursor=${first.nextCursor}`)
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
    expect((await list('?status=failed')).jobs).toEqual([])
    expect((await list('?status=completed')).jobs).toHaveLength(5)
  })
})

describe('a list of jobs that is gone on with', () => {
  test.each(['xxx', 'job_', 'job_0mg1kk2p7', "job_' or 1=1"])('by %j is refused in a sentence', async (cursor) => {
    const path = `/v2/agent/${project.id}/jobs?cursor=${encodeURIComponent(cursor)}`
    const message = await expectProblem(await administrate(path, { method: 'GET' }), 400)
    expect(message).toBe(`cursor is "${cursor}", but must be the nextCursor of the page before.`)
  })

  test('goes on after a job that is no more', async () => {
    const { id } = await create('Change nothing')
    await done(id)
    await server.database.deleteFrom('jobs').where('id', '=', id).execute()
    const path = `/v2/agent/${project.id}/jobs?cursor=${id}`
    expect(await (await administrate(path, { method: 'GET' })).json()).toEqual({ jobs: [], nextCursor: null })
  })
})

describe('events', () => {
  test('are streamed while the job works, and again from any point', async () => {
    const { id } = await create('Change')
    const response = await administrate(jobPath(`/${id}/events`), { method: 'GET' })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = await readEvents(response)
    expect(events.at(-1)?.event).toBe('done')
    expect(agentJobSchema.parse(JSON.parse(events.at(-1)?.data ?? ''))).toMatchObject({ id, status: 'completed' })
    const told = events.slice(0, -1).map(({ data }) => agentEventSchema.parse(JSON.parse(data)))
    expect(told.map(({ number }) => number)).toEqual(told.map((_, index) => index + 1))
    expect(told.map(({ type }) => type)).toContain('editing')

    const resume = (after: number) =>
      server.send(jobPath(`/${id}/events`), {
        method: 'GET',
        key: server.adminKey,
        headers: { 'last-event-id': String(after) },
      })
    const rest = await readEvents(await resume(told.length - 2))
    expect(rest.map(({ id: number }) => number)).toEqual([String(told.length - 1), String(told.length), undefined])
    expect((await resume(told.length)).status).toBe(204)
  })

  test('are not waited for by who asks for the headers alone', async () => {
    const release = model.hold('Wait here', 1)
    const { id } = await create('Wait here')
    const response = await administrate(jobPath(`/${id}/events`), { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await response.text()
    release()
  })

  test('that are being watched do not keep the server from stopping', async () => {
    const other = await startTestServer({
      environment: { SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url },
    })
    const release = model.hold('Wait here', 1)
    const body = { name: 'docs', repository: repository.folder, host: { kind: 'local' } }
    const added = projectSchema.parse(
      await (await other.send('/admin/v1/projects', { key: other.adminKey, body })).json(),
    )
    const created = await other.send(`/v2/agent/${added.id}/job`, {
      key: other.adminKey,
      body: { prompt: 'Wait here' },
    })
    const { id } = agentJobSchema.parse(await created.json())
    const watching = await other.send(`/v2/agent/${added.id}/job/${id}/events`, { method: 'GET', key: other.adminKey })
    const stopped = other.stop()
    expect(await watching.text()).not.toContain('event: done')
    await stopped
    release()
  })
})

test('a server that is stopped in the middle of a job goes on with it when it is started again', async () => {
  const environment = { SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url }
  const dataFolder = join(folder, 'stopped')
  const first = await startTestServer({ environment, dataFolder })
  const body = { name: 'docs', repository: repository.folder, docsFolder: 'docs', host: { kind: 'local' } }
  const added = projectSchema.parse(
    await (await first.send('/admin/v1/projects', { key: first.adminKey, body })).json(),
  )
  const release = model.hold('Change', 2)
  const created = await first.send(`/v2/agent/${added.id}/job`, { key: first.adminKey, body: { prompt: 'Change' } })
  const { id } = agentJobSchema.parse(await created.json())
  await vi.waitFor(
    async () => expect(await first.database.selectFrom('job_steps').select('number').execute()).toHaveLength(2),
    { timeout: 60_000 },
  )
  await first.stop()
  release()
  const second = await startTestServer({ environment, dataFolder })
  const read = async () => {
    const path = `/v2/agent/${added.id}/job/${id}/report`
    return agentJobReportSchema.parse(await (await second.send(path, { method: 'GET', key: second.adminKey })).json())
  }
  await vi.waitFor(async () => expect((await read()).job.status).toBe('completed'), { timeout: 60_000 })
  expect((await read()).turns).toMatchObject([{ attempts: 1, usage: { modelCalls: 3 } }])
  await second.stop()
})

describe('what is refused', () => {
  test.each([
    ['an empty prompt', { prompt: '' }],
    ['no prompt', {}],
    ['a prompt that is no text', { prompt: 1 }],
    ['a branch that is none', { prompt: 'Change', ref: '--upload-pack=x' }],
    ['broken JSON', '{'],
  ])('%s: 400', async (_, body) => {
    await expectProblem(await administrate(jobPath(), { body }), 400)
  })

  test('an unknown mode, status or limit: 400 that says what there is', async () => {
    const { id } = await create('Change nothing')
    const message = await administrate(jobPath(`/${id}/message`), { body: { prompt: 'x', mode: 'shout' } })
    expect(await expectProblem(message, 400)).toContain('"steer", "queue", "interrupt"')
    for (const query of ['?status=lost', '?limit=0', '?limit=101', '?limit=x']) {
      await expectProblem(await administrate(`/v2/agent/${project.id}/jobs${query}`, { method: 'GET' }), 400)
    }
  })

  test('no key, an assistant key, a key in a browser', async () => {
    const { key } = await server.addSite(`site-${Date.now()}`, { 'index.md': '# Hello\n' })
    await expectProblem(await server.send(jobPath(), { body: { prompt: 'x' } }), 401)
    await expectProblem(await server.send(jobPath(), { key, body: { prompt: 'x' } }), 403)
    const headers = { origin: 'https://docs.example.com' }
    await expectProblem(await server.send(jobPath(), { key: server.adminKey, body: { prompt: 'x' }, headers }), 403)
  })

  test('a project or job that is not there, or of another project or organization: the same 404', async () => {
    const { id } = await create('Change nothing')
    const other = await addProject({ name: 'other' })
    await server.database.insertInto('organizations').values({ id: 'foreign', name: 'f', created_at: '' }).execute()
    const foreign = await addProject({ name: 'foreign' })
    await server.database
      .updateTable('projects')
      .set({ organization_id: 'foreign' })
      .where('id', '=', foreign.id)
      .execute()
    const get = (path: string) => administrate(path, { method: 'GET' })
    const sentences = [
      await expectProblem(await get('/v2/agent/none/job/none'), 404),
      await expectProblem(await get(`/v2/agent/${foreign.id}/job/${id}`), 404),
      await expectProblem(await get(`/v2/agent/${other.id}/job/${id}`), 404),
      await expectProblem(await get(jobPath('/none')), 404),
    ]
    expect(sentences[1]?.replace(foreign.id, 'none')).toBe(sentences[0])
    expect(sentences[2]?.replace(id, 'none')).toBe(sentences[3])
    await expectProblem(await administrate(`/v2/agent/${foreign.id}/job`, { body: { prompt: 'x' } }), 404)
  })

  test('an address or a method that is not there', async () => {
    await expectProblem(await administrate('/v2/agent/x/y/z'), 404)
    await expectProblem(await administrate(jobPath(), { method: 'DELETE' }), 405)
  })

  test('a job without a model: a sentence that says what to do, and no job', async () => {
    const bare = await startTestServer()
    const body = { name: 'docs', repository: repository.folder, host: { kind: 'local' } }
    const added = projectSchema.parse(
      await (await bare.send('/admin/v1/projects', { key: bare.adminKey, body })).json(),
    )
    const refused = await bare.send(`/v2/agent/${added.id}/job`, { key: bare.adminKey, body: { prompt: 'Change' } })
    expect(await expectProblem(refused, 409)).toContain('SIDENOTE_MODEL')
    expect(await bare.database.selectFrom('jobs').select('id').execute()).toEqual([])
    await bare.stop()
  })

  test('the 101st use of a project in an hour, of each operation on its own', async () => {
    const { id } = await create('Change nothing')
    const again = await Promise.all(
      Array.from({ length: 104 }, () => administrate(jobPath(), { body: { prompt: 'Change nothing' } })),
    )
    expect(again.filter(({ status }) => status === 201)).toHaveLength(99)
    const refused = again.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    if (refused[0]) await expectProblem(refused[0], 429)
    expect((await administrate(jobPath(`/${id}/message`), { body: { prompt: 'Change nothing' } })).status).toBe(200)
    expect(
      (await administrate(`/v2/agent/${(await addProject({})).id}/job`, { body: { prompt: 'Change nothing' } })).status,
    ).toBe(201)
    await administrate(`/admin/v1/projects/${project.id}`, { method: 'DELETE' })
  })
})

describe('what is refused costs no use', () => {
  const standing = async (response: Response, operation: string): Promise<number> => {
    await response.text()
    const limit = new RegExp(`"${operation}-project-hour";r=(\\d+)`)
    return Number(limit.exec(response.headers.get('ratelimit') ?? '')?.[1])
  }

  test('of messages: to a job that is not there, is archived, or of another project, or with a broken key', async () => {
    const { id } = await create('Change nothing')
    const { id: archived } = await create('Change nothing')
    await Promise.all([done(id), done(archived)])
    await administrate(jobPath(`/${archived}/archive`))
    const send = (job: string, headers: Record<string, string> = {}) =>
      server.send(jobPath(`/${job}/message`), { key: server.adminKey, body: { prompt: 'Change nothing' }, headers })
    const before = await standing(await send(id), 'agent-message')
    for (const [status, response] of [
      [404, await send('nope')],
      [409, await send(archived)],
      [409, await send(archived, { 'idempotency-key': 'new' })],
      [400, await send(id, { 'idempotency-key': 'x'.repeat(256) })],
    ] as const) {
      await expectProblem(response, status)
      expect(response.headers.get('ratelimit')).toBeNull()
    }
    expect(await standing(await send(id), 'agent-message')).toBe(before - 1)
  })

  test('of jobs: from what is no branch, or with a key of another request', async () => {
    const post = (body: object, headers: Record<string, string> = {}) =>
      server.send(jobPath(), { key: server.adminKey, body, headers })
    const headers = { 'idempotency-key': 'taken' }
    const before = await standing(await post({ prompt: 'Change nothing' }, headers), 'agent-create')
    await expectProblem(await post({ prompt: 'Change nothing', ref: '..' }), 400)
    await expectProblem(await post({ prompt: 'Something else' }, headers), 409)
    expect(await standing(await post({ prompt: 'Change nothing' }), 'agent-create')).toBe(before - 1)
  })

  test('a message that is sent again is answered as before, also when its job has been archived since', async () => {
    const { id } = await create('Change nothing')
    await done(id)
    const send = () =>
      server.send(jobPath(`/${id}/message`), {
        key: server.adminKey,
        body: { prompt: 'Change nothing' },
        headers: { 'idempotency-key': 'twice' },
      })
    const first = await (await send()).json()
    await administrate(jobPath(`/${id}/archive`))
    const again = await send()
    expect([again.status, await again.json()]).toEqual([200, first])
  })
})

describe('a request that is sent again', () => {
  test('with the same key is answered as it was the first time', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await create('Change nothing', headers)
    expect(await create('Change nothing', headers)).toEqual(first)
    const other = await server.send(jobPath(), { key: server.adminKey, body: { prompt: 'Else' }, headers })
    expect(await expectProblem(other, 409)).toContain('another body')
  })
})

describe('a project', () => {
  test('shows what it was given, and never a secret', async () => {
    const added = await addProject({
      repository: 'https://git.example.com/acme/docs.git',
      host: { kind: 'github', url: 'https://git.example.com/api/v3' },
      credentials: { kind: 'token', token: 'ghp_verysecret' },
      webhook: { url: 'https://example.com/hook', secret: 'a secret of the receiver' },
      limits: { steps: 10 },
    })
    expect(added).toMatchObject({ ref: 'main', credentials: 'token', limits: { steps: 10, minutes: 20 } })
    const [listed, fetched, stored] = [
      await (await administrate('/admin/v1/projects', { method: 'GET' })).text(),
      await (await administrate(`/admin/v1/projects/${added.id}`, { method: 'GET' })).text(),
      JSON.stringify(await server.database.selectFrom('projects').selectAll().execute()),
    ]
    for (const text of [listed, fetched, stored, server.logged()]) {
      expect(text).not.toContain('ghp_verysecret')
      expect(text).not.toContain('a secret of the receiver')
    }
  })

  test('keeps what a change leaves out, and loses what it sets to null', async () => {
    const added = await addProject({ instructions: 'Be brief.', model: 'openai-compatible:other' })
    const changed = await administrate(`/admin/v1/projects/${added.id}`, {
      method: 'PATCH',
      body: { name: 'new', model: null },
    })
    expect(projectSchema.parse(await changed.json())).toEqual({ ...added, name: 'new', model: null })
  })

  test('has a name of its own in its organization, so that it can be named by it', async () => {
    const [one, other] = [await addProject({}), await addProject({})]
    const body = { name: one.name, repository: repository.folder, host: { kind: 'local' } }
    const refused = await administrate('/admin/v1/projects', { body })
    expect([refused.status, problemSchema.parse(await refused.json()).message]).toEqual([
      409,
      expect.stringContaining(one.id),
    ])
    const rename = (id: string, name: string) =>
      administrate(`/admin/v1/projects/${id}`, { method: 'PATCH', body: { name } })
    expect((await rename(other.id, one.name)).status).toBe(409)
    expect((await rename(one.id, one.name)).status).toBe(200)
  })

  test('that moves to another host does not take its token there', async () => {
    const added = await addProject({
      repository: 'https://git.example.com/acme/docs.git',
      host: { kind: 'github' },
      credentials: { kind: 'token', token: 'ghp_verysecret' },
    })
    const change = (body: object) => administrate(`/admin/v1/projects/${added.id}`, { method: 'PATCH', body })
    const moved = await change({ repository: 'https://evil.example.com/acme/docs.git' })
    expect(moved.status).toBe(400)
    expect(JSON.stringify(await moved.json())).toContain('give the credentials again')
    expect((await change({ host: { kind: 'github', url: 'https://evil.example.com' } })).status).toBe(400)
    expect((await change({ repository: 'https://git.example.com/acme/other.git' })).status).toBe(200)
  })

  test.each([
    ['an address with a secret in it', { repository: 'https://user:pass@example.com/x.git', host: { kind: 'github' } }],
    ['an address that is not encrypted', { repository: 'http://example.com/x.git', host: { kind: 'github' } }],
    ['a program instead of an address', { repository: 'ext::sh -c touch% /tmp/x', host: { kind: 'github' } }],
    [
      'an API that is not encrypted',
      { repository: 'https://github.com/a/b', host: { kind: 'github', url: 'http://example.com' } },
    ],
    [
      'an API with a secret in its address',
      { repository: 'https://github.com/a/b', host: { kind: 'github', url: 'https://user:hunter2@example.com' } },
    ],
    [
      'a webhook with a secret in its address',
      { webhook: { url: 'https://user:hunter2@example.com/hook', secret: 'a secret of the receiver' } },
    ],
    ['an address without a repository', { repository: 'https://github.com/acme', host: { kind: 'github' } }],
    ['a folder that is not there', { repository: '/nowhere/at/all' }],
    ['a folder outside of the repository', { docsFolder: '../secret' }],
    ['an option as a branch', { ref: '--upload-pack=x' }],
    ['a model that cannot be', { model: 'nonsense' }],
    [
      'a key of an App that is none',
      {
        repository: 'https://github.com/a/b',
        host: { kind: 'github' },
        credentials: { kind: 'app', appId: '1', privateKey: 'acme-docs-agent.private-key.pem' },
      },
    ],
    [
      'an App where Apps are unknown',
      {
        repository: 'https://gitlab.com/a/b',
        host: { kind: 'gitlab' },
        credentials: { kind: 'app', appId: '1', privateKey: 'x' },
      },
    ],
    ['a model that only quotes', { model: 'quote' }],
  ])('is refused with %s', async (_, more) => {
    const body = { name: 'x', repository: repository.folder, host: { kind: 'local' }, ...more }
    expect((await administrate('/admin/v1/projects', { body })).status).toBe(400)
  })

  test('is refused with a model of a form that none has, in a sentence about that model', async () => {
    const body = { name: 'x', repository: repository.folder, host: { kind: 'local' }, model: 'nonsense' }
    const { issues } = problemSchema.parse(await (await administrate('/admin/v1/projects', { body })).json())
    expect(issues).toEqual([
      { path: 'model', message: expect.stringMatching(/^model must be provider:model, .*“nonsense”/) },
    ])
  })
})

describe('readers’ questions', () => {
  const groupsSchema = z.object({ groups: z.array(questionGroupSchema) })

  const ask = async (
    siteId: string,
    questions: readonly { question: string; status?: string; helpful?: 0 | 1; sources?: readonly string[] }[],
  ) => {
    const now = new Date().toISOString()
    const { database } = server
    await database
      .insertInto('site_policies')
      .values({ site_id: siteId, store_questions: 1, retention_days: 90, open_pages: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await database
      .insertInto('threads')
      .values({ id: `thread ${siteId}`, site_id: siteId, fp: 'a', created_at: now })
      .execute()
    for (const [index, { question, status = 'answered', helpful, sources = [] }] of questions.entries()) {
      const id = `${siteId} ${index}`
      const place = {
        site_id: siteId,
        page: null,
        language: null,
        strength: null,
        statements_json: '[]',
        input_tokens: 0,
        output_tokens: 0,
        cost: 0,
      }
      const turn = {
        id,
        ...place,
        thread_id: `thread ${siteId}`,
        question,
        answer: '',
        context_json: '[]',
        current_path: null,
      }
      await database
        .insertInto('turns')
        .values({
          ...turn,
          sources_json: JSON.stringify(sources.map((path) => ({ number: 1, path, anchor: null, url: `/${path}` }))),
          status: status === 'unanswered' ? 'unanswered' : 'answered',
          model: 'quote',
          started_at: now,
          finished_at: now,
        })
        .execute()
      if (helpful === undefined) continue
      await database
        .insertInto('feedback')
        .values({ turn_id: id, helpful, reason: null, comment: 'Too short.', created_at: now })
        .execute()
    }
  }

  test('that were asked in vain stand together with the pages that came nearest, and become a job once', async () => {
    const domain = `questions-${Date.now()}`
    await server.addSite(domain, {
      'login.md': '# Log in\n\nEnter your name and your password to log in.\n',
      'billing.md': '# Billing\n\nInvoices are sent each month.\n',
    })
    const site = await server.database
      .selectFrom('sites')
      .select('id')
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
    await ask(site.id, [
      { question: 'How do I reset my password?', status: 'unanswered', sources: ['gone', 'login'] },
      { question: 'password reset without email?', helpful: 0, sources: ['login', 'billing'] },
      { question: 'Where are my invoices?', status: 'unanswered' },
      { question: 'How do I log in?', helpful: 1 },
    ])
    project = await addProject({ site: domain })
    const list = async () => {
      const response = await administrate(`/admin/v1/projects/${project.id}/question-groups`, { method: 'GET' })
      return groupsSchema.parse(await response.json()).groups
    }
    const groups = await list()
    expect(groups.map(({ questions }) => questions.map(({ question }) => question).sort())).toEqual([
      ['How do I reset my password?', 'password reset without email?'],
      ['Where are my invoices?'],
    ])
    expect(groups[0]?.pages).toEqual([
      { path: 'login', title: 'Log in' },
      { path: 'billing', title: 'Billing' },
    ])
    expect(groups[0]?.questions.map(({ reason }) => reason).sort()).toEqual(['unanswered', 'unhelpful'])

    const created = await administrate(`/admin/v1/projects/${project.id}/question-groups/job`, { body: {} })
    expect(created.status).toBe(201)
    const { id } = agentJobSchema.parse(await created.json())
    const message = await server.database
      .selectFrom('job_messages')
      .selectAll()
      .where('job_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(message.prompt).toContain('- How do I reset my password? (not answered)')
    expect(message.prompt).toContain('the reader said: Too short.')
    expect(message.prompt).toContain('- login (Log in)')
    expect((await list()).map(({ questions }) => questions.length)).toEqual([1])
    await administrate(jobPath(`/${id}/cancel`))
    expect(await list()).toHaveLength(2)
  })

  test('become one job, however many ask for it at the same moment', async () => {
    const domain = `questions-${Date.now()}`
    await server.addSite(domain, { 'login.md': '# Log in\n\nEnter your name.\n' })
    const sites = server.database.selectFrom('sites').select('id').where('domain', '=', domain)
    const { id: siteId } = await sites.executeTakeFirstOrThrow()
    await ask(siteId, [{ question: 'Where are my invoices?', status: 'unanswered' }])
    const { id } = await addProject({ site: domain })
    const row = await server.database.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const dependencies = { database: server.database, models: namedModels }
    const make = () => addJob(dependencies, { project: row, body: { prompt: 'Answer it' }, questions: [`${siteId} 0`] })
    const made = await Promise.allSettled([make(), make(), make()])
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  })

  test('of a project without a site are refused with a sentence', async () => {
    const response = await administrate(`/admin/v1/projects/${project.id}/question-groups`, { method: 'GET' })
    expect(response.status).toBe(409)
  })
})
