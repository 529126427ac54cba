import { kindOfRole, titleAndTarget } from './sphinx-references.ts'

/** What a role says. */
export interface RoleWords {
  /** Without its domain. */
  readonly name: string
  /** As a reader sees it. */
  readonly text: string
  readonly target: string
  /** Whether the page says the text itself. */
  readonly isTitled: boolean
}

/** Roles whose words are no names in code. */
const wordRoles = new Set(
  'ref doc term any numref download guilabel menuselection abbr title title-reference emphasis strong sub sup subscript superscript dfn index eq cite issue pr gh keyword pep rfc mailheader newsgroup'.split(
    ' ',
  ),
)

/** Whether what a role says is a name in code, unless the page says it in words. */
export const isCodeRole = (name: string): boolean => !wordRoles.has(name)

/** Reads `:py:func:` and what stands between its backticks. */
export function readRole(role: string, written: string): RoleWords {
  const name = role.split(':').findLast((part) => part !== '') ?? ''
  const { title, target: to } = titleAndTarget(written)
  if (title !== undefined)
    return { name, text: withoutKeySigns(name, title.replace(/^[!~]/, '')), target: to, isTitled: true }
  const named = to.startsWith('!') ? to.slice(1) : to
  const isShort = named.startsWith('~')
  // A dot before a name says that it is looked for everywhere.
  const whole = kindOfRole(name) === 'object' && named.startsWith('.') ? named.slice(1) : named
  const short = isShort ? (named.slice(1).split('.').at(-1) ?? '') : whole
  return { name, text: shownName(name, short), target: isShort ? named.slice(1) : named, isTitled: false }
}

/** What Sphinx shows of names of buttons and menus: not the sign of their keys, and one arrow for `-->`. */
const withoutKeySigns = (role: string, name: string): string => {
  const isMenu = role === 'menuselection'
  if (!isMenu && role !== 'guilabel') return name
  const plain = name.replace(/&(?:(&)|(?!\s))/g, '$1')
  return isMenu
    ? plain
        .split('-->')
        .map((part) => part.trim())
        .join(' ‣ ')
    : plain
}

function shownName(role: string, name: string): string {
  if (role === 'pep' || role === 'rfc') return `${role.toUpperCase()} ${name}`
  const isCalled = (role === 'func' || role === 'meth') && !name.endsWith(')')
  return isCalled ? `${name}()` : withoutKeySigns(role, name)
}
