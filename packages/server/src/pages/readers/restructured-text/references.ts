import { oneLine } from '../../text-lines.ts'
import { docutilsId } from '../anchors.ts'
import { plainText } from './inline-tokens.ts'
import type { SphinxReferences } from './sphinx-references.ts'

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
  /** Substitutions that the page names and nothing says. */
  unknown: Set<string>
  /** Addresses of references without a name, in order. */
  anonymous: string[]
  /** What is named on other pages. */
  elsewhere: SphinxReferences
}

/** A line of the same sign, as it stands below or around a heading. */
export const adornment = /^([=\-`:.'"~^_*+#<>!$%&(),/;?@[\]\\{|}])\1*$/

const target = /^\s*\.\. _(`[^`]+`|(?:\\:|[^:`]){1,300}):(?:\s+(.*))?$/
const anonymousTarget = /^\s*(?:\.\. __:|__)\s+(\S.*)$/
const substitution = /^\s*\.\. \|([^|]{1,100})\| (replace|unicode|image|date)::\s*(.*)$/

/** Longer ones are left out: what is short to name could fill the memory. */
const longestTarget = 500
const longestWords = 200

/** Collects what references can name. */
export function findReferences(lines: readonly string[]): References {
  const found: References = {
    targets: new Map(),
    titles: new Map(),
    title: null,
    labels: new Set(),
    substitutions: new Map(),
    unknown: new Set(),
    anonymous: [],
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
    if (replaced) {
      const [, name = '', kind = '', first = ''] = replaced
      const words = readSubstitution(kind, continued(lines, at, first))
      found.substitutions.set(name, words.slice(0, longestWords))
    }
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

/** What a substitution shows: words, letters by their numbers, or what is said of a picture. */
function readSubstitution(kind: string, text: string): string {
  if (kind === 'replace') return text
  if (kind === 'image') return /:alt:\s+(.*?)(?=\s+:[a-z-]+:\s|$)/.exec(text)?.[1] ?? ''
  if (kind === 'date') return unknownMark
  return text
    .replace(/(?:^|\s)\.\.\s.*$/, '')
    .split(/\s+/)
    .filter((part) => !/^:[a-z]+:$/.test(part))
    .map((part) => {
      const code = Number.parseInt(/^(?:0x|x|\\x|U\+|u|\\u|&#x)([0-9a-f]{1,6});?$/i.exec(part)?.[1] ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : part
    })
    .join('')
}

/** Stands for what is not known. */
export const unknownMark = '[…]'

/** Whether what stands below a line makes it a heading. */
export const isUnderlined = (text: string, below: string | undefined): boolean =>
  below !== undefined && adornment.test(below) && below.length >= Math.min(4, text.trim().length)

function continued(lines: readonly string[], at: number, first: string): string {
  let text = first
  // What is too long already is left out.
  for (let next = at + 1; text.length <= longestTarget && /^\s+\S/.test(lines[next] ?? ''); next++)
    text += ` ${(lines[next] ?? '').trim()}`
  return text.trim()
}

export const nameOf = (written: string): string => oneLine(written.replace(/[`\\]/g, '')).toLowerCase()
