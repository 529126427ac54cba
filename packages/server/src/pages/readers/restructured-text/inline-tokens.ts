import { oneLine } from '../../text-lines.ts'
import { type RoleWords, readRole } from './roles.ts'
import { titleAndTarget } from './sphinx-references.ts'

/** A piece of a paragraph: text, or markup as it is written. */
export type Token =
  | { readonly type: 'text' | 'literal' | 'target' | 'strong' | 'emphasis' | 'address'; readonly text: string }
  /** `:ref:` and the like. */
  | { readonly type: 'role'; readonly role: RoleWords; readonly written: string }
  /** Words between backticks. `mark` is what makes them a reference. */
  | { readonly type: 'quoted'; readonly text: string; readonly mark: string }
  /** A word that `_` or `__` makes a reference. */
  | { readonly type: 'word'; readonly text: string; readonly mark: string }
  /** What stands between two `|`. */
  | { readonly type: 'substitution'; readonly name: string }
  /** The number or the name of a note. */
  | { readonly type: 'note'; readonly name: string }

/** A token, and where the text behind it begins. */
interface Found {
  readonly token: Token
  readonly end: number
}

/** In characters. */
const longest = { emphasis: 300, substitution: 100, note: 60, word: 82 }
const mostDomains = 3

/**
 * The pieces of a paragraph, in order.
 * @see https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup
 */
export function tokensOf(paragraph: string): Token[] {
  const text = oneLine(paragraph)
  const tokens: Token[] = []
  let start = 0
  for (let at = 0; at < text.length; ) {
    const found = readMarkup(text, at)
    if (!found) {
      at += Math.max(1, wordAt(text, at).length)
      continue
    }
    if (at > start) tokens.push({ type: 'text', text: text.slice(start, at) })
    tokens.push(found.token)
    at = start = found.end
  }
  if (start < text.length) tokens.push({ type: 'text', text: text.slice(start) })
  return tokens
}

function readMarkup(text: string, at: number): Found | undefined {
  switch (text.charAt(at)) {
    case '`':
      return readLiteral(text, at) ?? readQuoted(text, at)
    case ':':
      return readRoleAt(text, at)
    case '_':
      return text.charAt(at + 1) === '`' ? between(text, at + 1, '`', 'target') : undefined
    case '|':
      return readSubstitution(text, at)
    case '[':
      return readNote(text, at)
    case '*':
      return readEmphasis(text, at, '**') ?? readEmphasis(text, at, '*')
    case '\\': {
      // An escaped blank joins what stands beside it.
      const escaped = text.charAt(at + 1)
      return escaped === '' ? undefined : { token: { type: 'text', text: escaped.trim() }, end: at + 2 }
    }
    default:
      return readAddress(text, at) ?? readWord(text, at)
  }
}

const isWordSign = (sign: string): boolean => /\w/.test(sign)

/** What stands between two signs: at least one character. */
function between(text: string, at: number, sign: string, type: 'literal' | 'target'): Found | undefined {
  const end = text.indexOf(sign, at + sign.length)
  if (end <= at + sign.length) return undefined
  return { token: { type, text: text.slice(at + sign.length, end) }, end: end + sign.length }
}

const readLiteral = (text: string, at: number): Found | undefined =>
  text.startsWith('``', at) ? between(text, at, '``', 'literal') : undefined

/** `words`, `words`_ and `words`:role:. */
function readQuoted(text: string, at: number): Found | undefined {
  const found = between(text, at, '`', 'literal')
  if (found?.token.type !== 'literal') return undefined
  const behind = roleEnd(text, found.end) ?? found.end
  const marks = text.startsWith('__', behind) ? '__' : text.startsWith('_', behind) ? '_' : ''
  const mark = isWordSign(text.charAt(behind + marks.length)) ? '' : marks
  return { token: { type: 'quoted', text: found.token.text, mark }, end: behind + mark.length }
}

const domain = /[\w+.-]{1,30}:/y

/** Where `:py:func:` ends. */
function roleEnd(text: string, at: number): number | undefined {
  if (text.charAt(at) !== ':') return undefined
  domain.lastIndex = at + 1
  let end: number | undefined
  for (let domains = 0; domains < mostDomains && domain.test(text); domains++) end = domain.lastIndex
  domain.lastIndex = 0
  return end
}

function readRoleAt(text: string, at: number): Found | undefined {
  const end = roleEnd(text, at)
  const found = end !== undefined && text.charAt(end) === '`' ? between(text, end, '`', 'literal') : undefined
  if (found?.token.type !== 'literal') return undefined
  const written = found.token.text
  return { token: { type: 'role', role: readRole(text.slice(at, end), written), written }, end: found.end }
}

function readSubstitution(text: string, at: number): Found | undefined {
  if (isWordSign(text.charAt(at - 1))) return undefined
  const end = text.indexOf('|', at + 1)
  const name = text.slice(at + 1, end)
  if (end < 0 || name.length > longest.substitution || name.trimStart() !== name || name === '') return undefined
  const marks = ['__', '_', ''].find((mark) => text.startsWith(mark, end + 1)) ?? ''
  return { token: { type: 'substitution', name }, end: end + 1 + marks.length }
}

const noteName = /^(?:#?[\w.-]*|\*)$/

function readNote(text: string, at: number): Found | undefined {
  const end = text.slice(at, at + longest.note + 3).indexOf(']_') + at
  const name = text.slice(at + 1, end)
  if (end < at || isWordSign(text.charAt(end + 2)) || !noteName.test(name)) return undefined
  return { token: { type: 'note', name: name.replace('#', '') }, end: end + 2 }
}

/** Between marks that stand at the ends of words. */
function readEmphasis(text: string, at: number, mark: '**' | '*'): Found | undefined {
  const isWithin = (sign: string) => sign === '*' || isWordSign(sign)
  if (!text.startsWith(mark, at) || isWithin(text.charAt(at - 1))) return undefined
  const start = at + mark.length
  const end = text.slice(start, start + longest.emphasis + mark.length).indexOf(mark) + start
  const words = text.slice(start, end)
  if (end <= start || words.trim() !== words || isWithin(text.charAt(end + mark.length))) return undefined
  return { token: { type: mark === '*' ? 'emphasis' : 'strong', text: words }, end: end + mark.length }
}

const address = /https?:\/\/[^\s<>`|\\]{0,1000}[\w/#=&~-]/y

function readAddress(text: string, at: number): Found | undefined {
  const before = text.charAt(at - 1)
  if (!text.startsWith('http', at) || before === '/' || isWordSign(before)) return undefined
  address.lastIndex = at
  const [found] = address.exec(text) ?? []
  return found === undefined ? undefined : { token: { type: 'address', text: found }, end: at + found.length }
}

const word = /[A-Za-z0-9](?:[\w.-]*\w)?/y

/** The word that begins here. */
function wordAt(text: string, at: number): string {
  const before = text.charAt(at - 1)
  if (before !== '' && /[\w:/.@-]/.test(before)) return ''
  word.lastIndex = at
  return word.exec(text)?.[0] ?? ''
}

/** `name_`, before a blank or a sign of punctuation. */
function readWord(text: string, at: number): Found | undefined {
  const whole = wordAt(text, at)
  const marks = whole.endsWith('__') ? '__' : whole.endsWith('_') ? '_' : ''
  const name = whole.slice(0, whole.length - marks.length)
  const behind = text.charAt(at + whole.length)
  const isWord = marks !== '' && name.length <= longest.word && /[A-Za-z0-9]$/.test(name)
  if (!isWord || (behind !== '' && !` .,;:!?)]'"`.includes(behind))) return undefined
  return { token: { type: 'word', text: name, mark: marks }, end: at + whole.length }
}

/** The text of markup as docutils makes ids from it. */
export const plainText = (paragraph: string): string => oneLine(tokensOf(paragraph).map(plainToken).join(''))

function plainToken(token: Token): string {
  switch (token.type) {
    case 'role':
      return token.role.text
    case 'quoted':
      return titleAndTarget(token.text).title ?? token.text
    case 'substitution':
      return token.name
    case 'note':
      return `[${token.name}]_`
    default:
      return token.text
  }
}
