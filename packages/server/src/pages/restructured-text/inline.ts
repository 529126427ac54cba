import { docutilsId } from '../anchors.ts'
import { oneLine } from '../text-lines.ts'
import { kindOfRole, referenceKey, type SphinxReferences, titleAndTarget } from './sphinx-references.ts'

/** What the references of a page in reStructuredText lead to. */
export interface References {
  /** Addresses, and places on the page, by their names. */
  targets: Map<string, string>
  /** The titles that stand below labels, and that of the page. */
  titles: Map<string, string>
  title: string | null
  /** Names that stand for a place of the page. */
  labels: Set<string>
  substitutions: Map<string, string>
  /** Addresses of references without a name, in order. */
  anonymous: string[]
  /** What is named on other pages. */
  elsewhere: SphinxReferences
}

/** A line of the same sign, as it stands below or around a heading. */
export const adornment = /^([=\-`:.'"~^_*+#<>!$%&(),/;?@[\]\\{|}])\1*$/

const target = /^\s*\.\. _(`[^`]+`|(?:\\:|[^:`]){1,300}):(?:\s+(.*))?$/
const anonymousTarget = /^\s*(?:\.\. __:|__)\s+(\S.*)$/
const substitution = /^\s*\.\. \|([^|]{1,100})\| replace::\s*(.*)$/

/** Longer ones are left out: what is short to name could fill the memory. */
const longestTarget = 500
const longestWords = 200

/** Collects what references can name. */
export function findReferences(lines: readonly string[]): References {
  const found: References = {
    ...{
      targets: new Map(),
      titles: new Map(),
      title: null,
      labels: new Set(),
      substitutions: new Map(),
      anonymous: [],
    },
    elsewhere: new Map(),
  }
  let labels: string[] = []
  for (const [at, line] of lines.entries()) {
    const named = target.exec(line)
    if (named) {
      const name = nameOf(named[1] ?? '')
      const address = continued(lines, at, named[2] ?? '').replace(/\s+/g, '')
      if (address === '') {
        labels.push(name)
        found.labels.add(name)
      }
      if (address.length <= longestTarget) found.targets.set(name, address || `#${docutilsId(name)}`)
      continue
    }
    const address = anonymousTarget.exec(line)?.[1]
    if (address !== undefined) found.anonymous.push(address)
    const replaced = substitution.exec(line)
    if (replaced)
      found.substitutions.set(replaced[1] ?? '', continued(lines, at, replaced[2] ?? '').slice(0, longestWords))
    if (line === '' || adornment.test(line)) continue
    if (line.trim() !== '' && !line.startsWith(' ') && isUnderlined(line, lines[at + 1])) {
      const title = plainText(line).slice(0, longestWords)
      found.title ??= title
      // The last of them is the anchor.
      const anchor = docutilsId(labels.at(-1) ?? '')
      for (const label of labels) {
        found.titles.set(label, title)
        found.targets.set(label, `#${anchor}`)
      }
      if (!found.targets.has(nameOf(title))) found.targets.set(nameOf(title), `#${docutilsId(title)}`)
    }
    labels = []
  }
  return found
}

/** Whether what stands below a line makes it a heading. */
export const isUnderlined = (text: string, below: string | undefined): boolean =>
  below !== undefined && adornment.test(below) && below.length >= Math.min(4, text.trim().length) && below.length > 1

function continued(lines: readonly string[], at: number, first: string): string {
  let text = first
  // What is too long already is left out.
  for (let next = at + 1; text.length <= longestTarget && /^\s+\S/.test(lines[next] ?? ''); next++)
    text += ` ${(lines[next] ?? '').trim()}`
  return text.trim()
}

export const nameOf = (written: string): string => oneLine(written.replace(/[`\\]/g, '')).toLowerCase()

const token =
  /``((?:[^`]|`(?!`))+)``|:((?:[\w+.-]{1,40}:){1,3})`([^`]+)`|_`([^`]+)`|`([^`]+)`(?::(?:[\w+.-]{1,40}:){1,3})?(__?(?!\w))?|\|([^|\s][^|\n]{0,100})\|_{0,2}|\[(#?[\w.-]{0,60}|\*)\]_(?!\w)|(?<![\w:/.@-])([A-Za-z0-9](?:[\w.-]{0,80}[A-Za-z0-9])?)(__?)(?=[\s.,;:!?)\]'"]|$)|\\([\s\S])|(?<!\w)_{1,9}(?=\w)|(?<=\w)_{1,9}(?!\w)|<(?=[A-Za-z/!?])/g

/** Turns the markup within a paragraph into Markdown. */
export function inlineMarkdown(text: string, references: References): string {
  const once = (written: string, isReplaced: boolean): string =>
    written.replace(token, (...found: (string | undefined)[]) => {
      const [whole = '', literal, role, roleText, inlineTarget, quoted, mark, replaced, note, word, wordMark, escaped] =
        found
      if (literal !== undefined) return inlineCode(literal)
      if (role !== undefined) return roleMarkdown(role, roleText ?? '', references)
      if (inlineTarget !== undefined) return inlineTarget
      if (quoted !== undefined) return mark ? referenceMarkdown(quoted, mark, references) : inlineCode(quoted)
      if (replaced !== undefined) {
        const by = references.substitutions.get(replaced)
        return by === undefined || isReplaced ? (by ?? replaced) : once(by, true)
      }
      if (note !== undefined) return `\\[${note.replace(/^#/, '') || '*'}\\]`
      if (word !== undefined) return wordMarkdown(whole, word, wordMark ?? '', references)
      if (escaped !== undefined) return /\s/.test(escaped) ? '' : /\w/.test(escaped) ? escaped : whole
      return [...whole].map((sign) => `\\${sign}`).join('')
    })
  return once(oneLine(text), false)
}

/** The text of markup as a reader sees it, from which ids are made. */
export const plainText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(token, (...found: (string | undefined)[]) => {
      const [whole = '', literal, role, roleText, inlineTarget, quoted, , replaced, , word, , escaped] = found
      if (role !== undefined) return roleWords(role, roleText ?? '').text
      if (escaped !== undefined) return escaped.trim()
      return literal ?? inlineTarget ?? titleAndTarget(quoted ?? '').title ?? quoted ?? replaced ?? word ?? whole
    })
    .replace(/(?<![\w*])\*{1,2}([^*\s](?:[^*]{0,300}[^*\s])?)\*{1,2}(?![\w*])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Words as code. */
export function inlineCode(text: string): string {
  const written = oneLine(text)
  return written.includes('`') ? `\`\` ${written} \`\`` : `\`${written}\``
}

const wordRoles = new Set(
  'ref doc term any numref download guilabel menuselection abbr title title-reference emphasis strong sub sup subscript superscript dfn index eq cite issue pr gh keyword pep rfc mailheader newsgroup'.split(
    ' ',
  ),
)

/** What a reader sees of a role, and where it leads when it says so. */
function roleWords(role: string, written: string): { name: string; text: string; target: string; isTitled: boolean } {
  const name = role.replace(/:$/, '').split(':').at(-1) ?? ''
  const { title, target: to } = titleAndTarget(written)
  if (title !== undefined) return { name, text: title.replace(/^[!~]/, ''), target: to, isTitled: true }
  const named = to.replace(/^!/, '')
  const isShort = named.startsWith('~')
  // A dot before a name says that it is looked for everywhere.
  const whole = kindOfRole(name) === 'object' ? named.replace(/^\./, '') : named
  const short = isShort ? (named.slice(1).split('.').at(-1) ?? '') : whole
  const text =
    name === 'pep' || name === 'rfc'
      ? `${name.toUpperCase()} ${short}`
      : /^(?:func|meth)$/.test(name) && !short.endsWith(')')
        ? `${short}()`
        : short
  return { name, text, target: named.replace(/^~/, ''), isTitled: false }
}

function roleMarkdown(role: string, written: string, references: References): string {
  const { name, text, target: to, isTitled } = roleWords(role, written)
  const kind = kindOfRole(name)
  const isLocal = kind === 'ref' && references.targets.has(nameOf(to))
  const isLinked = kind !== undefined && !isLocal && !written.startsWith('!')
  const place = isLinked ? references.elsewhere.get(referenceKey(kind, to)) : undefined
  if (place && kind === 'object') return codeLink(text, place.address, isTitled)
  if (place) return link(isTitled ? text : (place.title ?? text), place.address)
  if (name === 'doc') return link(text, `${to.replace(/\.rst$/, '')}.rst`)
  if (name === 'pep' && /^\d+$/.test(to)) return link(text, `https://peps.python.org/pep-${to.padStart(4, '0')}/`)
  if (name === 'rfc' && /^\d+$/.test(to)) return link(text, `https://www.rfc-editor.org/rfc/rfc${to}`)
  if (name === 'ref' || name === 'numref') {
    const place = references.targets.get(nameOf(to))
    const words = isTitled ? text : (references.titles.get(nameOf(to)) ?? text)
    return place?.startsWith('#') ? link(words, place) : plainWords(words)
  }
  return isTitled || wordRoles.has(name) ? plainWords(text) : inlineCode(text.replace(/\\(.)/g, '$1'))
}

function referenceMarkdown(written: string, mark: string, references: References): string {
  const { title, target: to } = titleAndTarget(written)
  if (title !== undefined || written.trim().startsWith('<')) {
    const address = to.endsWith('_') ? references.targets.get(nameOf(to.slice(0, -1))) : to.replace(/\s+/g, '')
    return address ? link(title ?? address, address) : plainWords(title ?? to)
  }
  const address = mark === '__' ? references.anonymous.shift() : resolve(to, references)
  return address ? link(to, address) : plainWords(to)
}

function wordMarkdown(whole: string, word: string, mark: string, references: References): string {
  const address = mark === '__' ? undefined : resolve(word, references)
  return address ? link(word, address) : whole.replace(/_/g, '\\_')
}

/** The address behind a name, which may stand for another name. */
function resolve(name: string, { targets }: References): string | undefined {
  const first = targets.get(nameOf(name))
  return first?.endsWith('_') ? targets.get(nameOf(first.slice(0, -1))) : first
}

const plainWords = (text: string): string => text.replace(/\s+/g, ' ').replace(/<(?=[A-Za-z/!?])/g, '\\<')

const link = (text: string, address: string): string =>
  `[${plainWords(text).replace(/[[\]]/g, '\\$&')}](${/[\s()]/.test(address) ? `<${address.replace(/[<>\s]/g, '')}>` : address})`

const codeLink = (text: string, address: string, isTitled: boolean): string =>
  isTitled ? link(text, address) : `[${inlineCode(text)}](${address})`
