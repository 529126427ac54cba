// Holds the floors of the house and the wall for strangers' text: `pnpm check` fails on an import that breaks them.
// `imports.test.ts` shows that each kind of wrong import does.
import { globSync } from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseOptions, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser'

/** From the top down. A room may import from its own floor and those below, never from one above. */
const floors = [
  ['cli', 'cli.ts', 'index.ts'],
  ['main.ts', 'start'],
  ['app.ts'],
  ['http'],
  ['agent'],
  ['assistant', 'administration'],
  ['sources'],
  ['search'],
  ['reading'],
  ['generators'],
  ['pages'],
  ['watch'],
  ['database'],
  ['git'],
]

/** The widget's, from the top down. */
const widgetFloors = [
  ['script.ts', 'index.ts', 'react.tsx', 'headless.tsx'],
  ['panel.tsx', 'package-panel.tsx'],
  ['panel', 'headless'],
  ['parts', 'search'],
  ['chat'],
  ['markdown'],
  ['page'],
  ['locales'],
]

/** The entry of the threads that read: nothing imports it, and it may import every reader. */
const worker = 'packages/server/src/reading/worker\\.ts'
/** What it is made of, and the table of its tasks, which names the types of all readers: outside the floors, as it is. */
const threads = 'packages/server/src/reading/(?:worker|tasks|pack-page)\\.ts'

/** Folders and files that interpret what strangers wrote. They run in the workers of `reading/`, and nowhere else. */
const readers = [
  'pages/readers/',
  // But for those that look at the names of files only.
  'generators/(?!(?:site-files|edition-folders|globs)\\.ts$)',
  'sources/openapi/',
  'sources/readers/',
  'agent/validate/',
  'agent/navigation/',
]

/** Packages that parse, for readers only. */
const parsers = [
  '@asciidoctor/core',
  '@babel/parser',
  'acorn(?:-jsx)?',
  'hast-util-from-parse5',
  'hast-util-to-mdast',
  'parse5',
  'remark-[a-z]+',
  'smol-toml',
  'unified',
  'yaml',
]

const server = 'packages/server/src'
const widget = 'packages/widget/src'
const tests = '\\.test\\.tsx?$'

const pathsOf = (sources: string, rooms: readonly string[]): string[] =>
  rooms.map((room) => `^${sources}/${room.replace('.', '\\.')}${room.includes('.') ? '$' : '/'}`)

/** A rule for each floor but the top one. @param prefix of the rules' names */
const rulesOf = (prefix: string, sources: string, list: readonly string[][]): IForbiddenRuleType[] =>
  list.slice(1).map((rooms, index) => ({
    name: `${prefix}-${rooms.map((room) => path.parse(room).name).join('-and-')}`,
    comment: `Nothing on the floor of ${rooms.join(' and ')} imports from a floor above.`,
    severity: 'error',
    from: { path: pathsOf(sources, rooms), pathNot: [tests, `^${threads}$`] },
    to: { path: pathsOf(sources, list.slice(0, index + 1).flat()) },
  }))

const clients = '^(?:packages/widget|apps/dashboard)/src/'

const forbidden: IForbiddenRuleType[] = [
  ...rulesOf('floor-of', server, floors),
  ...rulesOf('widget-floor-of', widget, widgetFloors),
  {
    name: 'loader-without-panel',
    comment: 'The loader is small: it gets the panel by import() only, and the types that both share from page/.',
    severity: 'error',
    from: { path: `^${widget}/(?:script\\.ts|index\\.ts|react\\.tsx)$` },
    to: {
      path: pathsOf(widget, ['panel.tsx', 'package-panel.tsx', 'panel', 'parts', 'search', 'chat', 'markdown']),
      dependencyTypesNot: ['dynamic-import'],
    },
  },
  {
    name: 'search-apart',
    comment: 'The search is a file of its own: code that it shared with the panel would split the panel.',
    severity: 'error',
    from: { path: `^${widget}/search/`, pathNot: tests },
    to: { path: pathsOf(widget, ['parts', 'chat', 'markdown']) },
  },
  {
    name: 'wall',
    comment:
      'What strangers wrote is interpreted in the workers of reading/ only: import the type, and ask for the task.',
    severity: 'error',
    from: {
      path: `^${server}/`,
      pathNot: [tests, `^${worker}$`, ...readers.map((path) => `^${server}/${path}`)],
    },
    to: {
      path: [...readers.map((path) => `^${server}/${path}`), ...parsers.map((name) => `node_modules/${name}/`)],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'neighbours',
    comment: 'Assistant and administration do not know each other.',
    severity: 'error',
    from: { path: `^${server}/(assistant|administration)/`, pathNot: tests },
    to: { path: `^${server}/(assistant|administration)/`, pathNot: `^${server}/$1/` },
  },
  {
    name: 'agent-and-models',
    comment: 'Of the assistant the agent uses the models.',
    severity: 'error',
    from: { path: `^${server}/agent/`, pathNot: tests },
    to: { path: `^${server}/(?:assistant|administration)/`, pathNot: `^${server}/assistant/models/` },
  },
  {
    name: 'express-in-http',
    comment: 'Only app.ts and http/ know Express.',
    severity: 'error',
    from: { path: `^${server}/`, pathNot: [tests, `^${server}/(?:http/|app\\.ts$)`] },
    to: { path: 'node_modules/express/' },
  },
  {
    name: 'contract-alone',
    comment: 'The contract depends on zod only.',
    severity: 'error',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { pathNot: ['^packages/contract/src/', 'node_modules/zod/'] },
  },
  {
    name: 'clients-know-the-contract',
    comment: 'Widget and dashboard know the contract, never the server.',
    severity: 'error',
    from: { path: clients, pathNot: tests },
    to: { path: ['^packages/server/', 'node_modules/express/'] },
  },
  {
    name: 'clients-run-in-browsers',
    comment: 'Widget and dashboard use no module of Node.',
    severity: 'error',
    from: { path: clients, pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-circles',
    comment: 'Two files that need each other, be it for a type, are one file, or need a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]

const sentenceOf = ({ rule, from, to }: IViolation): string => `${rule.name}: ${from} imports ${to}`

/**
 * Reads the imports of all packages.
 * @param root the folder that holds `packages/`
 * @returns a line for each import that breaks a rule, beginning with the rule's name
 */
export const findWrongImports = async (root: string): Promise<string[]> => {
  const options: ICruiseOptions = {
    baseDir: root,
    ruleSet: { forbidden },
    validate: true,
    // TypeScript 7 has no interface yet that dependency-cruiser can use.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(?:dist|fixtures)/' },
  }
  const resolving = {
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    conditionNames: ['sidenote-source', 'import', 'node', 'default', 'types'],
    exportsFields: ['exports'],
  }
  const folders = globSync('{packages,apps}/*/src', { cwd: root })
  const { output } = await cruise(folders, options, resolving)
  if (typeof output === 'string') throw new Error(output)
  return output.summary.violations.map(sentenceOf)
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const wrong = await findWrongImports(root)
  for (const line of wrong) console.error(line)
  const names = new Set(wrong.map((line) => line.split(':')[0]))
  for (const { name = '', comment } of forbidden) if (names.has(name)) console.error(`\n${name}: ${comment}`)
  if (wrong.length > 0) process.exitCode = 1
}
