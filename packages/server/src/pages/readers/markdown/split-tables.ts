import type { PhrasingContent, RootContent } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx'
import { attributesOf, type HtmlTag, tagAt, tokensOf } from '../html/tags.ts'

/**
 * Tables of HTML that empty lines cut into pieces, as Markdown within their cells needs them, as one element each: cells keep
 * their rows, and what stands behind a piece of code is still in its cell.
 */
export function joinTables(nodes: readonly RootContent[]): readonly RootContent[] {
  if (!nodes.some(opensTable)) return nodes
  const joined: RootContent[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (!node) continue
    const end = opensTable(node) ? nodes.findIndex((other, place) => place > at && endsTable(other)) : -1
    const table = end < 0 ? undefined : new SplitTable().read(nodes.slice(at, end + 1))
    joined.push(...(table ?? [node]))
    if (table) at = end
  }
  return joined
}

/** The tags of tables that stand in a node: in HTML, or among the words of a paragraph. */
const tagsIn = (node: RootContent): HtmlTag[] => {
  if (node.type === 'paragraph') return node.children.flatMap(tagsIn)
  return node.type === 'html' ? tokensOf(node.value).filter((token) => token.type === 'tag') : []
}

const balanceOf = (node: RootContent): number =>
  tagsIn(node)
    .filter(({ name }) => name.toLowerCase() === 'table')
    .reduce((sum, { isEnd }) => sum + (isEnd ? -1 : 1), 0)

const opensTable = (node: RootContent): boolean => node.type === 'html' && balanceOf(node) === 1
const endsTable = (node: RootContent): boolean => balanceOf(node) !== 0

const partsOfTable = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'colgroup', 'col', 'caption'])

type Child = MdxJsxFlowElement['children'][number]

class SplitTable {
  readonly #above: RootContent[] = []
  readonly #below: RootContent[] = []
  readonly #rows: MdxJsxFlowElement[] = []
  #cell: MdxJsxFlowElement | undefined
  #isEnded = false

  /** What stands above the table, the table, and what stands below it; undefined for a table in a table. */
  read(nodes: readonly RootContent[]): RootContent[] | undefined {
    if (nodes.slice(1, -1).some(endsTable) || balanceOf(nodes.at(-1) ?? { type: 'thematicBreak' }) !== -1)
      return undefined
    for (const node of nodes) {
      if (node.type === 'html') this.#html(node.value)
      else if (node.type === 'paragraph' && tagsIn(node).some(isPart)) this.#words(node.children)
      else this.#add(node)
    }
    return [...this.#above, element('table', this.#rows), ...this.#below]
  }

  #html(html: string): void {
    let start = 0
    const end = (at: number) => {
      const value = html.slice(start, at)
      if (value.trim() !== '') this.#add({ type: 'html', value })
    }
    for (const token of tokensOf(html)) {
      if (token.type !== 'tag' || !isPart(token)) continue
      end(token.start)
      start = token.end
      this.#tag(token)
    }
    end(html.length)
  }

  #words(children: readonly PhrasingContent[]): void {
    let words: PhrasingContent[] = []
    for (const child of children) {
      const tag = child.type === 'html' ? tagAt(child.value, 0) : undefined
      if (!tag || !isPart(tag)) words.push(child)
      else {
        if (words.length > 0) this.#add({ type: 'paragraph', children: words })
        words = []
        this.#tag(tag)
      }
    }
    if (words.length > 0) this.#add({ type: 'paragraph', children: words })
  }

  #tag(tag: HtmlTag): void {
    const name = tag.name.toLowerCase()
    this.#cell = undefined
    if (name === 'table' && tag.isEnd) this.#isEnded = true
    if (tag.isEnd) return
    if (name === 'tr') this.#rows.push(element('tr', []))
    if (name !== 'td' && name !== 'th') return
    this.#cell = element(name, [])
    this.#cell.attributes = attributesOf(tag.attributes).map(({ name: key, value }) => ({
      type: 'mdxJsxAttribute',
      name: key,
      value,
    }))
    if (this.#rows.length === 0) this.#rows.push(element('tr', []))
    this.#rows.at(-1)?.children.push(this.#cell)
  }

  #add(node: RootContent): void {
    if (this.#cell) this.#cell.children.push(node as Child)
    else (this.#isEnded ? this.#below : this.#above).push(node)
  }
}

const isPart = ({ name }: HtmlTag): boolean => partsOfTable.has(name.toLowerCase())

const element = (name: string, children: Child[]): MdxJsxFlowElement => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: [],
  children,
})
