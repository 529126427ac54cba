import type { Element, Root } from 'hast'
import { readDocument } from './tree.ts'

/** The attributes of one element, by the names that HTML gives them. */
export type TagAttributes = Readonly<Record<string, string>>

/** The tags of an HTML page that say what scripts it loads, and what it allows. */
export interface PageTags {
  readonly scripts: readonly TagAttributes[]
  readonly metas: readonly TagAttributes[]
}

function* findElements(parent: Root | Element): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    yield child
    yield* findElements(child)
  }
}

/** `dataKey` is `data-key`, `httpEquiv` is `http-equiv`. */
const attributeName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const attributesOf = ({ properties }: Element): TagAttributes =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => [attributeName(name), Array.isArray(value) ? value.join(' ') : String(value)]),
  )

/** Reads the script and meta tags of an HTML page, wherever they are. */
export const readPageTags = (html: string): PageTags => {
  const elements = [...findElements(readDocument(html))]
  const tagsOf = (name: string) => elements.filter(({ tagName }) => tagName === name).map(attributesOf)
  return { scripts: tagsOf('script'), metas: tagsOf('meta') }
}
