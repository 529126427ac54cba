import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let folder: string
let server: ServerProcess
let key: string

const run = (parameters: readonly string[], assistantKey = key) =>
  runCli(parameters, {
    environment: {
      SIDENOTE_URL: server.url,
      SIDENOTE_DATA: join(folder, 'data'),
      ...(assistantKey && { SIDENOTE_ASSISTANT_KEY: assistantKey }),
    },
    folder,
  })

const line = (question: string, pages: readonly string[], tag: string) =>
  JSON.stringify({ question, pages, tags: [tag] })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(folder, {
    'docs/index.md': '# Kettle\n\nKettle boils water for tea and coffee.\n',
    'docs/descale.md':
      '# Descale the tank\n\nFill the tank with vinegar, wait for an hour, and rinse it twice with clear water.\n',
    'docs/whistle.md':
      '# The whistle\n\nThe whistle sounds as soon as the water boils. Pull the lever to silence it.\n',
    'list.jsonl': [
      line('How do I descale the tank?', ['/descale#vinegar'], 'care'),
      line('How do I silence the whistle?', ['whistle/'], 'care'),
      line('Does descaling the tank need vinegar?', ['whistle'], 'wrong'),
      line('Which quarterly dividend do shareholders receive?', [], 'absent'),
    ].join('\n'),
    'list.csv':
      'question,pages,tags\r\n"How do I silence the whistle, ""quickly""?",whistle,care\r\nHow do I descale the tank?,"descale whistle",care',
    'broken.jsonl': '{"question":"What?"}\n{"question":"Who?","page":"kettle"}\n',
    'columns.csv': 'question,page\nWhat?,index\n',
  })
  server = await spawnServer(join(folder, 'data'))
  await run(['sites', 'add', 'acme', '--folder', 'docs'], '')
  await run(['sync', 'acme'], '')
  const created = await run(['keys', 'create', '--site', 'acme', '--json'], '')
  key = JSON.parse(created.stdout).key
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('a list is measured in all and by tag, and what failed is shown', async () => {
  const { stdout, code } = await run(['eval', 'acme', 'list.jsonl'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/TAG +QUESTIONS +RECALL +FIRST +ANSWERED +REFUSED/)
  expect(stdout).toMatch(/care +2 +100\.0 % +100\.0 % +100\.0 % +–/)
  expect(stdout).toMatch(/absent +1 +– +– +– +100\.0 %/)
  expect(stdout).toMatch(/all +4 .+ 66\.7 % +100\.0 % +100\.0 %/)
})

test('a run is compared with the last one, whose results it replaces', async () => {
  const first = await run(['eval', 'acme', 'list.csv', '--results', 'results.json'])
  expect(first.stdout).toMatch(/all +2 +\d+\.\d % +100\.0 % +100\.0 % +–/)
  const earlier = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8'))
  earlier.figures[0].first = 0.5
  await writeFiles(folder, { 'results.json': JSON.stringify(earlier) })
  const second = await run(['eval', 'acme', 'list.csv', '--results', 'results.json'])
  expect(second.stdout).toMatch(/all +2 .+100\.0 % \(\+50\.0\)/)
  expect(JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')).figures[0].first).toBe(1)
})

test('a share below its bound fails the command after the table', async () => {
  const below = await run(['eval', 'acme', 'list.jsonl', '--min-first', '67', '--min-refused', '100'])
  expect(below.code).toBe(1)
  expect(below.stdout).toContain('QUESTIONS')
  expect(below.stderr).toBe('Below the bounds: first is 66.7 %, below 67 %.\n')
  expect(await run(['eval', 'acme', 'list.jsonl', '--min-first', '66'])).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['eval', 'acme', 'list.csv', '--min-refused', '1'])).toMatchObject({
    code: 1,
    stderr: 'Below the bounds: the list has no question that refused can be measured on.\n',
  })
})

test('what readers asked is measured, without what a list asked', async () => {
  const ask = (fp: string, question: string) =>
    fetch(`${server.url}/discovery/v2/assistant/acme/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fp, messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: question }] }] }),
    }).then((response) => response.text())
  expect(await run(['sites', 'policy', 'acme', '--store-questions', '--yes'])).toMatchObject({ code: 0 })
  await ask('reader', 'What does the lever do?')
  await ask('eval', 'How do I descale the tank?')
  const { stdout, stderr } = await run(['eval', 'acme', '--from-conversations', '--json'])
  expect(stderr).toBe('')
  const { results } = JSON.parse(stdout)
  expect(results.map(({ question }: { question: string }) => question)).toEqual(['What does the lever do?'])
})

test.each([
  [['broken.jsonl'], 1, 'Line 2 of the list: Unrecognized key: "page".'],
  [['columns.csv'], 1, 'The CSV has a column "page"; the columns are question, pages and tags.'],
  [['away.jsonl'], 1, 'Cannot read '],
  [['list.jsonl', '--results', 'list.csv'], 1, 'has no results of an earlier run'],
  [[], 2, 'Name a file with questions, or --from-conversations, and not both.'],
  [['list.jsonl', '--from-conversations'], 2, 'Name a file with questions, or --from-conversations, and not both.'],
])('eval %j fails with a sentence', async (parameters, code, sentence) => {
  const failed = await run(['eval', 'acme', ...parameters])
  expect(failed).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) })
})

test('eval says which key it needs', async () => {
  const failed = await run(['eval', 'acme', 'list.jsonl'], '')
  expect(failed).toMatchObject({ code: 1, stderr: 'The environment variable SIDENOTE_ASSISTANT_KEY is not set.\n' })
})

test('a question whose answer fails is shown as failed, and the others are measured', async () => {
  expect(await run(['sites', 'limits', 'acme', '--per-reader', '1/86400'])).toMatchObject({ code: 0 })
  const failed = await run(['eval', 'acme', 'list.csv', '--results', 'failed.json'])
  expect(failed).toMatchObject({ code: 1, stderr: '1 of 2 questions could not be answered.\n' })
  expect(failed.stdout).toMatch(/all +2 .+50\.0 % +50\.0 % +–/)
  expect(failed.stdout).toContain('failed    How do I descale the tank?')
  expect(JSON.parse(await readFile(join(folder, 'failed.json'), 'utf8')).results).toHaveLength(2)
})
