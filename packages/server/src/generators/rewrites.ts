import type { SourceNode } from './source-tree.ts'

const mostRules = 100
/** Names and wildcards in one pattern. */
const mostNames = 3

/** A part of a pattern: text, or a name that stands for one step of a path, or for several when it's wide. */
type Part = { readonly text: string } | { readonly name: string; readonly isWide: boolean }

/**
 * Moves paths as the `rewrites` of VitePress say: `{ 'packages/:name/(.*)': ':name/(.*)' }`. Rules with more than three
 * names, and rewrites that are a function, aren't known.
 */
export function rewriterOf(rewrites: SourceNode | undefined): (path: string) => string {
  const entries = rewrites?.kind === 'record' ? rewrites.entries.slice(0, mostRules) : []
  const rules = entries.flatMap(({ key, value }) => {
    if (value.kind !== 'string') return []
    const from = partsOf(key.value)
    return from.filter((part) => 'name' in part).length > mostNames ? [] : [{ from, to: partsOf(value.value) }]
  })
  return (path) => {
    for (const { from, to } of rules) {
      const values = match(from, path)
      if (values) return to.map((part) => ('name' in part ? (values.get(part.name) ?? '') : part.text)).join('')
    }
    return path
  }
}

/** `packages/:name/(.*)` as parts; wildcards without a name are called by their number. */
function partsOf(pattern: string): Part[] {
  const parts: Part[] = []
  let unnamed = 0
  let text = ''
  for (let at = 0; at < pattern.length; ) {
    const name = pattern.charAt(at) === ':' ? (/^\w+/.exec(pattern.slice(at + 1))?.[0] ?? '') : ''
    const after = name === '' ? at : at + 1 + name.length
    const wildcard = ['(.*)', '*'].find((mark) => pattern.startsWith(mark, after)) ?? ''
    if (name === '' && wildcard === '') {
      text += pattern.charAt(at++)
      continue
    }
    if (text !== '') parts.push({ text })
    text = ''
    parts.push({ name: name || String(unnamed++), isWide: wildcard !== '' })
    at = after + wildcard.length
  }
  return text === '' ? parts : [...parts, { text }]
}

/**
 * What the names of a pattern stand for in a path, the longest first; undefined if the path isn't one of the pattern's.
 * `failures` are the rests of the pattern and of the path that are known not to match.
 */
function match(parts: readonly Part[], path: string, failures = new Set<string>()): Map<string, string> | undefined {
  const [part, ...rest] = parts
  if (!part) return path === '' ? new Map() : undefined
  if ('text' in part)
    return path.startsWith(part.text) ? match(rest, path.slice(part.text.length), failures) : undefined
  const key = `${parts.length} ${path.length}`
  const slash = part.isWide ? -1 : path.indexOf('/')
  for (let end = slash < 0 ? path.length : slash; !failures.has(key) && end >= (part.isWide ? 0 : 1); end--) {
    const values = match(rest, path.slice(end), failures)
    if (values) return new Map([...values, [part.name, path.slice(0, end)]])
  }
  failures.add(key)
  return undefined
}
