import { posix } from 'node:path'
import { docutilsId } from '../anchors.ts'
import { isBelow, within, withoutExtension } from '../links.ts'
import { mystLabel } from '../markdown/myst.ts'
import { findReferences, nameOf } from './inline.ts'
import { findDeclared } from './sphinx-objects.ts'
import {
  kindOfRole,
  type ReferenceKind,
  referenceKey,
  type SphinxPlace,
  type SphinxReferences,
  titleAndTarget,
} from './sphinx-references.ts'

const role = /(?::|\{)(?:[\w-]{1,40}:){0,2}([\w-]{1,40})(?::|\})`([^`]{1,500})`/g
const linkWithin = /\]\(#([^()\s]{1,300})\)/g

/** The labels, documents and declarations of a documentation that Sphinx builds. */
export class SphinxPlaces {
  readonly #roots: readonly string[]
  readonly #labels = new Map<string, SphinxPlace>()
  readonly #documents = new Map<string, SphinxPlace>()
  readonly #objects = new Map<string, SphinxPlace>()
  /** Full names by their last step; undefined when there are several. */
  readonly #lastSteps = new Map<string, string | undefined>()

  /** @param roots Folders of the source in which Sphinx is configured. */
  constructor(roots: readonly string[]) {
    this.#roots = [...roots].sort((one, other) => other.length - one.length)
  }

  add(path: string, text: string): void {
    const address = `/${path}`
    const lines = text.split(/\r\n|\n|\r/)
    const { title, labels } = /\.rst$/i.test(path) ? readLabels(lines) : readMystLabels(lines)
    this.#documents.set(withoutExtension(path), { title, address })
    for (const [name, { title, anchor }] of labels) {
      if (!this.#labels.has(name)) this.#labels.set(name, { title, address: `${address}#${anchor}` })
    }
    for (const [name, id] of /\.rst$/i.test(path) ? findDeclared(lines) : []) {
      this.#objects.set(name, { title: null, address: `${address}#${id}` })
      const last = name.split('.').at(-1) ?? ''
      this.#lastSteps.set(last, this.#lastSteps.has(last) ? undefined : name)
    }
  }

  /** What the references of a page lead to. */
  referencesOf(path: string, text: string): SphinxReferences {
    const found = new Map<string, SphinxPlace>()
    const add = (kind: ReferenceKind, target: string) => {
      const place = this.#find(path, kind, target)
      if (place) found.set(referenceKey(kind, target), place)
    }
    for (const [, name = '', written = ''] of text.matchAll(role)) {
      const kind = kindOfRole(name)
      if (kind) add(kind, titleAndTarget(written.replace(/\s+/g, ' ')).target)
    }
    if (!/\.rst$/i.test(path)) for (const [, label = ''] of text.matchAll(linkWithin)) add('ref', label)
    return found
  }

  #find(path: string, kind: ReferenceKind, target: string): SphinxPlace | undefined {
    if (kind === 'ref') return this.#labels.get(nameOf(target))
    if (kind === 'doc') {
      const root = this.#roots.find((folder) => isBelow(folder, path)) ?? ''
      const file = target.startsWith('/') ? within(root, target) : within(posix.dirname(path), target)
      return this.#documents.get(withoutExtension(file)) ?? this.#documents.get(file)
    }
    // `!` before a name says that it leads nowhere.
    if (target.startsWith('!')) return undefined
    const name = target.replace(/^[~.]+/, '').replace(/\(\)$/, '')
    const known = this.#objects.get(name)
    if (known) return known
    const full = this.#lastSteps.get(name.split('.').at(-1) ?? '')
    return full?.endsWith(`.${name}`) ? this.#objects.get(full) : undefined
  }
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
