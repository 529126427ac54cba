// Prints the figures by which the code base is kept in order: `pnpm house`. Beside each stands its bound, where it has one.
// `pnpm house --list` also names what stands out: the longest files and functions, spreads, functions of many parameters.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { argv } from 'node:process'
import { type ParserPlugin, parse } from '@babel/parser'
import type { Comment, Node } from '@babel/types'

const root = path.resolve(import.meta.dirname, '..')
const isListed = argv.includes('--list')
/** What reads questions and chooses excerpts has bounds of its own. */
const apart = ['packages/server/src/assistant/excerpt/', 'packages/server/src/assistant/question/']
/** Of languages, not of rules. */
const wordLists = /\/(?:phrases)\.ts$/
const mostParameters = 3

interface Place {
  file: string
  line: number
  size: number
}

interface SourceFile {
  /** From the root of the repository. */
  file: string
  lines: number
  functions: Place[]
  expressions: Place[]
  casts: Place[]
  suppressions: Place[]
  /** `...{ a, b }` within an object. */
  spreads: Place[]
  /** Functions of more than three parameters. */
  wide: Place[]
  exports: { documented: number; all: number; bare: Place[] }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/node_modules\/|\/dist\//.test(file))
    .sort()

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The nodes right below a node. */
const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([key]) => !key.endsWith('omments') && key !== 'loc')
    .flatMap(([, value]) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
])

const measureNode = (node: Node, source: SourceFile): void => {
  const line = node.loc?.start.line ?? 0
  const size = (node.loc?.end.line ?? 0) - line + 1
  const place = { file: source.file, line, size }
  if (functionTypes.has(node.type) && 'params' in node) {
    source.functions.push(place)
    if (node.params.length > mostParameters) source.wide.push({ ...place, size: node.params.length })
  }
  if (node.type === 'RegExpLiteral' || isRegExpCall(node)) source.expressions.push(place)
  const isConst = node.type === 'TSAsExpression' && isConstAssertion(node.typeAnnotation)
  if ((node.type === 'TSAsExpression' && !isConst) || node.type === 'TSTypeAssertion') source.casts.push(place)
  if (node.type === 'SpreadElement' && node.argument.type === 'ObjectExpression') source.spreads.push(place)
}

/** `new RegExp(…)` or `RegExp(…)`. */
const isRegExpCall = (node: Node): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') &&
  node.callee.type === 'Identifier' &&
  node.callee.name === 'RegExp'

const isConstAssertion = (type: Node): boolean =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'

const isDocstring = ({ type, value }: Comment): boolean => type === 'CommentBlock' && value.startsWith('*')

/** Counts what a file exports; what it passes on from another is documented there. */
const measureExports = (statements: readonly Node[], { exports, file }: SourceFile): void => {
  for (const node of statements) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue
    exports.all++
    if (node.leadingComments?.some(isDocstring)) exports.documented++
    else exports.bare.push({ file, line: node.loc?.start.line ?? 0, size: 1 })
  }
}

const measureFile = (file: string): SourceFile => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const plugins: ParserPlugin[] = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
  const { program, comments } = parse(text, { sourceType: 'module', plugins })
  const source: SourceFile = {
    file,
    lines: text.split('\n').length - 1,
    functions: [],
    expressions: [],
    casts: [],
    suppressions: [],
    spreads: [],
    wide: [],
    exports: { documented: 0, all: 0, bare: [] },
  }
  const pending: Node[] = [program]
  for (let node = pending.pop(); node; node = pending.pop()) {
    measureNode(node, source)
    pending.push(...childrenOf(node))
  }
  measureExports(program.body, source)
  for (const { value, loc } of comments ?? []) {
    if (!/biome-ignore|@ts-(?:ignore|expect-error|nocheck)/.test(value)) continue
    source.suppressions.push({ file, line: loc?.start.line ?? 0, size: 1 })
  }
  return source
}

/** The folder right below a package's sources; the package where files stand there themselves. */
const roomOf = (file: string): string => {
  const [kind = '', name = '', sources = '', ...below] = file.split('/')
  const isDeep = sources === 'src' && below.length > 1
  return [kind, name, ...(isDeep ? [below[0]] : [])].join('/')
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
const spread = (numbers: readonly number[]): string =>
  [quantile(numbers, 0.5), quantile(numbers, 0.9), Math.max(...numbers)].join(' / ')
const per1000 = (count: number, lines: number): string => ((count / lines) * 1_000).toFixed(1)
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

const print = (what: string, figure: string | number, bound = ''): void =>
  console.log(`${what.padEnd(52)}${String(figure).padStart(16)}${bound && `   ${bound}`}`)

const list = (places: readonly Place[], most = 15): void => {
  if (!isListed) return
  for (const { file, line, size } of places.toSorted((one, other) => other.size - one.size).slice(0, most))
    console.log(`    ${file}:${line}  ${size}`)
}

const product = ['packages/contract/src', 'packages/server/src', 'packages/widget/src', 'apps/dashboard/src']
  .flatMap(filesBelow)
  .map(measureFile)
const beside = ['packages/server/bench', 'packages/widget/bench', 'packages/widget/build', 'e2e', 'apps/docs/demo']
const house = [
  ...product,
  ...beside
    .flatMap(filesBelow)
    .filter((file) => !/\.spec\.ts$/.test(file))
    .map(measureFile),
]
const server = product.filter(({ file }) => file.startsWith('packages/server/'))
const counted = server.filter(({ file }) => !apart.some((folder) => file.startsWith(folder)))
const linesOf = (files: readonly SourceFile[]): number => sum(files.map(({ lines }) => lines))

const fileSizes = product.map(({ file, lines }) => ({ file, line: 1, size: lines }))
print('lines a file, p50 / p90 / max', spread(fileSizes.map(({ size }) => size)), 'p90 at most 220')
list(fileSizes)
const functions = product.flatMap((source) => source.functions)
print('lines a function, p50 / p90 / max', spread(functions.map(({ size }) => size)), 'p90 at most 45')
list(functions)
const expressions = (files: readonly SourceFile[]) => files.flatMap((source) => source.expressions)
print('regular expressions per 1,000 lines of the server', per1000(expressions(server).length, linesOf(server)))
print(
  '  outside assistant/excerpt and assistant/question',
  per1000(expressions(counted).length, linesOf(counted)),
  'at most 24',
)
const rules = server.filter(({ file }) => apart.some((folder) => file.startsWith(folder)) && !wordLists.test(file))
print('lines of assistant/excerpt and assistant/question', linesOf(rules), 'at most 900')
print('  regular expressions in them', expressions(rules).length, 'at most 60')
if (isListed) {
  const rooms = Map.groupBy(counted, ({ file }) => roomOf(file))
  for (const [room, files] of rooms) console.log(`    ${room}: ${expressions(files).length} in ${linesOf(files)} lines`)
}
const casts = product.flatMap((source) => source.casts)
print('casts per 1,000 lines', per1000(casts.length, linesOf(product)))
list(casts, 60)
const suppressions = product.flatMap((source) => source.suppressions)
print('suppressions', suppressions.length)
list(suppressions)
const spreads = product.flatMap((source) => source.spreads)
print('spreads of an object literal', spreads.length, '0')
list(spreads, 100)
const wide = product.flatMap((source) => source.wide)
print('functions of more than 3 parameters', wide.length, 'at most 20')
list(wide, 100)
for (const name of ['contract', 'server']) {
  const all = product.filter(({ file }) => file.startsWith(`packages/${name}/`)).map((source) => source.exports)
  const documented = sum(all.map((each) => each.documented))
  const bound = name === 'contract' ? 'at least 90 %' : ''
  print(`documented exports of the ${name}`, percent(documented, sum(all.map((each) => each.all))), bound)
  list(
    all.flatMap(({ bare }) => bare),
    40,
  )
}
const rooms = [...Map.groupBy(house, ({ file }) => roomOf(file))].map(([room, files]) => ({
  room,
  lines: linesOf(files),
}))
const [largest] = rooms.toSorted((one, other) => other.lines - one.lines)
print(`largest room, ${largest?.room}`, percent(largest?.lines ?? 0, linesOf(house)), 'at most 17 %')
print('bytes of ARCHITECTURE.md', statSync(path.join(root, 'ARCHITECTURE.md')).size, 'at most 8192')
