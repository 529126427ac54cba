import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, endpoints } from '@sidenote/contract'
import type { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProgram } from '../src/cli/program.ts'
import { listen } from './support/listen.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { cliProgram, runCli } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let server: TestServer
let folder: string
/** Passes on what the command line sends, and notes what is no GET. */
let proxy: { url: string; close: () => Promise<void> }
let changes: string[] = []

const operationOf = (method: string, path: string): string => {
  const isOf = (declared: Endpoint) =>
    declared.method.toUpperCase() === method &&
    new RegExp(`^${declared.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '')
  return endpoints.find(isOf)?.operationId ?? `${method} ${path}`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(folder, { 'index.md': '# Home\n' })
  server = await startTestServer()
  proxy = await listen(
    createServer(async (request, response) => {
      const { method = 'GET', url = '/', headers } = request
      if (method !== 'GET') changes.push(operationOf(method, url))
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      const answer = await fetch(server.url + url, {
        method,
        headers: { authorization: String(headers.authorization), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      })
      const text = await answer.text()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    }),
  )
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  changes = []
})

const environment = () => ({ SIDENOTE_URL: proxy.url, SIDENOTE_ADMIN_KEY: server.adminKey })
const run = (...words: string[]) => runCli(words, { environment: environment() })
const administrate = async (path: string, body?: object, method = 'POST') => {
  const response = await server.send(`/admin/v1${path}`, { method, key: server.adminKey, ...(body && { body }) })
  if (!response.ok) throw new Error(await response.text())
  return response.status === 204 ? {} : ((await response.json()) as Record<string, string>)
}

let count = 0
/** A site with a webhook, signed readers, and a question of Anna that is ten days old. */
const createSite = async (): Promise<string> => {
  const domain = `site-${++count}`
  await administrate('/sites', { domain, sources: [{ kind: 'folder', folder }] })
  await administrate(`/sites/${domain}/policy`, { storeQuestions: true }, 'PATCH')
  await administrate(`/sites/${domain}/webhook`)
  await administrate(`/sites/${domain}/identity`)
  const { database } = server
  const site = await database.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirstOrThrow()
  const thread = { id: `thread_${domain}`, site_id: site.id, fp: 'anna', created_at: '' }
  await database.insertInto('threads').values(thread).execute()
  const time = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const turn = { question: 'How?', context_json: '[]', current_path: null, answer: 'So.', sources_json: '[]' }
  await database
    .insertInto('turns')
    .values({
      ...turn,
      id: `turn_${domain}`,
      thread_id: thread.id,
      site_id: site.id,
      page: null,
      language: null,
      strength: null,
      statements_json: '[]',
      input_tokens: 0,
      output_tokens: 0,
      cost: 0,
      status: 'answered',
      model: 'quote',
      started_at: time,
      finished_at: time,
    })
    .execute()
  return domain
}

interface Loss {
  /** The command without `--yes`. */
  readonly words: () => Promise<string[]>
  /** What it asks. */
  readonly says: RegExp
  /** What it does when that is confirmed. */
  readonly operation: string
}

/** Everything by which the command line erases or replaces something for good. */
const losses: readonly Loss[] = [
  {
    words: async () => ['sites', 'delete', await createSite()],
    says: /deletes the site "site-\d+"/,
    operation: 'deleteSite',
  },
  {
    words: async () => ['sites', 'webhook', await createSite(), '--off'],
    says: /webhook \/webhooks\/v1\/\S+ .* stop working/,
    operation: 'deleteWebhook',
  },
  {
    words: async () => ['sites', 'webhook', await createSite(), '--new'],
    says: /webhook \/webhooks\/v1\/\S+ .* stop working/,
    operation: 'createWebhook',
  },
  {
    words: async () => ['sites', 'identity', await createSite(), '--off'],
    says: /signs the readers .* stops working/,
    operation: 'deleteIdentity',
  },
  {
    words: async () => ['sites', 'identity', await createSite(), '--new'],
    says: /signs the readers .* stops working/,
    operation: 'createIdentity',
  },
  {
    words: async () => ['sites', 'policy', await createSite(), '--no-store-questions'],
    says: /erases .* the text of 1 question and/,
    operation: 'updatePolicy',
  },
  {
    words: async () => ['sites', 'policy', await createSite(), '--retention-days', '9'],
    says: /erases .* 1 question from more than 9 days ago/,
    operation: 'updatePolicy',
  },
  {
    words: async () => ['conversations', 'delete', await createSite(), '--fp', 'anna'],
    says: /deletes everything about the reader "anna" .*: 1 question\./,
    operation: 'deleteReader',
  },
  {
    words: async () => [
      'keys',
      'revoke',
      (await administrate('/keys', { kind: 'administrator', name: 'Spare' })).id ?? '',
    ],
    says: /revokes Spare \(…\w{4}\), an administrator key, which was never used/,
    operation: 'revokeKey',
  },
  {
    words: async () => ['organizations', 'delete', (await administrate('/organizations', { name: 'Team' })).id ?? ''],
    says: /deletes the organization "Team"/,
    operation: 'deleteOrganization',
  },
  {
    words: async () => {
      const body = { name: `project-${++count}`, repository: folder, host: { kind: 'local' } }
      return ['projects', 'remove', (await administrate('/projects', body)).id ?? '']
    },
    says: /removes the project "project-\d+"/,
    operation: 'deleteProject',
  },
]

describe('what erases or replaces something for good', () => {
  test.each(losses)(
    'asks first, and does nothing in a script without --yes: $operation ($says)',
    async ({ words, says, operation }) => {
      const command = await words()
      const refused = await run(...command)
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(says) })
      expect(refused.stderr).toMatch(/ Add --yes to do it\.\n$/)
      expect(changes).toEqual([])
      const done = await run(...command, '--yes')
      expect([done.code, done.stderr.includes('--yes')]).toEqual([0, false])
      expect(changes).toEqual([operation])
    },
  )

  test('is in the list above, whatever there is', () => {
    const commandsWithYes = (command: Command, path: readonly string[] = []): string[] => [
      ...(command.options.some(({ long }) => long === '--yes') ? [path.join(' ')] : []),
      ...command.commands.flatMap((inner) => commandsWithYes(inner, [...path, inner.name()])),
    ]
    const listed = [
      'sites delete',
      'sites webhook',
      'sites identity',
      'sites policy',
      'conversations delete',
      'keys revoke',
      'organizations delete',
      'projects remove',
      // It loses nothing but time: what the sync has read so far stays.
      'syncs cancel',
    ]
    expect(commandsWithYes(createProgram({}, folder)).sort()).toEqual(listed.sort())
    const deletions = endpoints.filter(({ method, key }) => method === 'delete' && key === 'administrator')
    // No command does these; the dashboard asks for itself.
    const inDashboard = ['deleteSession', 'deletePasskey', 'deleteMember', 'deleteInvitation', 'deleteConversation']
    // Questions of the owner, which are written down in a minute, and what was measured with them.
    const inPlayground = ['deleteTestQuestion', 'deleteTestRun']
    // Nothing is lost: whoever misses the program connects it again.
    const again = ['deleteConnection']
    const done = new Set([...losses.map(({ operation }) => operation), ...inDashboard, ...inPlayground, ...again])
    expect(deletions.map(({ operationId }) => operationId).filter((name) => !done.has(name))).toEqual([])
  })

  test('and nothing else asks: what shows, and what erases nothing', async () => {
    const domain = await createSite()
    for (const words of [['webhook'], ['identity'], ['policy']]) {
      expect(await run('sites', ...words, domain)).toMatchObject({ code: 0, stderr: '' })
    }
    expect(changes).toEqual([])
    for (const words of [['--retention-days', '30'], ['--open-pages'], ['--store-questions']]) {
      expect(await run('sites', 'policy', domain, ...words)).toMatchObject({ code: 0, stderr: '' })
    }
    const bare = `site-${++count}`
    await administrate('/sites', { domain: bare, sources: [{ kind: 'folder', folder }] })
    for (const name of ['webhook', 'identity']) {
      expect((await run('sites', name, bare)).stdout).toContain(`sidenote sites ${name} ${bare} --new`)
      expect((await run('sites', name, bare, '--new')).stdout).toMatch(/^[\w-]{43}\n$/)
    }
    const nobody = await run('conversations', 'delete', domain, '--fp', 'bert')
    expect(nobody).toMatchObject({ code: 0, stdout: `Deleted 0 conversations of "bert" on ${domain}.\n` })
  })
})

test('the last administrator key needs more than --yes, and the refusal says how to go on', async () => {
  const { keys } = JSON.parse((await run('keys', 'list', '--json')).stdout)
  const first = keys.find(({ name }: { name: string }) => name === 'First start')
  const refused = await run('keys', 'revoke', first.id, '--yes')
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('a new key as SIDENOTE_ADMIN_KEY'),
  })
  expect(refused.stderr).toContain('--last')
  expect((await run('keys', 'list')).code).toBe(0)
})

describe.runIf(existsSync('/usr/bin/script'))('on a terminal', () => {
  /** Types into a terminal of its own. */
  const type = (answer: string, words: readonly string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const { program, environment: env } = cliProgram(environment())
      const child = execFile(
        'script',
        ['-qec', `${program} ${words.join(' ')}`, '/dev/null'],
        { env },
        (error, stdout) => resolve({ code: error ? Number(error.code) : 0, output: stdout }),
      )
      let output = ''
      child.stdout?.on('data', (text: string) => {
        output += text
        if (!output.includes('(yes/no)') || child.stdin?.writableEnded) return
        child.stdin?.end(answer)
      })
    })

  test.each([
    ['yes\n', 0, ['deleteSite']],
    ['Y\n', 0, ['deleteSite']],
    ['no\n', 1, []],
    ['\n', 1, []],
    ['yesterday\n', 1, []],
    ['\u0003', 1, []],
    ['\u0004', 1, []],
  ])('the answer %j ends with %i', async (answer, code, done) => {
    const finished = await type(answer, ['sites', 'delete', await createSite()])
    expect(finished.output).toContain('Do it? (yes/no)')
    expect([finished.code, changes]).toEqual([code, done])
  })
})
