import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from '@babel/parser'

/** A regular expression of the source. */
export interface FoundRegex {
  /** As in `server/src/http/keys.ts:12`. */
  readonly place: string
  readonly pattern: string
  readonly flags: string
}

const packages = fileURLToPath(new URL('../../../', import.meta.url))
const roots = ['contract/src', 'server/src']

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The regular expressions that are written out, and the places where one is put together at run time. */
export const findRegexes = (): { literals: FoundRegex[]; built: string[] } => {
  const literals: FoundRegex[] = []
  const built: string[] = []
  const walk = (node: unknown, file: string): void => {
    if (Array.isArray(node)) {
      for (const inner of node) walk(inner, file)
      return
    }
    if (!isNode(node)) return
    const line = isNode(node.loc) && isNode(node.loc.start) ? node.loc.start.line : 0
    if (node.type === 'RegExpLiteral') {
      literals.push({ place: `${file}:${line}`, pattern: String(node.pattern), flags: String(node.flags) })
      return
    }
    if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'RegExp') {
      built.push(`${file}:${line}`)
    }
    for (const [name, inner] of Object.entries(node)) if (name !== 'loc') walk(inner, file)
  }
  for (const root of roots) {
    for (const name of readdirSync(join(packages, root), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const file = `${root}/${name}`
      const text = readFileSync(join(packages, file), 'utf8')
      walk(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program, file)
    }
  }
  return { literals, built }
}

const length = 100_000
/** What attacks are made of. */
export const attackUnits: readonly string[] = [
  ...[
    'a',
    'A',
    '0',
    ' ',
    '\n',
    '\t',
    '-',
    '_',
    '.',
    '/',
    '*',
    '`',
    '"',
    "'",
    '<',
    '>',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '#',
  ],
  ...[':', '&', '|', '\\', '!', '~', '=', ',', ';', '@', '+', 'é', '日', '\u{1f648}'],
  ...[
    'a ',
    ' a',
    'a.',
    'a/',
    'a-',
    '<a',
    '<a ',
    '</',
    '[a',
    '[](',
    '](',
    '![',
    '{{',
    '{/*',
    '<!--',
    '&a',
    'a,',
    'a=',
    '="',
  ],
  ...[
    '\n\n',
    '\n ',
    ' \n',
    '\r\n',
    '# ',
    '\n#',
    '\n- ',
    '`a',
    '``',
    '---\n',
    'a:',
    '://',
    'http://',
    '..',
    '../',
    '0.',
    '0-',
  ],
]

/** Words that stand in the pattern itself lead into it. */
const wordsOf = (pattern: string): string[] =>
  [...new Set(pattern.replace(/\\[dDwWsSbB]/g, ' ').match(/[A-Za-z0-9<>/"'`#:=*._[\](){}!&;@-]{1,12}/g) ?? [])]
    .map((word) => word.replaceAll('\\', ''))
    .slice(0, 12)

const fill = (unit: string): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** As it is, and with an end that does not fit. */
const withEnds = (text: string): string[] => [text, `${text}\u0001!`]

/** Each is made once, for all patterns. */
const runs = attackUnits.map(fill).flatMap(withEnds)

/** Texts of 100 kB that a backtracking engine may choke on: long runs, with a beginning that fits and an end that does not. */
export const attacksOn = (pattern: string): string[] => {
  const words = wordsOf(pattern)
  const ownRuns = [...words, ...words.map((word) => `${word} `)].map(fill)
  const led = words.slice(0, 6).flatMap((word) => [' ', 'a', '\n', '0'].map((unit) => word + unit.repeat(length)))
  return [...runs, ...[...ownRuns, ...led].flatMap(withEnds)]
}
