import { posix } from 'node:path'
import { isBelow, within, withoutExtension } from '../pages/links.ts'
import type { SphinxPage, SphinxReference } from '../pages/readers/restructured-text/sphinx-page.ts'
import type { SphinxPlace, SphinxReferences } from '../pages/readers/restructured-text/sphinx-references.ts'

/** The labels, documents and declarations of a documentation that Sphinx builds. */
export class SphinxPlaces {
  readonly #roots: readonly string[]
  readonly #pages = new Map<string, SphinxPage>()
  readonly #labels = new Map<string, SphinxPlace>()
  readonly #documents = new Map<string, SphinxPlace>()
  readonly #declarations = new Map<string, SphinxPlace>()
  /** Full names by their last step; undefined when there are several. */
  readonly #lastSteps = new Map<string, string | undefined>()

  /** @param roots Folders of the source in which Sphinx is configured. */
  constructor(roots: readonly string[]) {
    this.#roots = [...roots].sort((one, other) => other.length - one.length)
  }

  add(path: string, page: SphinxPage): void {
    const address = `/${path}`
    this.#pages.set(path, page)
    this.#documents.set(withoutExtension(path), { title: page.title, address })
    for (const { name, title, anchor } of page.labels) {
      if (!this.#labels.has(name)) this.#labels.set(name, { title, address: `${address}#${anchor}` })
    }
    for (const { name, anchor } of page.declarations) {
      this.#declarations.set(name, { title: null, address: `${address}#${anchor}` })
      const last = name.split('.').at(-1) ?? ''
      this.#lastSteps.set(last, this.#lastSteps.has(last) ? undefined : name)
    }
  }

  /** What the references of a page lead to, by their keys. */
  referencesOf(path: string): SphinxReferences {
    const places = new Map<string, SphinxPlace>()
    for (const reference of this.#pages.get(path)?.references ?? []) {
      const place = this.#find(path, reference)
      if (place) places.set(reference.key, place)
    }
    return places
  }

  #find(path: string, { kind, name }: SphinxReference): SphinxPlace | undefined {
    if (kind === 'ref') return this.#labels.get(name)
    if (kind === 'doc') {
      const root = this.#roots.find((folder) => isBelow(folder, path)) ?? ''
      const file = name.startsWith('/') ? within(root, name) : within(posix.dirname(path), name)
      return this.#documents.get(withoutExtension(file)) ?? this.#documents.get(file)
    }
    const place = this.#declarations.get(name)
    if (place) return place
    const full = this.#lastSteps.get(name.split('.').at(-1) ?? '')
    return full?.endsWith(`.${name}`) ? this.#declarations.get(full) : undefined
  }
}
