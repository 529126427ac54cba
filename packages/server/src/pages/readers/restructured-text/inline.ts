import type { Link, PhrasingContent } from 'mdast'
import { oneLine } from '../../text-lines.ts'
import { shiftedText, shiftOfRole, wordsIn } from '../raised.ts'
import { type Token, tokensOf } from './inline-tokens.ts'
import { inlineCode, text } from './nodes.ts'
import { nameOf, type References, unknownMark } from './references.ts'
import { isCodeRole, type RoleWords } from './roles.ts'
import { kindOfRole, referenceKey, titleAndTarget } from './sphinx-references.ts'

/** Reads the markup within a paragraph. */
export const readInline = (paragraph: string, references: References): PhrasingContent[] =>
  joinText(readTokens(tokensOf(paragraph), references, true))

/** @param isReplacing Whether substitutions are put in: those within one aren't. */
function readTokens(tokens: readonly Token[], references: References, isReplacing: boolean): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (const [at, token] of tokens.entries()) {
    // An escaped blank, which is nothing, joins a role to the word before it.
    const before = wordsIn(nodes.slice(-2))
    const after = tokens
      .slice(at + 1, at + 3)
      .map((next) => (next.type === 'text' ? next.text : ''))
      .join('')
    for (const node of readToken(token, references, { isReplacing, before, after })) nodes.push(node)
  }
  return nodes
}

function readToken(
  token: Token,
  references: References,
  { isReplacing, ...beside }: { isReplacing: boolean; before: string; after: string },
): PhrasingContent[] {
  switch (token.type) {
    case 'text':
    case 'target':
      return [text(token.text)]
    case 'literal':
      return [inlineCode(token.text)]
    case 'strong':
    case 'emphasis':
      return [{ type: token.type, children: [text(token.text)] }]
    case 'address':
      return [link(token.text, token.text)]
    case 'role':
      return [readRoleToken({ ...token, ...beside }, references)]
    case 'quoted':
      return [token.mark ? readReference(token.text, token.mark, references) : inlineCode(token.text)]
    case 'substitution': {
      const by = references.substitutions.get(token.name)
      if (by === undefined) {
        references.unknown.add(token.name)
        // What builds the site says these.
        return [text(builtIn.has(token.name) ? unknownMark : `|${token.name}|`)]
      }
      if (!isReplacing) return [text(by)]
      return readTokens(tokensOf(by), references, false)
    }
    case 'note':
      // The number is what docutils counts.
      return [text(token.name === '' ? '' : `[${token.name}]`)]
    case 'word': {
      const address = token.mark === '__' ? undefined : resolve(token.text, references)
      return [address ? link(token.text, address) : text(token.text + token.mark)]
    }
  }
}

const builtIn = new Set(['version', 'release', 'today'])

interface RolePlace {
  readonly role: RoleWords
  readonly written: string
  readonly before: string
  readonly after: string
}

function readRoleToken({ role, written, ...beside }: RolePlace, references: References): PhrasingContent {
  const { name, text: words, target: to, isTitled } = role
  if (name === 'math') return { type: 'inlineMath', value: written }
  const shift = shiftOfRole(name)
  if (shift) return text(shiftedText(written.replace(/\\(.)/g, '$1'), shift, beside))
  const kind = kindOfRole(name)
  const isLocal = kind === 'ref' && references.labels.has(nameOf(to))
  const isLinked = kind !== undefined && !isLocal && !written.startsWith('!')
  const place = isLinked ? references.elsewhere.get(referenceKey(kind, to)) : undefined
  if (place && kind === 'object' && !isTitled) return linkOf([inlineCode(words)], place.address)
  if (place) return link(isTitled ? words : (place.title ?? words), place.address)
  if (name === 'doc') return link(words, to.endsWith('.rst') ? to : `${to}.rst`)
  const isNumber = to !== '' && [...to].every((sign) => sign >= '0' && sign <= '9')
  if (name === 'pep' && isNumber) return link(words, `https://peps.python.org/pep-${to.padStart(4, '0')}/`)
  if (name === 'rfc' && isNumber) return link(words, `https://www.rfc-editor.org/rfc/rfc${to}`)
  if (name === 'ref' || name === 'numref') {
    const address = references.targets.get(nameOf(to))
    const title = isTitled ? words : (references.titles.get(nameOf(to)) ?? words)
    return address?.startsWith('#') ? link(title, address) : text(oneLine(title))
  }
  return isTitled || !isCodeRole(name) ? text(oneLine(words)) : inlineCode(words.replace(/\\(.)/g, '$1'))
}

function readReference(written: string, mark: string, references: References): PhrasingContent {
  const { title, target: to } = titleAndTarget(written)
  if (title !== undefined || written.trim().startsWith('<')) {
    const address = to.endsWith('_') ? references.targets.get(nameOf(to.slice(0, -1))) : to.replace(/\s+/g, '')
    return address ? link(title ?? address, address) : text(oneLine(title ?? to))
  }
  const address = mark === '__' ? references.anonymous.shift() : resolve(to, references)
  return address ? link(to, address) : text(oneLine(to))
}

/** The address behind a name, which may stand for another name. */
function resolve(name: string, { targets }: References): string | undefined {
  const first = targets.get(nameOf(name))
  return first?.endsWith('_') ? targets.get(nameOf(first.slice(0, -1))) : first
}

const link = (words: string, url: string): Link => linkOf([text(oneLine(words))], url)

const linkOf = (children: Link['children'], url: string): Link => ({ type: 'link', url, children })

/** Text that stands side by side is one. */
function joinText(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const node of nodes) {
    const before = joined.at(-1)
    if (node.type === 'text' && before?.type === 'text') before.value += node.value
    else if (node.type !== 'text' || node.value !== '') joined.push(node)
  }
  return joined
}
