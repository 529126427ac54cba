import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { findWrongImports } from './imports.ts'

const folders: string[] = []
after(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))

/** Writes files into a new folder, with the packages that they may import; returns what is wrong with their imports. */
const wrongImportsOf = async (files: Record<string, string>): Promise<string[]> => {
  const root = mkdtempSync(path.join(tmpdir(), 'sidenote-imports-'))
  folders.push(root)
  const packages = Object.fromEntries(
    ['yaml', 'express', 'parse5', 'zod'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' })],
      [`node_modules/${name}/index.js`, 'export const parse = 1'],
    ]),
  )
  for (const [file, text] of Object.entries({ ...packages, ...files })) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  return findWrongImports(root)
}

/** Two files, of which the first imports the second, below the server's sources. */
const serverImport = (from: string, to: string, statement = 'import') => {
  const leading = path.posix.relative(path.posix.dirname(from), to)
  const target = leading.startsWith('.') ? leading : `./${leading}`
  return wrongImportsOf({
    [`packages/server/src/${from}`]: `${statement} { thing } from '${target}'\nexport const other = 1 as thing`,
    [`packages/server/src/${to}`]: 'export const thing = 1',
  })
}

/** From the top floor down, a file of each. */
const floors = [
  'cli/print.ts',
  'main.ts',
  'app.ts',
  'http/route.ts',
  'agent/jobs/queue.ts',
  'administration/sites/sites.ts',
  'sources/sync.ts',
  'search/search.ts',
  'reading/reading.ts',
  'generators/hugo.ts',
  'pages/block.ts',
  'watch/observe.ts',
  'database/open.ts',
  'git/spawn-git.ts',
]

test('a room that imports from a floor above fails the check, be it a type', async () => {
  for (const [at, above] of floors.entries()) {
    const below = floors[at + 1]
    if (below === undefined) continue
    const [line, ...others] = await serverImport(below, above)
    assert.match(String(line), new RegExp(`^floor-of-.*: .*${below} imports .*${above}$`))
    assert.deepEqual(
      others.filter((other) => !other.startsWith('wall')),
      [],
    )
    assert.equal((await serverImport(below, above, 'import type')).length, 1)
  }
})

test('a room that imports from a floor below passes', async () => {
  assert.deepEqual(await serverImport('http/route.ts', 'search/search.ts'), [])
  assert.deepEqual(await serverImport('search/search.ts', 'database/open.ts'), [])
})

test('a reader that is imported on the main thread fails the check', async () => {
  for (const reader of [
    'pages/readers/markdown/reduce.ts',
    'pages/readers/parse.ts',
    'generators/hugo.ts',
    'sources/openapi/read-openapi.ts',
    'agent/validate/validate.ts',
  ])
    assert.match(String(await serverImport('agent/work/desk.ts', reader)), /^wall: /)
})

test('a reader is imported by the worker, by its tests, and as a type', async () => {
  assert.deepEqual(await serverImport('reading/worker.ts', 'pages/readers/parse.ts'), [])
  assert.deepEqual(await serverImport('search/search.test.ts', 'pages/readers/parse.ts'), [])
  assert.deepEqual(await serverImport('search/search.ts', 'pages/readers/parse.ts', 'import type'), [])
})

test('a parser of strangers’ text is imported by readers only', async () => {
  const importOf = (file: string) =>
    wrongImportsOf({ [`packages/server/src/${file}`]: "import { parse } from 'yaml'\nexport const other = parse" })
  assert.match(String(await importOf('http/route.ts')), /^wall: .*route\.ts imports .*yaml/)
  assert.deepEqual(await importOf('generators/settings.ts'), [])
})

test('neighbours on a floor do not import each other', async () => {
  assert.match(String(await serverImport('assistant/answer.ts', 'administration/sites/sites.ts')), /^neighbours: /)
  assert.match(String(await serverImport('agent/jobs/jobs.ts', 'assistant/answer.ts')), /^agent-and-models: /)
  assert.deepEqual(await serverImport('agent/work/loop.ts', 'assistant/models/models.ts'), [])
})

test('Express is imported in http only', async () => {
  const importOf = (file: string) =>
    wrongImportsOf({ [`packages/server/src/${file}`]: "import { parse } from 'express'\nexport const other = parse" })
  assert.match(String(await importOf('administration/sites/sites.ts')), /^express-in-http: /)
  assert.deepEqual(await importOf('http/route.ts'), [])
})

test('the contract imports zod only, and a client neither the server nor Node', async () => {
  const server = { 'packages/server/src/errors.ts': 'export const thing = 1' }
  const importing = (specifier: string) => `import { thing } from '${specifier}'\nexport const other = thing`
  const contract = (specifier: string) =>
    wrongImportsOf({ ...server, 'packages/contract/src/pages.ts': importing(specifier) })
  assert.match(String(await contract('node:fs')), /^contract-alone: /)
  assert.match(String(await contract('../../server/src/errors.ts')), /^contract-alone: /)
  assert.deepEqual(await contract('zod'), [])
  const widget = (specifier: string) =>
    wrongImportsOf({ ...server, 'packages/widget/src/script.ts': importing(specifier) })
  assert.match(String(await widget('../../server/src/errors.ts')), /^clients-know-the-contract: /)
  assert.match(String(await widget('node:fs')), /^clients-run-in-browsers: /)
})

/** Two files below the widget's sources, of which the first imports the second. */
const widgetImport = (from: string, to: string, isDynamic = false) => {
  const leading = path.posix.relative(path.posix.dirname(from), to)
  const target = leading.startsWith('.') ? leading : `./${leading}`
  const statement = isDynamic
    ? `export const other = () => import('${target}')`
    : `import { thing } from '${target}'\nexport const other = thing`
  return wrongImportsOf({
    [`packages/widget/src/${from}`]: statement,
    [`packages/widget/src/${to}`]: 'export const thing = 1',
  })
}

test('a room of the widget that imports from a floor above fails the check, and one that imports from below passes', async () => {
  const rooms = [
    'script.ts',
    'panel.tsx',
    'panel/app.tsx',
    'parts/answer.tsx',
    'chat/thread.ts',
    'markdown/links.ts',
    'page/mount.ts',
    'locales/english.ts',
  ]
  for (const [at, above] of rooms.entries()) {
    const below = rooms[at + 1]
    if (below === undefined) continue
    assert.match(String(await widgetImport(below, above)), /^widget-floor-of-/)
    if (at > 0) assert.deepEqual(await widgetImport(above, below), [])
  }
})

test('the loader imports the panel dynamically only, and the search shares no code with it', async () => {
  assert.match(String(await widgetImport('script.ts', 'panel.tsx')), /^loader-without-panel: /)
  assert.match(String(await widgetImport('index.ts', 'chat/thread.ts')), /^loader-without-panel: /)
  assert.deepEqual(await widgetImport('index.ts', 'panel.tsx', true), [])
  assert.deepEqual(await widgetImport('script.ts', 'page/mount.ts'), [])
  assert.match(String(await widgetImport('search/search-view.ts', 'markdown/links.ts')), /^search-apart: /)
  assert.deepEqual(await widgetImport('search/search-view.ts', 'page/element.ts'), [])
})

test('two files that import each other fail the check, be it for a type', async () => {
  const lines = await wrongImportsOf({
    'packages/server/src/search/rank.ts': "import type { Page } from './page.ts'\nexport interface Rank { page: Page }",
    'packages/server/src/search/page.ts': "import type { Rank } from './rank.ts'\nexport interface Page { rank: Rank }",
  })
  assert.match(lines.join('\n'), /^no-circles: /)
})
