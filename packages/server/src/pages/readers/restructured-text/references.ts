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
    targets: new Map(),
    titles: new Map(),
    title: null,
    labels: new Set(),
    substitutions: new Map(),
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
