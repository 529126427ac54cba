import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { listen } from './support/listen.ts'
import { cliProgram, runCli, type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let folder: string
let dataFolder: string
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  dataFolder = join(folder, 'data')
  await writeFiles(join(folder, 'docs'), {
    'index.md': '# Home\n\nWelcome.\n',
    'broken.mdx': '# Broken\n\n<Card>\n\nText without an end.\n',
  })
  server = await spawnServer(dataFolder)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const run = (...parameters: string[]) =>
  runCli(parameters, { environment: { SIDENOTE_URL: server.url, SIDENOTE_DATA: dataFolder }, folder })

test('the administrator key of the first start is in the data folder, for its owner alone', async () => {
  expect(server.adminKey).toMatch(/^svc_[0-9A-Za-z]{36}$/)
  expect((await stat(join(dataFolder, 'admin-key'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataFolder, 'sidenote.db'))).mode & 0o777).toBe(0o600)
  expect(server.output()).not.toContain(server.adminKey)
})

test('the log says at the start which version listens where', async () => {
  const { stdout } = await run('--version')
  const line = server
    .output()
    .split('\n')
    .find((one) => one.includes('"msg":"listening"'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ version: stdout.trim(), url: server.url })
})

describe('from nothing to an indexed site', () => {
  test('without sites, the list says how to add one', async () => {
    expect(await run('sites', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('sidenote sites add') })
  })

  test('sites add takes a folder relative to where it is typed', async () => {
    const added = await run(
      'sites',
      'add',
      'acme',
      '--folder',
      'docs',
      '--name',
      'Acme',
      '--origin',
      'https://a.example',
    )
    expect(added).toEqual({ code: 0, stdout: 'Added acme. Index it with "sidenote sync acme".\n', stderr: '' })
    const again = await run('sites', 'add', 'acme', '--folder', 'docs')
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'A site "acme" exists already.\n' })
  })

  test('sync reports each file it could not read as it stands, with line, column and reason', async () => {
    const { code, stdout } = await run('sync', 'acme')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^acme: in sync\. 2 pages read: 2 changed, 0 unchanged, 0 removed, 0 failed\./)
    expect(stdout).toMatch(/Indexed, but not as written:\n {2}broken\.mdx:\d+:\d+ \S+/)
    const again = JSON.parse((await run('sync', 'acme', '--json')).stdout)
    expect(again).toMatchObject({
      status: 'completed',
      unchanged: 2,
      problems: [{ path: 'broken.mdx', indexed: true }],
    })
  })

  test('sites policy shows what the site keeps and opens, and changes what is named', async () => {
    const shown = await run('sites', 'policy', 'acme')
    expect(shown.stdout).toMatch(/Questions are stored +no\n.* +90\n.* +no\n/)
    const changed = await run('sites', 'policy', 'acme', '--store-questions', '--retention-days', '7', '--json')
    const policy = { retentionDays: 7, openPages: false, pagesPath: null }
    expect(JSON.parse(changed.stdout)).toEqual({ ...policy, storeQuestions: true })
    const again = await run('sites', 'policy', 'acme', '--no-store-questions', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ ...policy, storeQuestions: false })
  })

  test('conversations, questions and searches say that there are none, and a reader can be deleted', async () => {
    expect((await run('conversations', 'list', 'acme')).stdout).toContain('Nobody asked anything')
    expect((await run('questions', 'acme')).stdout).toContain('no unanswered questions')
    expect((await run('searches', 'acme')).stdout).toContain('--store-questions')
    await run('sites', 'policy', 'acme', '--store-questions')
    for (const command of ['questions', 'searches']) {
      expect((await run(command, 'acme')).stdout).not.toContain('--store-questions')
    }
    const unknown = await run('conversations', 'show', 'acme', 'thread_none')
    expect(unknown).toMatchObject({ code: 1, stderr: 'There is no conversation "thread_none" on acme.\n' })
    const deleted = await run('conversations', 'delete', 'acme', '--fp', 'anna')
    expect(deleted).toMatchObject({ code: 0, stdout: 'Deleted 0 conversations of "anna" on acme.\n' })
  })

  test('conversations show tells a conversation with its answers, its sources and what the reader said', async () => {
    const { stdout: key } = await run('keys', 'create', '--site', 'acme')
    const headers = {
      authorization: `Bearer ${key.trim()}`,
      'content-type': 'application/json',
      origin: 'https://a.example',
    }
    const send = (path: string, body: object) =>
      fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'What does Home say?' }] }]
    const asked = await send('/discovery/v2/assistant/acme/message', { fp: 'anna', messages })
    await asked.text()
    const threadId = asked.headers.get('x-thread-id') ?? ''
    const { turns } = JSON.parse((await run('conversations', 'list', 'acme', '--fp', 'anna', '--json')).stdout)
    const about = { messageId: turns[0].id, threadId, fp: 'anna', helpful: false, comment: 'Too\u001b[31m short' }
    expect((await send('/discovery/v1/assistant/acme/feedback', about)).status).toBe(204)
    const { stdout } = await run('conversations', 'show', 'acme', threadId)
    expect(stdout).toMatch(/anna {2}\w+ {2}quote\nQuestion: What does Home say\?\nAnswer: .+\n/)
    expect(stdout).toMatch(/Not helpful \(Too\[31m short\)\n$/)
    expect((await run('conversations', 'list', 'acme', '--fp', 'bert')).stdout).toContain('Nobody asked anything')
    await run('conversations', 'delete', 'acme', '--fp', 'anna', '--yes')
  })

  test('sites list shows it as a table, and as JSON', async () => {
    const { stdout } = await run('sites', 'list')
    expect(stdout).toMatch(/^DOMAIN +NAME +PAGES +SYNCED +ORIGINS +SOURCES\nacme +Acme +2 /)
    expect(JSON.parse((await run('sites', 'list', '--json')).stdout)).toMatchObject({ sites: [{ domain: 'acme' }] })
  })

  test('sites settings changes how questions are answered, and prints it', async () => {
    const words = ['--tone', 'warm', '--term', 'coil=the part that heats', '--never', 'tea', '--never', 'coffee']
    const { code, stdout } = await run('sites', 'settings', 'acme', ...words)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^tone +warm$/m)
    expect(stdout).toMatch(/^glossary +coil: the part that heats$/m)
    const cleared = JSON.parse((await run('sites', 'settings', 'acme', '--tone', '', '--json')).stdout)
    expect(cleared).toMatchObject({ tone: null, neverTalkAbout: ['tea', 'coffee'] })
    const mail = ['sites', 'settings', 'acme', '--hand-off', 'mailto:help@acme.com']
    expect((await run(...mail)).stdout).toMatch(/^hand-off +mailto:help@acme\.com$/m)
    expect(await run('sites', 'settings', 'acme', '--hand-off-secret-variable', 'X')).toMatchObject({ code: 2 })
    expect(await run('sites', 'settings', 'acme', '--term', 'coil')).toMatchObject({ code: 2, stdout: '' })
  })

  test('sites settings stores the look of the widget, names what it can hold, and clears it', async () => {
    const look = (...values: string[]) => run('sites', 'settings', 'acme', ...values.flatMap((one) => ['--look', one]))
    const { stdout } = await look('title=Acme', 'radius=4', 'questions=What is = for? | Why?', 'disclaimer=')
    expect(stdout).toMatch(/^look +title=Acme; disclaimer=; questions=What is = for\? \| Why\?; radius=4$/m)
    const wrong = await look('colour=red')
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain('--look is "colour=red", but must be "option=value" with one of title, logo, ')
    const bad = await look('radius=wide')
    expect(bad).toMatchObject({ code: 2 })
    expect(bad.stderr).toContain('--look radius')
    expect((await look('')).stdout).toMatch(/^look +of the tag$/m)
  })

  test('sites add takes sources of every kind, sites update changes them, sites webhook prints a secret alone', async () => {
    const kinds = [
      '--git',
      'repository',
      '--branch',
      'next',
      '--docs',
      'content',
      '--website',
      'https://docs.example.com/',
    ]
    const more = ['--openapi', 'https://api.example.com/openapi.json', '--allow-host', 'docs.example.com', '--json']
    const added = await run('sites', 'add', 'several', '--folder', 'docs', ...kinds, ...more)
    expect(JSON.parse(added.stdout)).toMatchObject({
      url: 'https://docs.example.com',
      sources: [
        { kind: 'folder', folder: expect.stringMatching(/^\/.*docs$/) },
        { kind: 'git', repository: expect.stringMatching(/^\/.*repository$/), branch: 'next', folder: 'content' },
        { kind: 'website', url: 'https://docs.example.com/', allowedHosts: ['docs.example.com'] },
        { kind: 'openapi', url: 'https://api.example.com/openapi.json', allowedHosts: ['docs.example.com'] },
      ],
    })
    const changed = await run('sites', 'update', 'several', '--folder', 'docs', '--schedule', '0 3 * * *', '--json')
    expect(JSON.parse(changed.stdout)).toMatchObject({ sources: [{ kind: 'folder' }], schedule: '0 3 * * *' })
    const webhook = await run('sites', 'webhook', 'several', '--new')
    expect(webhook).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{43}\n$/) })
    expect(webhook.stderr).toContain('/webhooks/v1/')
    const { stdout } = await run('sites', 'show', 'several')
    expect(stdout).toMatch(/webhook +\/webhooks\/v1\/[\w-]{22}\nsigned readers +not accepted/)
    expect((await run('sites', 'webhook', 'several', '--off', '--yes')).stdout).toBe(
      'Removed the webhook of several.\n',
    )
    expect(JSON.parse((await run('sites', 'show', 'several', '--json')).stdout)).toMatchObject({ webhook: null })
    const given = ['--url', 'https://docs.example.com', '--origin', 'https://a.example', '--name', 'Several']
    expect((await run('sites', 'update', 'several', ...given)).stdout).toBe(
      'Changed several. Only pages of https://a.example can use its keys now.\n',
    )
    const emptied = await run(
      'sites',
      'update',
      'several',
      ...['schedule', 'url', 'origin', 'name'].flatMap((name) => [`--${name}`, '']),
    )
    expect(emptied.stdout).toBe(
      'Changed several. It no longer has the origin https://a.example. Any web page can use its keys now.\n',
    )
    expect(JSON.parse((await run('sites', 'show', 'several', '--json')).stdout)).toMatchObject({
      name: 'several',
      schedule: null,
      url: null,
      origins: [],
    })
    expect(await run('sites', 'add', 'none')).toMatchObject({ code: 2, stderr: expect.stringContaining('--website') })
  })

  test('sites update adds and removes sources and origins, says what is gone, and leaves the rest', async () => {
    await run('sites', 'add', 'lists', '--folder', 'docs', '--origin', 'https://a.example')
    const added = await run(
      'sites',
      'update',
      'lists',
      '--add-git',
      'https://git.example.com/x',
      '--branch',
      'next',
      '--add-origin',
      'https://b.example',
    )
    expect(added).toMatchObject({
      code: 0,
      stdout: 'Changed lists. Bring its index up to date with "sidenote sync lists".\n',
    })
    const removed = await run(
      'sites',
      'update',
      'lists',
      '--remove-source',
      'docs',
      '--remove-origin',
      'https://a.example',
    )
    expect(removed.stdout).toMatch(
      /^Changed lists\. It no longer has the origin https:\/\/a\.example, and the source \/\S+docs\. Bring/,
    )
    const token = ['--token-variable', 'DOCS_TOKEN', '--json']
    const signedIn = await runCli(['sites', 'update', 'lists', ...token], {
      environment: { SIDENOTE_URL: server.url, SIDENOTE_DATA: dataFolder, DOCS_TOKEN: 'canary' },
    })
    expect(JSON.parse(signedIn.stdout)).toMatchObject({
      origins: ['https://b.example'],
      sources: [{ kind: 'git', repository: 'https://git.example.com/x', branch: 'next', hasToken: true }],
    })
    const replaced = await run('sites', 'update', 'lists', '--origin', 'https://c.example')
    expect(replaced.stdout).toBe('Changed lists. It no longer has the origin https://b.example.\n')
    expect(await run('sites', 'update', 'lists', '--remove-origin', 'https://c.example')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('any web page could use its keys'),
    })
    await run('sites', 'update', 'lists', '--add-git', 'https://other.example.com/y')
    expect(await run('sites', 'update', 'lists', '--token-variable', 'HOME')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is for one host'),
    })
  })

  test('the token of a private repository comes from a variable, and is never printed', async () => {
    const signedIn = (words: string[], environment: Record<string, string> = { DOCS_TOKEN: 'canary-of-the-host' }) =>
      runCli(['sites', ...words], {
        environment: { SIDENOTE_URL: server.url, SIDENOTE_DATA: dataFolder, ...environment },
      })
    const options = ['--git', 'https://git.example.com/acme/docs', '--token-variable']
    const outputs = [
      await signedIn(['add', 'private', ...options, 'DOCS_TOKEN', '--token-user', 'x-token-auth', '--json']),
      await signedIn(['show', 'private']),
      await signedIn(['update', 'private', ...options, '', '--json']),
      await signedIn(['add', 'unset', ...options, 'DOCS_TOKEN'], {}),
    ]
    expect(JSON.stringify(outputs)).not.toContain('canary')
    const [added, shown, changed, unset] = outputs.map(({ stdout, stderr }) => stdout || stderr)
    const source = { kind: 'git', repository: 'https://git.example.com/acme/docs' }
    expect(JSON.parse(added ?? '').sources).toEqual([{ ...source, user: 'x-token-auth', hasToken: true }])
    expect(shown).toMatch(/^git +https:\/\/git\.example\.com\/acme\/docs \(with a token\)$/m)
    expect(JSON.parse(changed ?? '').sources).toEqual([source])
    expect(unset).toBe('The environment variable DOCS_TOKEN is not set.\n')
  })

  test('--version prints the version, and nothing has to run for it', async () => {
    expect(await runCli(['--version'], {})).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  test('a key of the wrong kind is told apart, and not repeated', async () => {
    const { stdout: key } = await run('keys', 'create', '--site', 'acme')
    const { code, stderr } = await runCli(['sites', 'list'], { environment: { SIDENOTE_ADMIN_KEY: key.trim() } })
    expect([code, stderr]).toEqual([1, expect.stringContaining('must be an administrator key: "svc_", not "svc_dsc_"')])
    expect(stderr).not.toContain(key.trim())
  })

  test('a database that does not answer is told in a sentence', async () => {
    const stopped = join(folder, 'stopped')
    await (await openDatabase({ dataFolder: stopped })).destroy()
    const moved = await run('move', '--from', stopped, '--to', 'postgres://user:hunter2@127.0.0.1:9/none')
    expect(moved).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database does not answer: connect ECONN.*\n$/),
    })
    expect(moved.stderr).not.toContain('hunter2')
  })

  test.each([
    [['update', 'acme'], 'no option says what to change'],
    [['update', 'acme', '--branch', 'next'], '--branch needs --git'],
    [['update', 'acme', '--folder', 'docs', '--docs', 'content'], '--docs needs --git'],
    [['add', 'x', '--folder', 'docs', '--allow-host', 'a.example'], '--allow-host needs --website'],
    [['add', 'x', '--git', 'git@github.com:acme/docs.git'], 'such as https://github.com/acme/docs.git'],
    [['add', 'x', '--git', 'ssh://git@git.example.com:2222/acme/docs'], 'such as https://git.example.com/acme/docs'],
    [
      ['update', 'acme', '--git', '/srv/docs', '--token-variable', 'HOME'],
      '--token-variable needs --git with an address',
    ],
    [['update', 'acme', '--token-user', 'me'], '--token-user needs --git with an address'],
    [
      ['add', 'x', '--git', 'https://a.example/x', '--git', 'https://b.example/x', '--token-variable', 'HOME'],
      '--token-variable is for one host',
    ],
    [['update', 'acme', '--page-language', 'de'], '--page-language needs the sources'],
    [['add', 'x', '--folder', 'docs', '--maximum-pages', '5'], '--maximum-pages needs --website'],
    [['add', 'x', '--folder', 'docs', '--page-language', 'xx-yy-zz'], '--page-language'],
    [['settings', 'acme', '--language', 'xx-yy-zz'], 'must be a language tag such as en or pt-BR'],
  ])('what would be ignored is told: %j', async (parameters, sentence) => {
    expect(await run('sites', ...parameters)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) })
  })

  test('keys are created, listed and revoked', async () => {
    const created = JSON.parse((await run('keys', 'create', '--site', 'acme', '--name', 'web', '--json')).stdout)
    expect(created).toMatchObject({ key: expect.stringMatching(/^svc_dsc_/), id: expect.any(String), name: 'web' })
    const { stdout: key } = await run('keys', 'create', '--admin')
    expect(key).toMatch(/^svc_[0-9A-Za-z]{36}\n$/)
    const asAdmin = await runCli(['keys', 'list'], {
      environment: { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: key.trim() },
    })
    expect(asAdmin.stdout).toMatch(/ID +KIND +SITE +SCOPE +NAME +KEY +STATUS/)
    expect(asAdmin.stdout).toContain(created.id)
    const shown = await run('keys', 'show', created.id)
    expect(shown.stdout).toMatch(/^web\nid +key_.*\nkind +assistant\nsite +acme\n/)
    expect(shown.stdout).toMatch(/origins +those of the site/)
    const elsewhere = await run('keys', 'create', '--site', 'acme', '--origin', 'https://b.example')
    expect(elsewhere.stderr).toContain('refused from https://b.example until acme lists that origin too')
    for (const parameters of [
      ['--site', 'acme', '--read-only'],
      ['--admin', '--origin', 'https://a.example'],
      ['--admin', '--days', '3', '--expires', '2100-01-01'],
    ]) {
      const refused = await run('keys', 'create', ...parameters)
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used with') })
    }
    expect(await run('keys', 'revoke', created.id, '--yes')).toMatchObject({ code: 0 })
    const { keys } = JSON.parse((await run('keys', 'list', '--json')).stdout)
    expect(keys.find(({ id }: { id: string }) => id === created.id).revokedAt).toEqual(expect.any(String))
  })
})

describe('an error says what to do', () => {
  test.each([
    [['sync', 'nowhere'], 1, 'There is no site "nowhere".'],
    [['keys', 'create', '--site', 'nowhere'], 1, 'There is no site "nowhere".'],
    [['keys', 'revoke', 'key_none'], 1, 'There is no key "key_none".'],
    [['sites', 'add', 'Bad Name', '--folder', 'docs'], 2, 'DOMAIN is "Bad Name", but must be 1–100 lower-case letters'],
    [['sites', 'add', 'other', '--folder', 'nothing'], 2, 'nothing" does not exist on the server’s machine.'],
  ])('%j ends with %i', async (parameters, exitCode, sentence) => {
    const { code, stdout, stderr } = await run(...parameters)
    expect([code, stdout]).toEqual([exitCode, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('no server', async () => {
    const environment = { SIDENOTE_URL: 'http://127.0.0.1:9', SIDENOTE_DATA: dataFolder }
    const { code, stderr } = await runCli(['sites', 'list'], { environment })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Start it with "sidenote serve"')])
  })

  test('something else where the server should be', async () => {
    const other = await listen(createServer((_request, response) => response.end('<html>')))
    const environment = { SIDENOTE_URL: other.url, SIDENOTE_DATA: dataFolder }
    const { code, stderr } = await runCli(['sites', 'list'], { environment })
    await other.close()
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not a Sidenote server')])
  })

  test('a server that is elsewhere is named, and is not sent another request instead', async () => {
    const asked: string[] = []
    const other = await listen(
      createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        response.writeHead(301, { location: `${server.url}${request.url}` }).end()
      }),
    )
    const environment = { SIDENOTE_URL: other.url, SIDENOTE_ADMIN_KEY: server.adminKey }
    const { code, stdout, stderr } = await runCli(['keys', 'create', '--admin'], { environment })
    await other.close()
    expect([code, stdout, asked]).toEqual([1, '', ['POST /admin/v1/keys']])
    expect(stderr).toBe(
      `${other.url} redirects to ${server.url} (status 301). Set SIDENOTE_URL to the address of the server itself.\n`,
    )
  })

  test('a key that this user may not read, and a folder that cannot be used', async () => {
    await mkdir(join(folder, 'closed', 'admin-key'), { recursive: true })
    const closed = await runCli(['sites', 'list', '--data', join(folder, 'closed')])
    expect([closed.code, closed.stderr]).toEqual([1, expect.stringContaining('Run the command as the server’s user')])
    await writeFile(join(folder, 'file'), '')
    for (const command of [['sites', 'list'], ['migrate']]) {
      const { code, stderr } = await runCli([...command, '--data', join(folder, 'file')])
      expect([code, stderr]).toEqual([1, expect.stringContaining(join(folder, 'file'))])
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })

  test('no key, and a wrong one', async () => {
    const without = await runCli(['sites', 'list', '--data', join(folder, 'none')], {
      environment: { SIDENOTE_URL: server.url },
    })
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('SIDENOTE_ADMIN_KEY is not set')])
    const environment = { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: `svc_${'x'.repeat(36)}` }
    const wrong = await runCli(['sites', 'list'], { environment })
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('It comes from SIDENOTE_ADMIN_KEY.')])
  })
})

describe('wrong usage ends with 2', () => {
  test.each([
    [['nonsense']],
    [[]],
    [['sites', 'add']],
    [['sites', 'add', 'acme']],
    [['keys', 'create']],
    [['keys', 'create', '--admin', '--site', 'acme']],
    [['sync']],
    [['sites', 'list', '--nonsense']],
    [['serve', '--port', 'http']],
    [['keys', 'create', '--admin', '--days', '3651']],
  ])('%j', async (parameters) => {
    const { code, stdout } = await run(...parameters)
    expect([code, stdout]).toEqual([2, ''])
  })

  test.each([
    [['sites', 'add', 'unset', '--folder', ''], 'A path is empty.'],
    [['sites', 'add', 'unset', '--git', ''], 'A path is empty.'],
    [['serve', '--data', ''], 'A path is empty.'],
    [['move', '--from', 'data', '--to', ''], '--to must be an address'],
    [['move', '--from', 'data'], 'Set DATABASE_URL to the database to move to'],
    [['sites', 'show', ''], 'The domain is "", which names nothing.'],
    [['sites', 'delete', '', '--yes'], 'The domain is "", which names nothing.'],
    [['keys', 'revoke', ''], 'The id is "", which names nothing.'],
    [['conversations', 'delete', 'acme', '--fp', '..'], 'The fp is "..", which names nothing.'],
  ])('%j, as with a variable that is not set, is about nothing else instead', async (parameters, sentence) => {
    const { code, stdout, stderr } = await run(...parameters)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  test.each([
    ['serve'],
    ['sites'],
    ['sites add'],
    ['sites list'],
    ['sync'],
    ['keys'],
    ['keys create'],
    ['keys list'],
    ['keys revoke'],
  ])('and %s --help explains it, with 0', async (command) => {
    const { code, stdout } = await run(...command.split(' '), '--help')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: sidenote ${command}`)])
  })
})

describe('serve stops with a sentence', () => {
  const serve = (environment: NodeJS.ProcessEnv, ...parameters: string[]) =>
    runCli(['serve', '--data', join(folder, 'second'), ...parameters], { environment })

  test.each([
    [{ SIDENOTE_PROT: '1' }, 'Did you mean SIDENOTE_PORT?'],
    [{ SIDENOTE_MODEL: 'nonsense' }, 'SIDENOTE_MODEL'],
    [{ SIDENOTE_EMBEDDING_MODEL: 'nonsense' }, 'SIDENOTE_EMBEDDING_MODEL must be provider:model'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, 'Cannot open the database at DATABASE_URL'],
  ])('%j', async (environment, sentence) => {
    const { code, stderr } = await serve(environment)
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('on a taken port', async () => {
    const { port } = new URL(server.url)
    const { code, stderr } = await serve({}, '--port', port)
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is taken. Stop the program that uses it, or choose another port with --port or SIDENOTE_PORT.\n`,
    ])
  })

  test.each([['serve'], ['migrate'], ['restore', 'backup.sqlite']])(
    'on a data folder that is a file, as %s does',
    async (...command) => {
      await writeFile(join(folder, 'file'), '')
      await writeFile(join(folder, 'backup.sqlite'), '')
      const { code, stderr } = await runCli([...command, '--data', join(folder, 'file')], { folder })
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^Cannot use the data folder \S+file: .* choose another with --data or SIDENOTE_DATA\.\n$/,
        ),
      ])
    },
  )
})

describe('what is printed', () => {
  const pipe = (command: string) =>
    new Promise<{ code: number; stderr: string }>((resolve) => {
      const { program, environment } = cliProgram({ SIDENOTE_URL: server.url, SIDENOTE_DATA: dataFolder })
      const options = { cwd: folder, env: environment }
      execFile(
        'bash',
        ['-c', `set -o pipefail; sidenote() { ${program} "$@"; }; ${command}`],
        options,
        (error, _, stderr) => resolve({ code: error ? Number(error.code) : 0, stderr }),
      )
    })

  test.each(['sites list', '--help'])('has no room: “%s” ends with a sentence and 1', async (command) => {
    expect(await pipe(`sidenote ${command} > /dev/full`)).toEqual({
      code: 1,
      stderr: 'Cannot write the output: ENOSPC: no space left on device, write.\n',
    })
    expect(await pipe(`sidenote ${command} 2> /dev/full`)).toEqual({ code: 0, stderr: '' })
  })

  test('is not read to its end: nothing is said, and what failed still ends with its code', async () => {
    expect(await pipe('sidenote audit --json | head -1')).toEqual({ code: 0, stderr: '' })
    expect(await pipe('sidenote audit --json | true')).toEqual({ code: 0, stderr: '' })
    expect(await pipe('sidenote sites show nowhere 2>&1 > /dev/null | true')).toEqual({ code: 1, stderr: '' })
    expect(await pipe('sidenote nonsense 2>&1 | true')).toEqual({ code: 2, stderr: '' })
  })
})

test('a folder that others may look into is used, but its files are private', async () => {
  const open = join(folder, 'open')
  await writeFiles(open, { 'other.txt': '' })
  await chmod(open, 0o755)
  const second = await spawnServer(open)
  for (const file of ['sidenote.db', 'sidenote.db-wal', 'admin-key']) {
    expect((await stat(join(open, file))).mode & 0o077).toBe(0)
  }
  await second.end('SIGTERM')
})

describe('for an operator', () => {
  test('organizations are made, shown and deleted, and deleting has to be meant', async () => {
    const created = await run('organizations', 'create', 'Team', '--json')
    const { id, administratorKey } = JSON.parse(created.stdout)
    expect(created.stderr).toContain('SIDENOTE_ADMIN_KEY')
    const asTeam = await runCli(['organizations', 'list'], {
      environment: { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: administratorKey.key },
    })
    expect(asTeam).toMatchObject({ code: 1, stderr: expect.stringContaining('administrator key of the operator') })
    const refused = await run('organizations', 'delete', id)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/permanently deletes the organization "Team".*Add --yes to do it\.\n$/),
    })
    expect((await run('organizations', 'show', id)).stdout).toContain('Team')
    const trusted = await run('organizations', 'trust', id, '--json')
    expect(JSON.parse(trusted.stdout)).toMatchObject({ name: 'Team', isTrusted: true })
    expect((await run('organizations', 'trust', id, '--off')).stdout).toBe(
      '"Team" can no longer name folders on the server’s machine and hosts in its network. Its open pages are no longer at domains that it has not proven, but at addresses of its own.\n',
    )
    expect(await run('organizations', 'delete', id, '--yes')).toMatchObject({ code: 0 })
    expect((await run('organizations', 'list')).stdout).not.toContain(id)
  })

  test('a key is made with an end, addresses and reading alone, and shown without its text', async () => {
    const made = await run('keys', 'create', '--admin', '--read-only', '--days', '30', '--address', '10.1.0.0/16')
    const key = made.stdout.trim()
    const id = /\((key_[^)]+)\)/.exec(made.stderr)?.[1] ?? ''
    const shown = await run('keys', 'show', id)
    expect(shown.stdout).toMatch(/scope +read\n/)
    expect(shown.stdout).toMatch(/addresses +10\.1\.0\.0\/16\n/)
    expect(shown.stdout).not.toContain(key)
  })

  test('a site is deleted when that is meant, and the audit log says so', async () => {
    await run('sites', 'add', 'gone', '--folder', 'docs')
    expect((await run('sites', 'show', 'gone')).stdout).toMatch(/folder +\S+docs\n/)
    expect(await run('sites', 'delete', 'gone')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Add --yes'),
    })
    expect(await run('sites', 'delete', 'gone', '--yes')).toMatchObject({ code: 0 })
    expect((await run('audit', '--action', 'deleteSite')).stdout).toMatch(
      /First start +deleteSite +\/admin\/v1\/sites\/gone +done/,
    )
  })

  test('a list that cannot have anything says why: an operation that there is none of, an end before the beginning', async () => {
    const unknown = await run('audit', '--action', 'deleteSites')
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toMatch(/^--action is "deleteSites", but must be one of .*"deleteSite", /)
    await run('sites', 'add', 'asked', '--folder', 'docs')
    for (const list of [['audit'], ['conversations', 'list', 'asked'], ['questions', 'asked'], ['searches', 'asked']]) {
      expect(await run(...list, '--from', '2026-01-31', '--to', '2026-01-31')).toMatchObject({
        code: 2,
        stderr: '--from is 2026-01-31, but must be before --to, which is 2026-01-31 and not included.\n',
      })
    }
  })
})
