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

const openDesk = async (more: Record<string, string> = {}, listed: readonly string[] = []): Promise<TestDesk> => {
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
      files: await checkout.files(),
      listed,
      links: checkout.links,
    }),
    docsFolder: 'docs',
    documentation,
    baseline: await documentation.validateBase({ files: await checkout.files() }),
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

test('of a configuration, only the navigation is changed, and only by data', async () => {
  const config = `import { plugin } from 'x'
export default {
  title: 'Docs',
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide' }, ...plugin.items()],
    sidebar: { '/': [{ text: 'Guide', link: '/guide' }] },
  },
}
`
  const { use, checkout, events } = await openDesk({ 'docs/.vitepress/config.ts': config, 'mkdocs.yml': '' })
  const path = 'docs/.vitepress/config.ts'
  const item = "{ text: 'Guide', link: '/guide' }"
  const sidebar = `'/': [${item}]`
  const added = (code: string) => ({ path, old: sidebar, new: `'/': [${item}, ${code}]` })
  for (const code of [
    "{ text: process.env.TOKEN, link: '/x' }",
    "{ text: tag`a`, link: '/x' }",
    "...require('child_process').execSync('x')",
    "{ text: 'a', link: '/x', get b() { return 1 } }",
    "{ text: 'a', link: '/x', [run()]: 1 }",
    "(() => ({ text: 'a', link: '/x' }))()",
    "{ text: '\\x3cimg src=x onerror=x>', link: '/x' }",
    "{ text: 'a', link: ' java\\tscript:x' }",
  ]) {
    await expect(use('edit', added(code)), code).rejects.toThrow('only data into the navigation')
  }
  for (const edit of [
    { old: "title: 'Docs'", new: "title: 'Docs', vite: { plugins: [] }" },
    { old: "from 'x'", new: "from 'y'" },
    { old: sidebar, new: `${sidebar}, '/x': run()` },
    { old: `{ ${sidebar} }`, new: `(run(), { ${sidebar} })` },
    { old: 'themeConfig', new: "head: [['script', { src: 'https://evil.test' }]], themeConfig" },
  ]) {
    await expect(use('edit', { path, ...edit }), edit.new).rejects.toThrow('goes beyond it')
  }
  for (const name of ['docs/.vitepress/theme/index.ts', 'docs/.vitepress/config.js', 'docs/conf.py'])
    await expect(use('write', { path: name, content: 'export default {}' })).rejects.toThrow(
      'An administrator can list it',
    )
  expect(await checkout.changedFiles()).toEqual([])
  expect(events.filter(({ type }) => type === 'refused')).toHaveLength(16)
  await use('edit', added("{ text: 'Old', link: '/old' }, ...plugin.items()"))
  await use('update_navigation', { operation: 'remove', page: 'docs/guide.md' })
  expect(await use('read', { path })).toContain("'/': [{ text: 'Old', link: '/old' }")
})

test('of a configuration in YAML and in JSON, too', async () => {
  const { use, checkout } = await openDesk()
  const edit = (old: string, text: string) => use('edit', { path: 'mkdocs.yml', old, new: text })
  await expect(edit('site_name: Docs', 'site_name: Docs\nhooks: [docs/guide.md]')).rejects.toThrow('goes beyond it')
  await expect(edit('  - Guide: guide.md\n', '  - Guide: guide.md\nplugins:\n  - x\n')).rejects.toThrow(
    'goes beyond it',
  )
  await expect(edit('Guide: guide.md', "Guide: !!python/object/apply:os.system ['x']")).rejects.toThrow('only data')
  await expect(edit('nav:', 'navigation:')).rejects.toThrow('no longer hold')
  await expect(use('delete', { path: 'mkdocs.yml' })).rejects.toThrow('does not remove or move it')
  expect(await checkout.changedFiles()).toEqual([])
  await edit('  - Guide: guide.md\n', '  - Guide: guide.md\n  - More:\n      - Old: old.md\n')

  const docs = '{\n  "navigation": { "pages": ["index", "guide"] },\n  "redirects": [],\n  "integrations": {}\n}\n'
  const mintlify = await openDesk({ 'docs/docs.json': docs, 'mkdocs.yml': '' })
  const change = (old: string, text: string) => mintlify.use('edit', { path: 'docs/docs.json', old, new: text })
  await expect(change('"guide"', '"guide", { "group": "\\u003cscript>", "pages": [] }')).rejects.toThrow('only data')
  await expect(change('"integrations": {}', '"integrations": { "ga4": { "id": "G-1" } }')).rejects.toThrow(
    'goes beyond it',
  )
  await change('"guide"', '"guide", "old"')
  await change('"redirects": []', '"redirects": [{ "source": "/a", "destination": "/guide" }]')
})

test('a page gets only code that the documentation has already', async () => {
  const tabs = "import Tabs from '../lib/tabs'\n\n# Tabs\n\n<Tabs items={names(1)} />\n"
  const { use, checkout, events } = await openDesk({ 'docs/tabs.mdx': tabs, 'lib/tabs.js': 'export default 1\n' })
  const refused = 'no page of the documentation has it yet'
  for (const code of [
    "import { execSync } from 'node:child_process'",
    "import Tabs from './lib/tabs'",
    'export const a = execSync("id")',
    '{process.env.TOKEN}',
    '<Tabs items={names(2)} />',
    '<script src="https://evil.test/x.js" />',
    '<a onClick="x()">a</a>',
  ]) {
    const content = `# New\n\n${code}\n`
    await expect(use('write', { path: 'docs/new.mdx', content }), code).rejects.toThrow(refused)
    await expect(use('edit', { path: 'docs/component.mdx', old: '# Component', new: content }), code).rejects.toThrow(
      refused,
    )
  }
  // What is harmless as Markdown isn't under another name, nor what the agent itself has written elsewhere.
  await use('write', { path: 'docs/plain.md', content: '# Plain\n\n{process.env.TOKEN}\n' })
  await use('move', { from: 'docs/plain.md', to: 'docs/other.md' })
  await use('move', { from: 'docs/other.md', to: 'docs/plain.md' })
  await expect(use('move', { from: 'docs/plain.md', to: 'docs/plain.mdx' })).rejects.toThrow(refused)
  await expect(use('write', { path: 'docs/new.mdx', content: '# New\n\n{process.env.TOKEN}\n' })).rejects.toThrow(
    refused,
  )
  await expect(use('write', { path: 'docs/new.md', content: '# New\n\n<img src=x onerror=x>\n' })).rejects.toThrow(
    refused,
  )
  expect((await checkout.changedFiles()).map(({ path }) => path)).toEqual(['docs/plain.md'])
  expect(events.find(({ type }) => type === 'refused')).toMatchObject({
    data: { tool: 'write', reason: expect.stringContaining('line 3, “import node:child_process”') },
  })

  const content = `---\ntitle: New\n---\n\nimport { Tab } from '../lib/tabs'\nimport Part from './component.mdx'\n\n<Tabs items={names(1)}><Tab label="a" list={['b']} /></Tabs>\n\n\`\`\`js\nimport fs from 'node:fs'\n\`\`\`\n`
  await use('write', { path: 'docs/new.mdx', content })
})

test('what the agent has written itself is no code that the documentation has, wherever it has moved it', async () => {
  const { use } = await openDesk()
  const content = '# Plain\n\n{process.env.TOKEN}\n'
  await use('write', { path: 'docs/plain.md', content })
  await use('delete', { path: 'docs/old.md' })
  await use('move', { from: 'docs/plain.md', to: 'docs/old.md' })
  await use('edit', { path: 'docs/guide.md', old: '# Guide', new: '# Guide\n\n{process.env.TOKEN}' })
  await expect(use('write', { path: 'docs/new.mdx', content })).rejects.toThrow(
    'no page of the documentation has it yet',
  )
})

test('what an administrator lists is written as it is', async () => {
  const { use, checkout } = await openDesk({ 'docs/openapi.yaml': 'a: 1\n' }, ['docs/openapi.yaml', 'mkdocs.yml'])
  await use('edit', { path: 'docs/openapi.yaml', old: 'a: 1', new: 'a: 2' })
  await use('edit', { path: 'mkdocs.yml', old: 'site_name: Docs', new: 'site_name: Other' })
  expect((await checkout.changedFiles()).map(({ path }) => path)).toEqual(['docs/openapi.yaml', 'mkdocs.yml'])
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
