import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Documentation } from '../src/agent/documentation/documentation.ts'
import type { NewEvent } from '../src/agent/jobs/events.ts'
import type { Finish } from '../src/agent/jobs/finish.ts'
import { type Checkout, openCheckout } from '../src/agent/repository/checkout.ts'
import { createWorkTree } from '../src/agent/repository/work-tree.ts'
import { createTools } from '../src/agent/tools/tools.ts'
import { createBareRepository } from './support/forge/bare-repository.ts'
import { reading } from './support/reading.ts'

const work = mkdtempSync(join(tmpdir(), 'tools-'))
let desks = 0
afterAll(() => rmSync(work, { recursive: true, force: true }))

const files = {
  'mkdocs.yml': 'site_name: Docs\nnav:\n  - Home: index.md\n  - Guide: guide.md\n',
  'docs/index.md': '---\ntitle: Welcome\n---\n\nSee [the guide](guide.md#start).\n',
  'docs/guide.md': '# Guide\n\n## Start\n\nRun `echo $HOME`.\n\nRun it twice.\n',
  'docs/old.md': '# Old\n\n[broken before](nowhere.md)\n',
  'docs/component.mdx': '# Component\n\n<Tip>Good.</Tip>\n',
  'src/main.c': 'int main(void) { return 0; }\n',
}

interface TestDesk {
  readonly checkout: Checkout
  readonly events: NewEvent[]
  readonly finished: Finish[]
  /** Calls a tool as the loop does: through its schema. */
  use(name: string, input: object): Promise<string>
}

const openDesk = async (more: Record<string, string> = {}): Promise<TestDesk> => {
  const folder = join(work, String(desks++))
  const repository = createBareRepository(join(folder, 'repository.git'), { ...files, ...more })
  const checkout = await openCheckout({
    repository: repository.folder,
    local: true,
    ref: 'main',
    branch: 'sidenote/job',
    docsFolder: 'docs',
    folder: join(folder, 'checkout'),
    credentials: async () => undefined,
  })
  const [events, finished]: [NewEvent[], Finish[]] = [[], []]
  const documentation = new Documentation(reading, { tree: checkout.tree, docsFolder: 'docs' })
  const tools = createTools({
    checkout,
    workTree: createWorkTree(checkout.tree, {
      docsFolder: 'docs',
      alsoWritable: ['mkdocs.yml'],
      links: checkout.links,
    }),
    docsFolder: 'docs',
    documentation,
    baseline: await documentation.validate({ files: await checkout.files() }),
    onEvent: (event) => events.push(event),
    onFinish: (finish) => {
      finished.push(finish)
    },
  })
  const use = async (name: string, input: object): Promise<string> => {
    const found = tools[name]
    if (!found?.execute) throw new Error(`There is no tool ${name}.`)
    const result = await found.execute(input, { toolCallId: name, messages: [], context: {} })
    return String(result)
  }
  return { checkout, events, finished, use }
}

test('the agent looks around: files with titles, lines, and text with numbers', async () => {
  const { use, events } = await openDesk()
  expect(await use('list', {})).toBe(
    'docs/component.mdx — Component\ndocs/guide.md — Guide\ndocs/index.md — Welcome\ndocs/old.md — Old',
  )
  expect(await use('list', { folder: '.', containing: 'MK' })).toBe('mkdocs.yml')
  expect(await use('search', { query: 'run', glob: 'docs' })).toBe(
    'docs/guide.md:5: Run `echo $HOME`.\ndocs/guide.md:7: Run it twice.',
  )
  for (const glob of ['./docs/', '/docs', '*.md', 'docs/*.md', '.']) {
    expect(await use('search', { query: 'twice', glob })).toBe('docs/guide.md:7: Run it twice.')
  }
  await expect(use('search', { query: 'twice', glob: 'guide/*.md' })).rejects.toThrow('No file matches “guide/*.md”')
  await expect(use('search', { query: 'twice', glob: '../..' })).rejects.toThrow('No file matches “../..”')
  expect(await use('search', { query: 'not there', glob: '*.md' })).toBe('Nothing was found.')
  expect(await use('read', { path: 'docs/guide.md', from: 3, lines: 2 })).toBe(
    '3\t## Start\n4\t\n(docs/guide.md: lines 3–4 of 7. Read on from line 5.)',
  )
  await expect(use('read', { path: '../../etc/passwd' })).rejects.toThrow('. or .. parts')
  await expect(use('read', { path: 'docs/none.md' })).rejects.toThrow('There is no file')
  expect(events.filter(({ type }) => type === 'searching')).toHaveLength(7)
  expect(events[0]).toEqual({ type: 'searching', data: { query: 'run', hits: 2 } })
  expect(events.at(-3)).toEqual({ type: 'reading', data: { path: 'docs/guide.md' } })
  expect(events.at(-1)).toEqual({
    type: 'refused',
    data: { tool: 'read', reason: 'There is no file “docs/none.md”.' },
  })
  await expect(use('read', { path: 'docs/guide.md', from: 8 })).rejects.toThrow(
    'docs/guide.md has 7 lines, but no line 8.',
  )
})

test('an edit changes one place, keeps dollar signs, and is shown as a small diff', async () => {
  const { use, events, checkout } = await openDesk()
  await use('edit', { path: 'docs/guide.md', old: 'echo $HOME', new: "echo $& $$ $'" })
  expect(await use('read', { path: 'docs/guide.md', from: 5, lines: 1 })).toContain("Run `echo $& $$ $'`.")
  await expect(use('edit', { path: 'docs/guide.md', old: 'Run', new: 'Start' })).rejects.toThrow('2 times (lines 5, 7)')
  expect(events).toContainEqual({
    type: 'editing',
    data: {
      path: 'docs/guide.md',
      change: 'modified',
      diff: "@@ -5,1 +5,1 @@\n-Run `echo $HOME`.\n+Run `echo $& $$ $'`.",
    },
  })
  expect(await checkout.changedFiles()).toEqual([{ path: 'docs/guide.md', status: 'modified' }])
})

test('a file that is written anew keeps its line ends and its byte order mark', async () => {
  const { use, checkout } = await openDesk({ 'docs/windows.md': '\uFEFF# One\r\n' })
  await use('write', { path: 'docs/windows.md', content: '# Two\n\nText.\n' })
  expect(readFileSync(join(checkout.tree, 'docs/windows.md'), 'utf8')).toBe('\uFEFF# Two\r\n\r\nText.\r\n')
})

test('a change that would break the syntax is not made, and the reason is said', async () => {
  const { use, checkout } = await openDesk()
  const edit = { path: 'docs/component.mdx', old: '</Tip>', new: '</Note>' }
  await expect(use('edit', edit)).rejects.toThrow(/was not changed.*line 3.*<\/Note>/)
  const open = '# New\n\n```sh\nnpm i\n'
  await expect(use('write', { path: 'docs/new.md', content: open })).rejects.toThrow('never closed')
  await expect(use('edit', { path: 'mkdocs.yml', old: 'nav:', new: 'nav: [' })).rejects.toThrow('no longer parse')
  expect(await checkout.changedFiles()).toEqual([])
})

test('finish is refused while the changes have made problems, and taken once they are mended', async () => {
  const { use, finished } = await openDesk()
  const finish = { title: 'Rename the guide', summary: 'Renamed.', why: 'Clearer.' }
  await use('move', { from: 'docs/guide.md', to: 'docs/start.md' })
  await expect(use('finish', finish)).rejects.toThrow(
    'docs/index.md:5:5 link The link “guide.md#start” leads to no page and no file.\nmkdocs.yml:4:12 navigation',
  )
  expect(finished).toEqual([])
  await use('edit', { path: 'docs/index.md', old: 'guide.md#start', new: 'start.md#start' })
  await use('update_navigation', { operation: 'add', page: 'docs/start.md', after: 'docs/index.md' })
  await use('edit', { path: 'mkdocs.yml', old: '  - Guide: guide.md\n', new: '' })
  expect(await use('read', { path: 'mkdocs.yml' })).toContain('4\t  - Guide: start.md')
  expect(await use('validate', {})).toBe('No new problems.')
  expect(await use('finish', finish)).toBe('Finished.')
  expect(finished).toEqual([{ ...finish, problems: [] }])
})

test('after two refusals the work goes out with its problems', async () => {
  const { use, finished } = await openDesk()
  const finish = { title: 'Delete', summary: 'Deleted.', why: '' }
  await use('delete', { path: 'docs/guide.md' })
  await expect(use('finish', finish)).rejects.toThrow('Not finished')
  await expect(use('finish', finish)).rejects.toThrow('Not finished')
  await use('finish', finish)
  expect(finished[0]?.problems.map((problem) => problem.rule)).toEqual(['link', 'navigation'])
})

test('what must not be written is refused with a sentence, and leaves the tree as it was', async () => {
  const { use, checkout } = await openDesk({ '.github/workflows/ci.yml': 'on: push\n', 'package.json': '{}\n' })
  for (const path of [
    '.github/workflows/ci.yml',
    'package.json',
    'docs/../src/main.c',
    'src/main.c',
    '.git/hooks/post-commit',
    'docs/.gitattributes',
  ]) {
    await expect(use('write', { path, content: 'x' }), path).rejects.toThrow()
    await expect(use('delete', { path }), path).rejects.toThrow()
    await expect(use('move', { from: 'docs/guide.md', to: path }), path).rejects.toThrow()
  }
  expect(await checkout.changedFiles()).toEqual([])
})

test('a plan is an event', async () => {
  const { use, events } = await openDesk()
  const items = [
    { title: 'Read', status: 'done' },
    { title: 'Write', status: 'active' },
  ]
  await use('plan', { items })
  expect(events).toEqual([{ type: 'plan', data: { items } }])
})
