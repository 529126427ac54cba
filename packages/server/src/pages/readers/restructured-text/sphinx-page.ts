import { docutilsId } from '../anchors.ts'
import { mystLabel } from '../markdown/myst.ts'
import { findReferences, nameOf } from './references.ts'
import { findDeclared } from './sphinx-objects.ts'
import { kindOfRole, type ReferenceKind, referenceKey, titleAndTarget } from './sphinx-references.ts'

const role = /(?::|\{)(?:[\w-]{1,40}:){0,2}([\w-]{1,40})(?::|\})`([^`]{1,500})`/g
const linkWithin = /\]\(#([^()\s]{1,300})\)/g

/** A reference to another page, of which only all pages together tell where it leads. */
export interface SphinxReference {
  /** What the page's reader looks it up by. */
  readonly key: string
  readonly kind: ReferenceKind
  /** The label, the path of the document, or the name of the declaration. */
  readonly name: string
}

/** What a page of Sphinx contributes to the references of all pages. */
export interface SphinxPage {
  readonly title: string | null
  /** Its labels, with the title that each stands above, and its id in the page. */
  readonly labels: readonly { readonly name: string; readonly title: string | null; readonly anchor: string }[]
  /** What it declares, such as classes and options, with the id of each. */
  readonly declarations: readonly { readonly name: string; readonly anchor: string }[]
  readonly references: readonly SphinxReference[]
}

/** Reads a page of reStructuredText, or of Markdown that Sphinx builds. */
export function readSphinxPage(path: string, text: string): SphinxPage {
  const lines = text.split(/\r\n|\n|\r/)
  const isRst = /\.rst$/i.test(path)
  const { title, labels } = isRst ? readLabels(lines) : readMystLabels(lines)
  return {
    title,
    labels: [...labels].map(([name, label]) => ({ name, ...label })),
    declarations: isRst ? [...findDeclared(lines)].map(([name, anchor]) => ({ name, anchor })) : [],
    references: [...findTargets(text, isRst)].flatMap(([kind, target]) => readReference(kind, target) ?? []),
  }
}

function* findTargets(text: string, isRst: boolean): Generator<[ReferenceKind, string]> {
  for (const [, name = '', written = ''] of text.matchAll(role)) {
    const kind = kindOfRole(name)
    if (kind) yield [kind, titleAndTarget(written.replace(/\s+/g, ' ')).target]
  }
  if (!isRst) for (const [, label = ''] of text.matchAll(linkWithin)) yield ['ref', label]
}

function readReference(kind: ReferenceKind, target: string): SphinxReference | undefined {
  const key = referenceKey(kind, target)
  if (kind === 'ref') return { key, kind, name: nameOf(target) }
  if (kind === 'doc') return { key, kind, name: target }
  // `!` before a name says that it leads nowhere.
  return target.startsWith('!') ? undefined : { key, kind, name: target.replace(/^[~.]+/, '').replace(/\(\)$/, '') }
}

interface Labels {
  /** Of the document. */
  title: string | null
  labels: Map<string, { title: string | null; anchor: string }>
}

function readLabels(lines: readonly string[]): Labels {
  const { title, titles, targets, labels } = findReferences(lines.map((line) => line.trimEnd()))
  const placeOf = (name: string) => ({ title: titles.get(name) ?? null, anchor: targets.get(name)?.slice(1) ?? '' })
  return { title, labels: new Map([...labels].map((name) => [name, placeOf(name)])) }
}

function readMystLabels(lines: readonly string[]): Labels {
  const labels: Labels['labels'] = new Map()
  let title: string | null = null
  let waiting: string[] = []
  for (const line of lines) {
    const label = mystLabel.exec(line)?.[1]
    if (label !== undefined) waiting.push(label)
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1]
    if (heading !== undefined && line.startsWith('# ')) title ??= heading
    if (label !== undefined || line.trim() === '') continue
    const anchor = docutilsId(waiting.at(-1) ?? '')
    for (const name of waiting) labels.set(nameOf(name), { title: heading ?? null, anchor })
    waiting = []
  }
  return { title, labels }
}
