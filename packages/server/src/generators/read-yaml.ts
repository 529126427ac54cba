import { isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { parseOrThrow } from './script-values.ts'
import {
  noScript,
  placeAt,
  type SourceEntry,
  SourceError,
  type SourceFile,
  type SourceNode,
  type Span,
} from './source-tree.ts'

/** 20,000 keys; the largest configurations of real sites have some 3,000. */
const mostTokens = 150_000
const deepest = 100

/** Reads YAML. Aliases are `other`, as a few of them can stand for more than the memory holds. @throws SourceError */
export function readYaml(path: string, text: string): SourceFile {
  const root = sourceOf(parseYaml(text), text)
  return { path, text, syntax: 'yaml', root, ...noScript }
}

/** The plain value of a document, without what aliases stand for; of a key that stands twice, the last one counts. @throws SourceError */
export const readYamlValue = (text: string): unknown => plainValue(parseYaml(text))

function parseYaml(text: string): unknown {
  checkSize(text)
  const lineCounter = new LineCounter()
  // The parser compares each key with all others; `entriesOf` finds those that stand twice at once.
  const options = { lineCounter, prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const
  const document = parseOrThrow(() => parseDocument(text, options))
  const [mistake] = document.errors
  if (!mistake) return document.contents
  const { line, col } = lineCounter.linePos(mistake.pos[0])
  throw new SourceError(sentenceOf(mistake.message), { line, column: col })
}

const sentenceOf = (message: string): string =>
  message.startsWith('Maximum call stack') ? 'It is nested too deeply.' : message.replaceAll('\n', ' ')

/** Counts what the parser makes nodes of, which takes a tenth of its time. */
function checkSize(text: string): void {
  let tokens = 0
  for (const _ of new Lexer().lex(text)) {
    if (++tokens > mostTokens) {
      throw new SourceError(`The YAML has more than ${mostTokens} tokens, and isn't read.`, { line: 1, column: 1 })
    }
  }
}

function sourceOf(node: unknown, text: string, depth = 0): SourceNode {
  const span = spanOf(node)
  if (depth > deepest) return { kind: 'other', ...span }
  if (isScalar(node)) {
    const { value } = node
    if (typeof value === 'string') return { kind: 'string', value, ...span }
    return typeof value === 'number' || typeof value === 'boolean' || value === null
      ? { kind: 'literal', value, ...span }
      : { kind: 'other', ...span }
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => sourceOf(item, text, depth + 1))
    return { kind: 'list', items, places: items, ...span }
  }
  return isMap(node) ? { kind: 'record', entries: entriesOf(node, text, depth), ...span } : { kind: 'other', ...span }
}

function entriesOf(map: YAMLMap, text: string, depth: number): SourceEntry[] {
  const keys = new Set<string>()
  return map.items.flatMap((pair): SourceEntry[] => {
    const key = sourceOf(pair.key, text, deepest)
    if (key.kind !== 'string') return []
    if (keys.has(key.value)) {
      throw new SourceError(`The key “${key.value}” stands twice in one place.`, placeAt(text, key.start))
    }
    keys.add(key.value)
    return [{ key, value: sourceOf(pair.value, text, depth + 1) }]
  })
}

function spanOf(node: unknown): Span {
  const range = isScalar(node) || isSeq(node) || isMap(node) ? node.range : undefined
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 }
}

function plainValue(node: unknown, depth = 0): unknown {
  if (depth > deepest) return undefined
  if (isScalar(node)) return node.value
  if (isSeq(node)) return node.items.map((item) => plainValue(item, depth + 1))
  if (!isMap(node)) return undefined
  const entries = node.items.flatMap(({ key, value }): [string, unknown][] =>
    isScalar(key) ? [[String(key.value), plainValue(value, depth + 1)]] : [],
  )
  return Object.fromEntries(entries)
}
