import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  agentEventSchema,
  agentJobReportSchema,
  agentJobSchema,
  agentJobsSchema,
  projectSchema,
} from '@sidenote/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docs } from './support/agent-scene.ts'
import { createBareRepository } from './support/forge/bare-repository.ts'
import { edit, finish, read, type ScriptedModel, startScriptedModel } from './support/scripted-model.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { type Finished, runCli } from './support/server-process.ts'

const login = 'docs/login.md'
let server: TestServer
let model: ScriptedModel
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  createBareRepository(join(folder, 'docs.git'), docs)
  model = await startScriptedModel({
    'Mention passwords': [
      read(login),
      edit(login, 'Enter your name.', 'Enter your name and your \u001b[31mpassword.'),
      finish('Mention passwords'),
    ],
    'Break a link': [edit('docs/index.md', 'login.md', 'sign-in.md'), finish(), finish(), finish('Break a link')],
    'And tokens': [finish('Nothing more')],
    Steer: [finish('Steer', { summary: '\u001b[31mred\u0007 \u009b31m' })],
    'Never end': Array.from({ length: 9 }, () => 'I am done.'),
  })
  server = await startTestServer({
    environment: { SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
})
afterAll(async () => {
  await Promise.all([server.stop(), model.close()])
  await rm(folder, { recursive: true, force: true })
})

const run = (...parameters: string[]): Promise<Finished> =>
  runCli(parameters, {
    environment: {
      SIDENOTE_URL: server.url,
      SIDENOTE_ADMIN_KEY: server.adminKey,
      ACME_TOKEN: 'ghp_verysecret',
      HOOK_SECRET: 'a secret of sixteen',
    },
    folder,
  })
const json = async (...parameters: string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await run(...parameters, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

test('without a project every job command says how to add one', async () => {
  const { code, stderr } = await run('jobs', 'list')
  expect(code).toBe(1)
  expect(stderr).toContain('sidenote projects add')
})

test('a repository beside the current folder is added, and a job is watched until its pull request is there', async () => {
  const added = await run('projects', 'add', 'acme', '--host', 'local', '--repository', 'docs.git', '--docs', 'docs')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the project acme') })
  const { code, stdout } = await run('jobs', 'create', 'Mention passwords', '--watch')
  expect(code).toBe(0)
  for (const line of [/asked +Mention passwords/, /reading +docs\/login.md/, /editing +docs\/login.md \(modified\)/]) {
    expect(stdout).toMatch(line)
  }
  expect(stdout).toMatch(/completed[\s\S]*\/agent\/projects\/project_.*\/pull-requests\/1/)
  expect(stdout).not.toContain('\u001b')
})

test('a follow-up is sent and watched, and the report tells both turns and what they used', async () => {
  const { jobs } = agentJobsSchema.parse(await json('jobs', 'list'))
  const [job] = jobs
  if (!job) throw new Error('There is no job.')
  const watched = await run('jobs', 'message', job.id, 'And tokens', '--watch')
  expect(watched).toMatchObject({ code: 0, stdout: expect.stringMatching(/^asked +And tokens/) })
  expect(watched.stdout).not.toContain('Mention passwords')
  expect((await run('jobs', 'list')).stdout).toMatch(
    /^ID +STATUS +CREATED +ASKED +PULL REQUEST\njob_.* Mention passwords +http/,
  )
  const report = agentJobReportSchema.parse(await json('jobs', 'show', job.id))
  expect(report.turns.map(({ prompts }) => prompts)).toEqual([['Mention passwords'], ['And tokens']])
  expect((await run('jobs', 'show', job.id)).stdout).toContain('4 calls, 4000 + 400 tokens')
  const { stdout } = await run('jobs', 'watch', job.id, '--json')
  const lines = stdout.trim().split('\n')
  expect(lines.slice(0, -1).map((line) => agentEventSchema.parse(JSON.parse(line)).number)).toEqual(
    lines.slice(1).map((_, index) => index + 1),
  )
  expect(agentJobSchema.parse(JSON.parse(lines.at(-1) ?? ''))).toMatchObject({ status: 'completed' })
  expect(agentJobSchema.parse(await json('jobs', 'archive', job.id))).toMatchObject({ status: 'archived' })
})

test('a pull request with problems is watched as the draft that it is', async () => {
  const { code, stdout } = await run('jobs', 'create', 'Break a link', '--watch')
  expect(code).toBe(0)
  expect(stdout).toMatch(/\ndraft .*\n +http.*\n +1 problem is left\. Fix it, or send the job a message\.\n$/)
  expect(stdout).not.toMatch(/^completed/m)
})

test('what a model says cannot steer the terminal, in no command', async () => {
  const id = agentJobSchema.parse(await json('jobs', 'create', 'Steer')).id
  expect((await run('jobs', 'watch', id)).stdout).toContain('completed')
  const { stdout } = await run('jobs', 'show', id)
  expect(stdout).toContain('[31mred')
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  const watched = await run('jobs', 'watch', id, '--json')
  expect(watched.stdout).toContain('\\u009b31m')
  expect(watched.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('a job that fails is an error, with the reason', async () => {
  const { code, stdout, stderr } = await run('jobs', 'create', 'Never end', '--watch')
  expect(code).toBe(1)
  expect(stdout).toContain('The model stopped without finishing')
  expect(stderr).toMatch(/The job (job_\w+) failed\. .*"sidenote jobs message \1 …"/)
})

test('a secret is read from the environment and shown nowhere', async () => {
  await writeFile(join(folder, 'style.md'), 'Be brief.')
  const parameters = ['projects', 'add', 'hosted', '--repository', 'https://git.example.com/acme/docs.git']
  const { code, stdout } = await run(
    ...parameters,
    '--token-variable',
    'ACME_TOKEN',
    '--instructions',
    'style.md',
    '--json',
  )
  expect(code).toBe(0)
  expect(projectSchema.parse(JSON.parse(stdout))).toMatchObject({
    credentials: 'token',
    instructions: 'Be brief.',
    host: { kind: 'github' },
  })
  expect(stdout).not.toContain('ghp_verysecret')
  const missing = await run(...parameters, '--token-variable', 'NOT_THERE')
  expect(missing).toMatchObject({ code: 1, stderr: 'The environment variable NOT_THERE is not set.\n' })
})

test('with several projects the one that is meant has to be named, by id or by name', async () => {
  const unnamed = await run('jobs', 'list')
  expect(unnamed.code).toBe(1)
  expect(unnamed.stderr).toContain('--project')
  expect((await run('jobs', 'list', '--project', 'acme')).code).toBe(0)
  expect((await run('projects', 'update', 'hosted', '--name', 'renamed')).code).toBe(0)
  expect((await run('projects', 'show', 'renamed')).stdout).toMatch(/renamed\nid +project_.*\nrepository +https:/)
  const unsure = await run('projects', 'remove', 'renamed')
  expect(unsure).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes to do it') })
  expect((await run('projects', 'remove', 'renamed', '--yes')).code).toBe(0)
  expect((await run('jobs', 'list')).code).toBe(0)
})

test('projects update changes what is named alone, takes away what is empty, and ignores no option', async () => {
  const update = async (...parameters: string[]) =>
    projectSchema.parse(await json('projects', 'update', 'acme', ...parameters))
  await update('--max-steps', '100', '--price-input', '1', '--price-output', '5')
  expect(await update('--max-minutes', '30', '--price-input', '2')).toMatchObject({
    limits: { steps: 100, minutes: 30 },
    prices: { input: 2, output: 5 },
  })
  expect(await update('--repository', 'docs.git', '--docs', './docs')).toMatchObject({
    repository: join(folder, 'docs.git'),
    docsFolder: 'docs',
  })
  const hook = ['--webhook', 'https://example.com/hook', '--webhook-secret-variable', 'HOOK_SECRET']
  expect(await update(...hook, '--instructions', 'style.md')).toMatchObject({ instructions: 'Be brief.' })
  expect(await update('--writable', 'docs/openapi.yaml', 'docs/**/*.po')).toMatchObject({
    writable: ['docs/openapi.yaml', 'docs/**/*.po'],
  })
  expect((await run('projects', 'show', 'acme')).stdout).toMatch(/writable +docs\/openapi\.yaml, docs\/\*\*\/\*\.po/)
  const author = 'Ada Lovelace <ada@example.com>'
  expect(await update('--author', author)).toMatchObject({ author })
  for (const wrong of ['Ada', 'ada@example.com', '<ada@example.com>', 'Ada <ada>', 'Ada\nB <a@b.c>', 'A <a@b.c> x'])
    expect((await run('projects', 'update', 'acme', '--author', wrong)).stderr).toContain(
      'such as Ada Lovelace <ada@example.com>',
    )
  expect(await update('--author', '')).toMatchObject({ author: null })
  const outside = await run('projects', 'update', 'acme', '--writable', '../conf.py')
  expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('a path or a glob inside the repository')])
  expect(await update('--writable', '')).toMatchObject({ writable: [] })
  expect(await update('--webhook-secret-variable', 'HOOK_SECRET')).toMatchObject({
    webhook: { url: 'https://example.com/hook' },
  })
  expect(await update('--webhook', '', '--instructions', '')).toMatchObject({ webhook: null, instructions: null })
  for (const [parameters, sentence] of [
    [[], 'no option says what to change'],
    [['--installation', '5'], 'needs both --app-id and --app-key'],
    [['--webhook-secret-variable', 'HOOK_SECRET'], 'needs --webhook'],
    [['--app-id', '5', '--token-variable', 'ACME_TOKEN'], 'not both'],
  ] as const) {
    const { code, stderr } = await run('projects', 'update', 'acme', ...parameters)
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
  }
  const added = ['projects', 'add', 'other', '--repository', 'https://git.example.com/acme/docs.git']
  expect((await run(...added, '--price-input', '3')).stderr).toContain('--price-input needs --price-output')
  expect(projectSchema.parse(await json(...added)).host).toEqual({ kind: 'github', url: null })
  const hosted = await json('projects', 'update', 'other', '--host-url', 'https://git.example.com/api')
  expect(projectSchema.parse(hosted).host).toEqual({ kind: 'github', url: 'https://git.example.com/api' })
  expect((await run('projects', 'remove', 'other', '--yes')).code).toBe(0)
})

test.each([
  ['https://gitlab.com/acme/docs', 'gitlab'],
  ['https://gitlab.example.com/group/acme/docs.git', 'gitlab'],
  ['https://codeberg.org/acme/docs', 'gitea'],
  ['https://github.example.com/acme/docs', 'github'],
])('the kind of host is told by its address: %s', async (repository, kind) => {
  const { host } = projectSchema.parse(await json('projects', 'add', 'told', '--repository', repository))
  expect(host).toEqual({ kind, url: null })
  expect((await run('projects', 'add', 'told', '--repository', repository)).stderr).toContain('already exists')
  await run('projects', 'remove', 'told', '--yes')
})

test('what is typed wrong is told with exit code 2', async () => {
  expect(await run('projects', 'add', 'x', '--repository', './docs.git')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('with --host local'),
  })
  for (const parameters of [
    [],
    [' '],
    ['x', '--from-questions'],
    ['x', '--group', 'y'],
    ['--from-questions', '--ref', 'y'],
  ]) {
    expect((await run('jobs', 'create', ...parameters, '--project', 'acme')).code).toBe(2)
  }
  expect((await run('jobs', 'list', '--status', 'lost')).code).toBe(2)
  expect((await run('projects', 'add', 'x')).code).toBe(2)
  expect((await run('jobs', 'message')).code).toBe(2)
})
