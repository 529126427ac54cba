import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { readYaml as readYamlText } from '../pages/readers/yaml.ts'
import { noScript, type SourceEntry, SourceError, type SourceFile, type SourceNode, type Span } from './source-tree.ts'

/** 25,000 keys with their values; the largest configurations of real sites have some 3,000. */
const bounds = { parts: 150_000 }
const deepest = 100
/** Values that all aliases together may stand for. */
const mostAliased = 10_000

/** Reads YAML with the places of its values. What an alias stands for isn't known. @throws SourceError */
export function readYaml(path: string, text: string): SourceFile {
  const { root, mistakes } = readYamlText(text, bounds)
  const mistake = mistakes.find(({ kind }) => kind !== 'alias')
  if (mistake) throw new SourceError(mistake.reason, mistake)
  return { path, text, syntax: 'yaml', root: sourceOf(root), ...noScript }
}

/** The plain value of a document; undefined if it can't be read. Of a key that stands twice, the last one counts. */
export function readYamlValue(text: string): unknown {
  const read = (aliased: number | undefined) => {
    const { value, mistakes } = readYamlText(text, { ...bounds, ...(aliased && { aliased }), readNumber: asWritten })
    return mistakes.some(({ kind }) => kind === 'syntax') ? undefined : value
  }
  // Where aliases hold themselves, or too much, none is read.
  return read(mostAliased) ?? read(undefined)
}

const asWritten = (number: string): string => number

function sourceOf(node: unknown, depth = 0): SourceNode {
  const span = spanOf(node)
  if (depth > deepest) return { kind: 'other', ...span }
  if (isScalar(node)) return scalarOf(node.value, span)
  if (isSeq(node)) {
    const items = node.items.map((item) => sourceOf(item, depth + 1))
    return { kind: 'list', items, places: items, ...span }
  }
  return isMap(node) ? { kind: 'record', entries: entriesOf(node, depth), ...span } : { kind: 'other', ...span }
}

function scalarOf(value: unknown, span: Span): SourceNode {
  if (typeof value === 'string') return { kind: 'string', value, ...span }
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? { kind: 'literal', value, ...span }
    : { kind: 'other', ...span }
}

const entriesOf = (map: YAMLMap, depth: number): SourceEntry[] =>
  map.items.flatMap(({ key, value }): SourceEntry[] => {
    const name = sourceOf(key, deepest)
    return name.kind === 'string' ? [{ key: name, value: sourceOf(value, depth + 1) }] : []
  })

function spanOf(node: unknown): Span {
  const range = isScalar(node) || isSeq(node) || isMap(node) ? node.range : undefined
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 }
}
