import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkout, openCheckout } from '../src/agent/repository/checkout.ts'
import type { CheckoutRequest } from '../src/agent/repository/checkout-request.ts'
import { openDisk } from '../src/disk.ts'
import { usualQuotas } from '../src/quotas.ts'
import { type BareRepository, createBareRepository } from './support/forge/bare-repository.ts'
import { startEndlessGitHost } from './support/forge/endless-git-host.ts'
import { createForge, type Forge } from './support/forge/forge.ts'
import { commitSharedFiles } from './support/forge/shared-files.ts'

const secret = 'forge_secret_of_this_test'
const author = { name: 'Sidenote', email: 'sidenote@example.com' }
const date = new Date('2026-02-03T04:05:06Z')
const work = mkdtempSync(join(tmpdir(), 'checkout-'))
let forge: Forge
let checkouts = 0
const open: Checkout[] = []

beforeAll(async () => {
  forge = await createForge('github', { tokens: { [secret]: 'write', readonly: 'read' } })
})
afterAll(async () => {
  for (const checkout of open) await checkout.close()
  await forge.close()
  rmSync(work, { recursive: true, force: true })
})

const files = {
  'README.md': '# Acme\n',
  'docs/index.md': '# Welcome\n\nSee [the guide](./guide.md).\n',
  'docs/guide.md': '# Guide\n\nPress the `Start` button.\n',
  'src/main.c': 'int main(void) { return 0; }\n',
  'website/docusaurus.config.js': 'module.exports = {}\n',
}

const addRepository = (name: string, more: Record<string, string> = {}): BareRepository =>
  forge.addRepository(`acme/${name}`, { ...files, ...more })

const checkOut = async (name: string, request: Partial<CheckoutRequest> = {}): Promise<Checkout> => {
  const checkout = await openCheckout({
    repository: forge.repositoryUrl(`acme/${name}`),
    ref: 'main',
    branch: 'sidenote/job',
    docsFolder: 'docs',
    folder: join(work, String(checkouts++)),
    credentials: async () => ({ username: 'x-access-token', token: secret }),
    ...request,
  })
  open.push(checkout)
  return checkout
}

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('of an organization that the operator does not trust, no private host is asked, whatever its name', async () => {
  addRepository('private')
  const before = forge.replies.length
  for (const host of ['127.0.0.1', 'localhost']) {
    const repository = forge.repositoryUrl('acme/private').replace('127.0.0.1', host)
    await expect(checkOut('private', { repository, publicOnly: true })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('is not a public address'),
    })
  }
  expect(forge.replies.length).toBe(before)
})

test('only the documentation and what configures its site come down, and no .git', async () => {
  addRepository('sparse')
  const checkout = await checkOut('sparse')
  expect(
    everyFile(checkout.tree)
      .map((file) => file.slice(checkout.tree.length + 1))
      .sort(),
  ).toEqual(['README.md', 'docs/guide.md', 'docs/index.md', 'website/docusaurus.config.js'])
  expect(await checkout.files()).toContain('src/main.c')
  expect(await checkout.changedFiles()).toEqual([])
})

test('a change becomes one commit with the same id on every machine, and is pushed to the job’s branch', async () => {
  const repository = addRepository('commit')
  const change = new Map([
    ['docs/guide.md', '# Guide\n\nPress `Run`.\n'],
    ['docs/new/page.md', '# New\n'],
    ['docs/index.md', null],
  ])
  const commits: string[] = []
  for (const checkout of [await checkOut('commit'), await checkOut('commit')]) {
    await checkout.apply(change)
    expect(await checkout.changedFiles()).toEqual([
      { path: 'docs/guide.md', status: 'modified' },
      { path: 'docs/index.md', status: 'deleted' },
      { path: 'docs/new/page.md', status: 'added' },
    ])
    expect(await checkout.diff()).toContain('+Press `Run`.')
    commits.push(await checkout.commit({ message: 'Rename the button\n\nSidenote-Job: 1', date, author }))
  }
  expect(commits[0]).toBe(commits[1])
  const [checkout] = open.slice(-1)
  const push = { commit: commits[0] ?? '', branch: 'sidenote/job', expected: null }
  expect(await checkout?.push(push)).toBe('pushed')
  expect(await checkout?.push(push), 'again, as after a crash').toBe('pushed')
  expect([...repository.read('sidenote/job').keys()]).toEqual([
    'README.md',
    'docs/guide.md',
    'docs/new/page.md',
    'src/main.c',
    'website/docusaurus.config.js',
  ])
  expect(await checkout?.remoteHead('sidenote/job')).toEqual({
    commit: commits[0],
    message: 'Rename the button\n\nSidenote-Job: 1',
  })
  expect(repository.git('log', '-1', '--format=%an %ae %aI %cI', 'sidenote/job')).toBe(
    'Sidenote sidenote@example.com 2026-02-03T04:05:06+00:00 2026-02-03T04:05:06+00:00',
  )
})

test('a file that is changed in the second in which it was fetched, to a text as long, has changed', async () => {
  addRepository('quick')
  const checkout = await checkOut('quick')
  writeFileSync(join(checkout.tree, 'docs/guide.md'), '# Guide\n\nPress the `Pause` button.\n')
  await wait(1_100)
  expect(await checkout.changedFiles()).toEqual([{ path: 'docs/guide.md', status: 'modified' }])
})

test('a follow-up begins at the branch, and knows what the base says', async () => {
  const repository = addRepository('follow-up')
  const base = repository.head('main') ?? ''
  const first = await checkOut('follow-up')
  await first.apply(
    new Map([
      ['docs/guide.md', '# Guide\n\nOne.\n'],
      ['docs/more.md', '# More\n'],
    ]),
  )
  const commit = await first.commit({ message: 'One', date, author })
  await first.push({ commit, branch: 'sidenote/job', expected: null })
  repository.commit({ 'docs/other.md': '# Somebody else\n' })
  const second = await checkOut('follow-up', { base })
  expect(second.branchCommit).toBe(commit)
  expect(second.baseCommit).toBe(base)
  expect([...second.baseTexts]).toEqual([
    ['docs/guide.md', files['docs/guide.md']],
    ['docs/more.md', null],
  ])
  await second.apply(new Map([['docs/index.md', '# Hello\n']]))
  expect(await second.changedFiles()).toEqual([{ path: 'docs/index.md', status: 'modified' }])
  expect((await second.changedSinceBase()).map((file) => file.path)).toEqual([
    'docs/guide.md',
    'docs/index.md',
    'docs/more.md',
  ])
  const next = await second.commit({ message: 'Two', date, author })
  expect(await second.push({ commit: next, branch: 'sidenote/job', expected: commit })).toBe('pushed')
  expect(repository.git('rev-list', '--count', `${base}..sidenote/job`)).toBe('2')
})

test('a branch that somebody moved in between is left alone', async () => {
  const repository = addRepository('stale')
  const checkout = await checkOut('stale')
  await checkout.apply(new Map([['docs/guide.md', 'Mine.\n']]))
  const commit = await checkout.commit({ message: 'Mine', date, author })
  const theirs = repository.commit({ 'docs/guide.md': 'Theirs.\n' }, { branch: 'sidenote/job' })
  expect(await checkout.push({ commit, branch: 'sidenote/job', expected: null })).toBe('stale')
  expect(await checkout.push({ commit, branch: 'sidenote/job', expected: checkout.baseCommit })).toBe('stale')
  expect(repository.head('sidenote/job')).toBe(theirs)
})

test('a protected branch, a revoked token and a missing branch are told apart, and the token is never said', async () => {
  const repository = addRepository('refusals')
  repository.hook('pre-receive', 'echo "Branch sidenote/* is protected" >&2; exit 1')
  const checkout = await checkOut('refusals')
  await checkout.apply(new Map([['docs/guide.md', 'New.\n']]))
  const commit = await checkout.commit({ message: 'New', date, author })
  const push = { commit, branch: 'sidenote/job', expected: null }
  await expect(checkout.push(push)).rejects.toMatchObject({
    failure: 'refused',
    message: expect.stringContaining('Branch sidenote/* is protected'),
  })
  await expect(checkOut('refusals', { ref: 'no-such-branch' })).rejects.toMatchObject({ failure: 'missing' })
  await expect(checkOut('no-such-repository')).rejects.toMatchObject({ failure: 'missing' })
  const credentials = async () => ({ username: 'x-access-token', token: 'revoked-token' })
  const failure = await checkOut('refusals', { credentials }).catch((error: unknown) => String(error))
  expect(failure).toMatch(/refuses the token/)
  expect(failure).not.toMatch(/revoked-token/)
  const reader = await checkOut('refusals', { credentials: async () => ({ username: 'x', token: 'readonly' }) })
  await reader.apply(new Map([['docs/guide.md', 'New.\n']]))
  await expect(
    reader.push({ ...push, commit: await reader.commit({ message: 'New', date, author }) }),
  ).rejects.toMatchObject({ failure: 'forbidden' })
})

test('a branch that is not there is answered with the default one, and a folder that is not there is said', async () => {
  addRepository('trunk').git('branch', '--move', 'main', 'trunk')
  await expect(checkOut('trunk')).rejects.toThrow('has no branch main. Its default branch is trunk.')
  addRepository('folders').commit({ website: { mode: '120000', text: 'docs' } })
  await expect(checkOut('folders', { docsFolder: 'doc' })).rejects.toThrow(
    /^doc is not a folder .* main has no file below/,
  )
  await expect(checkOut('folders', { docsFolder: 'website' })).rejects.toThrow('a symbolic link or a submodule')
  const nothing = { repository: work, local: true, credentials: async () => undefined }
  await expect(checkOut('', nothing)).rejects.toThrow(`${work} is not a git repository.`)
})

test('the token is nowhere on the disk', async () => {
  addRepository('disk')
  const checkout = await checkOut('disk')
  await checkout.apply(new Map([['docs/guide.md', 'New.\n']]))
  const commit = await checkout.commit({ message: 'New', date, author })
  await checkout.push({ commit, branch: 'sidenote/job', expected: null })
  const written = [secret, Buffer.from(`x-access-token:${secret}`).toString('base64')]
  const folder = join(checkout.tree, '..')
  const holding = everyFile(folder).filter((file) => written.some((text) => readFileSync(file).includes(text)))
  expect(holding).toEqual([])
  await checkout.close()
  expect(existsSync(folder)).toBe(false)
})

test('bytes stay as they are, whatever .gitattributes says', async () => {
  const page = '\uFEFF# Windows\r\n\r\n$Id$ stays\r\n'
  const repository = addRepository('bytes', {
    '.gitattributes': '*.md text eol=lf ident working-tree-encoding=UTF-16 -diff filter=evil\n',
    'docs/windows.md': page,
  })
  const checkout = await checkOut('bytes')
  expect(readFileSync(join(checkout.tree, 'docs/windows.md'), 'utf8')).toBe(page)
  expect(await checkout.changedFiles()).toEqual([])
  await checkout.apply(new Map([['docs/windows.md', `${page}More.\r\n`]]))
  expect(await checkout.diff()).toContain('+More.')
  const commit = await checkout.commit({ message: 'More', date, author })
  await checkout.push({ commit, branch: 'sidenote/job', expected: null })
  expect(repository.git('diff', '--numstat', '--text', 'main', 'sidenote/job')).toBe('1\t0\tdocs/windows.md')
})

test('a text counts as one of the base only as a word of its own, below the folder, whatever the tree has now', async () => {
  const page = 'See <https://a.example/x> and (https://b.example/y?z=1), and https://c.example.\n'
  addRepository('words', { 'docs/links.md': page, 'src/links.md': 'https://d.example/\n' })
  const checkout = await checkOut('words')
  writeFileSync(join(checkout.tree, 'docs/new.md'), 'https://e.example/\n')
  const base = ['https://a.example/x', 'https://b.example/y?z=1']
  const others = ['https://a.example', 'https://a.exam', 'https://b.example/y', 'a.example/x', 'https://d.example/']
  expect(await checkout.textsInBase([...others, ...base, 'https://e.example/'], 'docs')).toEqual(base)
  expect(await checkout.textsInBase([], 'docs')).toEqual([])
})

test('a search finds lines, also in new files, and says when there are more', async () => {
  addRepository('search')
  const checkout = await checkOut('search')
  await checkout.apply(new Map([['docs/new.md', 'The start button\nstarts.\n']]))
  expect(await checkout.search({ texts: ['START'], limit: 10, glob: 'docs/**' })).toEqual({
    hits: [
      { path: 'docs/guide.md', line: 3, text: 'Press the `Start` button.' },
      { path: 'docs/new.md', line: 1, text: 'The start button' },
      { path: 'docs/new.md', line: 2, text: 'starts.' },
    ],
    more: false,
  })
  expect(await checkout.search({ texts: ['starts.', 'WELCOME'], limit: 10 })).toMatchObject({
    hits: [
      { path: 'docs/index.md', line: 1 },
      { path: 'docs/new.md', line: 2 },
    ],
  })
  expect(await checkout.search({ texts: ['start'], limit: 1 })).toMatchObject({ hits: [{ line: 3 }], more: true })
  expect(await checkout.search({ texts: ['nowhere to be found'], limit: 1 })).toEqual({ hits: [], more: false })
  // As an expression, this one would have taken gigabytes.
  const bomb = '(((a{1,255}){1,255}){1,10})'
  await checkout.apply(new Map([['docs/bomb.md', `Match ${bomb} here.\n`]]))
  expect(await checkout.search({ texts: [bomb], limit: 1 })).toMatchObject({ hits: [{ path: 'docs/bomb.md' }] })
})

test('a repository on this machine works as one behind HTTP does', async () => {
  const repository = createBareRepository(join(work, 'local.git'), files)
  const checkout = await checkOut('local', {
    repository: repository.folder,
    local: true,
    credentials: async () => undefined,
  })
  await checkout.apply(new Map([['docs/guide.md', 'New.\n']]))
  const commit = await checkout.commit({ message: 'New', date, author })
  expect(await checkout.push({ commit, branch: 'sidenote/job', expected: null })).toBe('pushed')
  expect(repository.read('sidenote/job').get('docs/guide.md')).toBe('New.')
  const again = await checkOut('local', {
    repository: repository.folder,
    local: true,
    base: checkout.baseCommit,
    credentials: async () => undefined,
  })
  expect(again.branchCommit).toBe(commit)
  expect([...again.baseTexts.keys()]).toEqual(['docs/guide.md'])
})

test.each([
  ['ssh://git@example.com/acme/docs', 'https address'],
  ['git@example.com:acme/docs.git', 'https address'],
  ['ext::sh -c touch% /tmp/x', 'https address'],
  ['--upload-pack=touch /tmp/x', 'https address'],
  ['file:///etc', 'https address'],
  ['http://git.example.com/acme/docs', 'not encrypted'],
  ['https://user:token@example.com/acme/docs', 'neither a user'],
])('%s is not an address to clone from', async (repository, reason) => {
  await expect(checkOut('none', { repository })).rejects.toThrow(reason)
})

test.each(['--force', 'a..b', 'refs/heads/main', 'a b', 'x.lock', 'a\nb', '-x', 'HEAD', 'a~1', '@{-1}'])(
  '%j is not a branch',
  async (branch) => {
    await expect(checkOut('none', { branch })).rejects.toThrow('is not a valid branch name')
  },
)

test('many files that share one content are counted before they are written, and nothing stays on the disk', async () => {
  const { folder: repository } = addRepository('shared')
  commitSharedFiles(repository, { files: 300, bytes: 100_000 })
  const quotas = { ...usualQuotas, repositoryFiles: 400, repositoryBytes: 20_000_000 }
  const folder = join(work, 'shared')
  const local = { repository, local: true }
  for (const request of [{}, local]) {
    await expect(checkOut('shared', { ...request, quotas, folder })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('It has 300 files of 30 MB together; at most 400 files'),
    })
    expect(existsSync(folder)).toBe(false)
  }
  const fewer = { ...quotas, repositoryFiles: 299 }
  await expect(checkOut('shared', { quotas: fewer, folder })).rejects.toThrow('It has 300 files; at most 299 files')
  expect(existsSync(folder)).toBe(false)
})

test.each([
  ['branches', 'of memory, the most that git may take (SIDENOTE_GIT_MEGABYTES)'],
  ['pack', 'It is larger than 3 MB, the most that may be fetched (SIDENOTE_REPOSITORY_MEGABYTES'],
] as const)('a git host whose %s never end is left, with the figure', async (endless, sentence) => {
  const host = await startEndlessGitHost(endless)
  const folder = join(work, 'endless')
  const quotas = { ...usualQuotas, gitBytes: 200_000_000, repositoryBytes: 3_000_000 }
  await expect(checkOut('', { repository: host.repository, quotas, folder })).rejects.toThrow(sentence)
  expect(existsSync(folder)).toBe(false)
  await host.close()
})

test('with less left on the disk than is kept free, nothing is fetched, and another try may be made', async () => {
  addRepository('full')
  const disk = openDisk(work, Number.MAX_SAFE_INTEGER)
  await expect(checkOut('full', { disk })).rejects.toMatchObject({
    failure: 'unreachable',
    message: expect.stringContaining('are kept free (SIDENOTE_DISK_RESERVE): nothing is fetched.'),
  })
})
