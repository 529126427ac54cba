/** A value as a file writes it, with its place. Whatever is computed is `other`. */
export type SourceNode = SourceString | SourceLiteral | SourceList | SourceRecord | SourceOther

/** Offsets in the text of the file. */
export interface Span {
  readonly start: number
  readonly end: number
}
/** A string, without its quotation marks. */
export interface SourceString extends Span {
  readonly kind: 'string'
  readonly value: string
}
/** A number, `true`, `false` or `null`. */
export interface SourceLiteral extends Span {
  readonly kind: 'literal'
  readonly value: boolean | number | null
}
/** A list, with its brackets or without. */
export interface SourceList extends Span {
  readonly kind: 'list'
  readonly items: readonly SourceNode[]
  /** Where in the list each item is; an item that is only named there has its own place elsewhere. */
  readonly places: readonly Span[]
}
/** A record; a key may stand in it twice. */
export interface SourceRecord extends Span {
  readonly kind: 'record'
  readonly entries: readonly SourceEntry[]
}
/** A key of a record with its value. */
export interface SourceEntry {
  readonly key: SourceString
  readonly value: SourceNode
}
/** Something that is computed, or an alias. */
export interface SourceOther extends Span {
  readonly kind: 'other'
}

/** A file that configures a site. It's read as data and never run. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly syntax: 'script' | 'json' | 'yaml'
  /** The document, or what a script exports by default. */
  readonly root: SourceNode
  /** Outermost lists that `accept` takes; `keys` are the properties that a list is in. */
  lists(accept: (list: SourceList, keys: readonly string[]) => boolean): SourceList[]
  /** The first arguments of calls of a function. */
  calls(name: string): SourceNode[]
  /** The values of all properties of a name, wherever in a script they are. */
  properties(name: string): SourceNode[]
  /** The value of a name that a script declares at its top; undefined: there's no such name. */
  constant(name: string): SourceNode | undefined
}

/** What a file that is only data answers to questions about a script. */
export const noScript: Pick<SourceFile, 'lists' | 'calls' | 'properties' | 'constant'> = {
  lists: () => [],
  calls: () => [],
  properties: () => [],
  constant: () => undefined,
}

/** A file that can't be parsed. Line and column are counted from 1. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly line: number
  readonly column: number

  constructor(message: string, place: { line: number; column: number }) {
    super(message)
    this.line = place.line
    this.column = place.column
  }
}

/** The value of a property, going down one name after another; of a name that stands twice, the last one. */
export function valueAt(node: SourceNode | undefined, ...keys: readonly string[]): SourceNode | undefined {
  return keys.reduce<SourceNode | undefined>(
    (inner, key) =>
      inner?.kind === 'record' ? inner.entries.findLast((entry) => entry.key.value === key)?.value : undefined,
    node,
  )
}

/** `valueAt`, if it's a string. */
export function textAt(node: SourceNode | undefined, ...keys: readonly string[]): string | undefined {
  return stringAt(node, ...keys)?.value
}

/** `valueAt` with its place, if it's a string. */
export function stringAt(node: SourceNode | undefined, ...keys: readonly string[]): SourceString | undefined {
  const value = valueAt(node, ...keys)
  return value?.kind === 'string' ? value : undefined
}

/** `valueAt`, if it's `true` or `false`. */
export function flagAt(node: SourceNode | undefined, ...keys: readonly string[]): boolean | undefined {
  const value = valueAt(node, ...keys)
  return value?.kind === 'literal' && typeof value.value === 'boolean' ? value.value : undefined
}

/** `valueAt`, if it's a list. */
export function listAt(node: SourceNode | undefined, ...keys: readonly string[]): SourceList | undefined {
  const value = valueAt(node, ...keys)
  return value?.kind === 'list' ? value : undefined
}

/** The items of `valueAt`; none if it's no list. */
export const itemsAt = (node: SourceNode | undefined, ...keys: readonly string[]): readonly SourceNode[] =>
  listAt(node, ...keys)?.items ?? []

/** The strings among items. */
export const textsIn = (items: readonly SourceNode[]): string[] =>
  items.flatMap((item) => (item.kind === 'string' ? [item.value] : []))

/** Line and column of an offset, counted from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
