import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeHost } from '../src/agent/hosts/host.ts'
import { readLocalPullRequest } from '../src/agent/hosts/local.ts'
import { openHost } from '../src/agent/hosts/open-host.ts'
import { type BareRepository, createBareRepository } from './support/forge/bare-repository.ts'
import { createForge, type Forge } from './support/forge/forge.ts'
import { objectionsOf } from './support/forge/github-schema.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const app = { id: '4711', publicKey, installationId: 12 }
const tokens = { writer: 'write', reader: 'read' } as const
const work = mkdtempSync(join(tmpdir(), 'hosts-'))
const forges = new Map<string, Forge>()
const noPage = (number: number) => `http://127.0.0.1/pulls/${number}`

beforeAll(async () => {
  for (const kind of ['github', 'gitlab', 'gitea'] as const) forges.set(kind, await createForge(kind, { tokens, app }))
})
afterAll(async () => {
  for (const forge of forges.values()) await forge.close()
  rmSync(work, { recursive: true, force: true })
})

interface Opened {
  readonly host: CodeHost
  readonly repository: BareRepository
  readonly forge: Forge | undefined
  readonly path: string
}

let count = 0
const openOn = (kind: 'github' | 'gitlab' | 'gitea' | 'local', token = 'writer'): Opened => {
  const path = `acme/docs-${count++}`
  const forge = forges.get(kind)
  const files = { 'docs/index.md': '# Welcome\n' }
  if (!forge) {
    const repository = createBareRepository(join(work, `${path}.git`), files)
    return { host: openHost({ kind, repository: repository.folder }, noPage), repository, forge, path }
  }
  const repository = forge.addRepository(path, files)
  const settings = { kind, repository: forge.repositoryUrl(path), secret: { kind: 'token', token } } as const
  return { host: openHost(settings, noPage), repository, forge, path }
}

const head = 'sidenote/job'
const request = { head, base: 'main', title: 'Add a page', body: 'Readers asked.', draft: false }
const addBranch = (repository: BareRepository): string => {
  repository.git('branch', '-f', head, 'main')
  return repository.commit({ 'docs/new.md': '# New\n' }, { branch: head })
}

describe.each(['github', 'gitlab', 'gitea', 'local'] as const)('%s', (kind) => {
  test('a pull request is opened, found again and described anew', async () => {
    const { host, repository } = openOn(kind)
    addBranch(repository)
    expect(await host.findPullRequest(head)).toBeUndefined()
    const created = await host.createPullRequest(request)
    expect(created).toMatchObject({ number: 1, draft: false, url: expect.stringMatching(/^http.*1$/) })
    await host.describePullRequest(created.number, 'More.')
    expect(await host.findPullRequest(head)).toEqual({ ...created, body: 'More.' })
    expect(await host.findPullRequest('sidenote/other')).toBeUndefined()
  })

  test('a draft stays one when it is described anew', async () => {
    const { host, repository } = openOn(kind)
    addBranch(repository)
    expect(await host.createPullRequest({ ...request, draft: true })).toMatchObject({ draft: true })
    await host.describePullRequest(1, 'More.')
    expect(await host.findPullRequest(head)).toMatchObject({ draft: true })
  })

  test('one that exists is taken instead of a second', async () => {
    const { host, repository, forge, path } = openOn(kind)
    addBranch(repository)
    const first = await host.createPullRequest(request)
    expect(await host.createPullRequest({ ...request, title: 'Again' })).toEqual(first)
    if (forge) expect(forge.pulls(path)).toHaveLength(1)
  })

  test('a branch that is missing, or brings nothing, is refused with the reason', async () => {
    const { host, repository } = openOn(kind)
    await expect(host.createPullRequest(request)).rejects.toMatchObject({
      failure: kind === 'gitea' ? 'missing' : 'refused',
    })
    repository.git('branch', head, 'main')
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'refused' })
  })

  test('a merged one is not found any more, the next one of its branch is', async () => {
    const { host, repository, forge, path } = openOn(kind)
    const commit = addBranch(repository)
    await host.createPullRequest(request)
    repository.git('update-ref', 'refs/heads/main', commit)
    const [first] = forge?.pulls(path) ?? []
    if (first) first.merged = true
    expect(await host.findPullRequest(head)).toBeUndefined()
    repository.commit({ 'docs/other.md': '# Other\n' }, { branch: head })
    await host.createPullRequest({ ...request, title: 'Second' })
    // A local pull request is its branch: a commit more makes the first one open again.
    expect(await host.findPullRequest(head)).toMatchObject({ number: kind === 'local' ? 1 : 2 })
  })
})

describe.each(['github', 'gitlab', 'gitea'] as const)('%s behind HTTP', (kind) => {
  const api = { github: /\/pulls$/, gitlab: /\/merge_requests$/, gitea: /\/pulls$/ }[kind]

  test('when the answer to a creation is lost, the next try takes what was created', async () => {
    const { host, repository, forge, path } = openOn(kind)
    addBranch(repository)
    forge?.faults.push({ method: 'POST', path: api, when: 'after', answer: 'drop' })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'unreachable' })
    expect(await host.createPullRequest(request)).toMatchObject({ number: 1 })
    expect(forge?.pulls(path)).toHaveLength(1)
  })

  test('of an organization that the operator does not trust, none but a public host is asked', async () => {
    const { repository, forge, path } = openOn(kind)
    addBranch(repository)
    const settings = { kind, repository: forge?.repositoryUrl(path) ?? '', publicOnly: true }
    const apiUrl = settings.repository.replace(/127\.0\.0\.1(:\d+).*/, 'localhost$1')
    const before = forge?.replies.length
    for (const host of [openHost(settings, noPage), openHost({ ...settings, apiUrl }, noPage)]) {
      const refused = { failure: 'unreachable', message: expect.stringContaining('is not a public address') }
      await expect(host.findPullRequest(head)).rejects.toMatchObject(refused)
      await expect(host.createPullRequest(request)).rejects.toMatchObject(refused)
    }
    expect(forge?.replies.length).toBe(before)
  })

  test('a revoked token, a token that may only read, an ill host and a limit are told apart', async () => {
    const { host, repository, forge } = openOn(kind)
    addBranch(repository)
    await expect(openOn(kind, 'revoked').host.findPullRequest(head)).rejects.toMatchObject({
      failure: 'unauthorized',
      message: expect.not.stringContaining('revoked-'),
    })
    const reader = openOn(kind, 'reader')
    addBranch(reader.repository)
    await expect(reader.host.createPullRequest(request)).rejects.toMatchObject({ failure: 'forbidden' })
    const fail = (answer: { status: number; headers?: Record<string, string> }) =>
      forge?.faults.push({ method: 'POST', path: api, when: 'before', answer: { body: {}, ...answer } })
    fail({ status: 502 })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'unreachable' })
    fail({ status: 429, headers: { 'retry-after': '7' } })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'limited', retryAfterSeconds: 7 })
    fail({ status: 429, headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() } })
    await expect(host.createPullRequest(request)).rejects.toSatisfy(
      ({ retryAfterSeconds }) => retryAfterSeconds > 60 && retryAfterSeconds <= 90,
    )
    fail({ status: 429 })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'limited', retryAfterSeconds: 60 })
    const secondary = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }
    forge?.faults.push({ method: 'POST', path: api, when: 'before', answer: { status: 403, body: secondary } })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'limited', retryAfterSeconds: 60 })
    fail({ status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } })
    await expect(host.createPullRequest(request)).rejects.toMatchObject({ failure: 'refused' })
  })

  test('a page to sign in at, and whatever else is no answer of this host, is told in a sentence', async () => {
    const { host, repository, forge } = openOn(kind)
    addBranch(repository)
    for (const method of ['GET', 'POST'] as const) {
      for (const body of ['<html>Sign in</html>', { message: 'ok' }, [{ number: 'one' }]]) {
        forge?.faults.push({ method, path: api, when: 'before', answer: { status: 200, body } })
        const asked = method === 'GET' ? host.findPullRequest(head) : host.createPullRequest(request)
        await expect(asked).rejects.toMatchObject({
          failure: 'unreachable',
          message: expect.stringMatching(/answered with 200, but not the way this kind of code host answers/),
        })
      }
    }
  })

  test('the credentials open the repository for git', async () => {
    const { host } = openOn(kind)
    expect(await host.credentials()).toMatchObject({ token: 'writer' })
  })
})

test.each(['github', 'gitlab', 'gitea'] as const)(
  '%s: one that people pointed at another branch is found',
  async (kind) => {
    const { host, repository, forge, path } = openOn(kind)
    addBranch(repository)
    const created = await host.createPullRequest(request)
    const [pull] = forge?.pulls(path) ?? []
    if (pull) pull.base = 'trunk'
    expect(await host.findPullRequest(head)).toEqual(created)
  },
)

test('gitea: one is found among many, of a server that gives fewer at a time than it is asked for', async () => {
  const { host, repository, forge, path } = openOn('gitea')
  addBranch(repository)
  const created = await host.createPullRequest(request)
  const [first] = forge?.pulls(path) ?? []
  if (first)
    for (let number = 2; number < 60; number++) forge?.pulls(path).push({ ...first, number, head: `b${number}` })
  expect(await host.findPullRequest(head)).toEqual(created)
})

describe('github', () => {
  test('an App installation opens a repository, with one token until that ends', async () => {
    const forge = forges.get('github')
    const path = 'acme/app'
    const repository = forge?.addRepository(path, { 'docs/index.md': '# Welcome\n' })
    if (!forge || !repository) throw new Error('There is no forge.')
    addBranch(repository)
    const secret = { kind: 'app', appId: app.id, privateKey } as const
    const host = openHost({ kind: 'github', repository: forge.repositoryUrl(path), secret }, noPage)
    expect(await host.createPullRequest(request)).toMatchObject({ number: 1 })
    const credentials = await host.credentials()
    expect(credentials).toMatchObject({ username: 'x-access-token', token: expect.stringMatching(/^ghs_/) })
    const asked = forge.replies.filter((reply) => reply.path.endsWith('/access_tokens'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.request).toMatchObject({
      repositories: ['app'],
      permissions: { contents: 'write', pull_requests: 'write' },
    })
  })

  test('a key that is not the App’s is refused', async () => {
    const forge = forges.get('github')
    forge?.addRepository('acme/wrong', { 'docs/index.md': '# Welcome\n' })
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const open = (key: string) =>
      openHost(
        {
          kind: 'github',
          repository: forge?.repositoryUrl('acme/wrong') ?? '',
          secret: { kind: 'app', appId: app.id, privateKey: key },
        },
        noPage,
      )
    await expect(open(other.privateKey).credentials()).rejects.toMatchObject({ failure: 'unauthorized' })
    await expect(open('no key').credentials()).rejects.toThrow('not a PEM key')
  })

  test('where drafts are not supported, an ordinary pull request is opened', async () => {
    const { host, repository, forge } = openOn('github')
    addBranch(repository)
    forge?.faults.push({
      method: 'POST',
      path: /\/pulls$/,
      when: 'before',
      answer: {
        status: 422,
        body: { message: 'Draft pull requests are not supported in this repository.' },
      },
    })
    expect(await host.createPullRequest({ ...request, draft: true })).toMatchObject({ draft: false })
  })

  test('the double answers as GitHub’s own OpenAPI document says', () => {
    const replies = forges.get('github')?.replies ?? []
    expect(replies.length).toBeGreaterThan(20)
    const objections = replies.flatMap(({ method, path, reply }) =>
      objectionsOf(method, path.replace('/api/v3', ''), reply.status, reply.body),
    )
    expect([...new Set(objections)]).toEqual([])
    expect(objectionsOf('POST', '/repos/acme/docs/pulls', 201, { number: 1 })).not.toEqual([])
  })
})

test('a local pull request shows what merging it would change, and closes with its branch', async () => {
  const { host, repository } = openOn('local')
  addBranch(repository)
  repository.commit({ 'docs/elsewhere.md': '# Meanwhile\n' })
  await host.createPullRequest(request)
  const page = await readLocalPullRequest(repository.folder, 1)
  expect(page).toMatchObject({ title: 'Add a page', body: 'Readers asked.', state: 'open', head, base: 'main' })
  expect(page?.diff).toContain('+# New')
  expect(page?.diff).not.toContain('Meanwhile')
  repository.git('update-ref', '-d', `refs/heads/${head}`)
  expect(await readLocalPullRequest(repository.folder, 1)).toMatchObject({ state: 'closed', diff: null })
  expect(await readLocalPullRequest(repository.folder, 2)).toBeUndefined()
})

describe('the command that a local pull request shows', () => {
  const runShell = (command: string) => {
    const { PATH } = process.env
    const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' }
    const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' }
    const env = { PATH, HOME: '/nonexistent', ...author, ...committer }
    execFileSync('/bin/sh', ['-c', command], { cwd: mkdtempSync(join(work, 'shell-')), env, stdio: 'pipe' })
  }
  const merge = async (repository: string) => {
    runShell((await readLocalPullRequest(repository, 1))?.mergeCommand ?? '')
    return (await readLocalPullRequest(repository, 1))?.state
  }

  test('merges it in a bare repository, which has moved on', async () => {
    const { host, repository } = openOn('local')
    addBranch(repository)
    repository.commit({ 'docs/elsewhere.md': '# Meanwhile\n' })
    await host.createPullRequest(request)
    expect(await merge(repository.folder)).toBe('merged')
    expect([...repository.read('main').keys()]).toEqual(expect.arrayContaining(['docs/elsewhere.md', 'docs/new.md']))
  })

  test('merges it where people work, on whatever branch and in a folder of any name', async () => {
    const { repository } = openOn('local')
    addBranch(repository)
    const folder = join(work, "Ada's docs; $(false)")
    const quoted = `'${folder.replaceAll("'", "'\\''")}'`
    runShell(`git clone --quiet ${repository.folder} ${quoted}`)
    runShell(`cd ${quoted} && git branch --quiet ${head} origin/${head} && git switch --quiet --create other`)
    await openHost({ kind: 'local', repository: folder }, noPage).createPullRequest(request)
    expect(await merge(folder)).toBe('merged')
  })
})

test('a linked work tree has the pull requests of its repository', async () => {
  const { host, repository } = openOn('local')
  addBranch(repository)
  const linked = `${repository.folder}-linked`
  repository.git('worktree', 'add', '--quiet', '-b', 'linked', linked, 'main')
  await host.createPullRequest(request)
  expect(await readLocalPullRequest(linked, 1)).toMatchObject({ title: 'Add a page', state: 'open' })
})

test('a repository address that names no repository is refused', () => {
  expect(() => openHost({ kind: 'github', repository: 'https://github.com/acme' }, noPage)).toThrow('owner/name')
  expect(() => openHost({ kind: 'local', repository: 'relative/path' }, noPage)).toThrow('absolute path')
  const local = { kind: 'local', repository: work, publicOnly: true } as const
  expect(() => openHost(local, noPage)).toThrow('is on the server’s machine')
})
