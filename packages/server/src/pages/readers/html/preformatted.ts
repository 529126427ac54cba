import type { Element, ElementContent, Nodes } from 'hast'
import { withoutIndent } from '../../text-lines.ts'
import { classesOf, element, findElement, findElements, textIn } from './elements.ts'

/** Is most of a page’s text in fixed columns, as in HAProxy’s manual and in many manual pages? Then it is no code. */
export function isMostlyPreformatted(nodes: readonly ElementContent[]): boolean {
  const root = { type: 'root' as const, children: [...nodes] }
  const preformatted = findElements(root, ({ tagName }) => tagName === 'pre').filter(isPlain)
  return preformatted.length > 0 && textIn(preformatted).length > 0.5 * textIn(root).length
}

/** Is it preformatted without being called code, or coloured like it? */
export const isPlain = (node: Nodes): boolean => {
  if (node.type !== 'element' || node.tagName !== 'pre') return false
  const [name, other] = classesOf(node)
  if (name === 'text') return other === undefined
  const isColoured = (inner: Element) => inner.tagName === 'span' && classesOf(inner).length > 0
  return name === undefined && !findElement(node, (inner) => inner.tagName === 'code' || isColoured(inner))
}

/** Preformatted text as paragraphs and lists, with what else it holds as it stands. */
export function readPreformatted(text: string): ElementContent[] {
  const blocks: ElementContent[] = []
  let asItStands = ''
  const end = () => {
    if (asItStands) blocks.push(element('pre', {}, [{ type: 'text', value: asItStands }]))
    asItStands = ''
  }
  for (const lines of chunksOf(text)) {
    const items = itemsOf(lines)
    if (!items && !isProse(lines)) {
      asItStands += `${asItStands && '\n\n'}${lines.join('\n')}`
      continue
    }
    end()
    blocks.push(
      items
        ? element(
            'ul',
            {},
            items.map((item) => textElement('li', item)),
          )
        : textElement('p', joined(lines)),
    )
  }
  end()
  return blocks
}

const textElement = (tagName: string, value: string) => element(tagName, {}, [{ type: 'text', value }])

/** What stands between empty lines, without the blanks that all lines begin with. */
function chunksOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const chunks: string[][] = [[]]
  for (const line of withoutIndent(lines)) {
    if (line !== '') chunks.at(-1)?.push(line)
    else if (chunks.at(-1)?.length) chunks.push([])
  }
  return chunks.filter(({ length }) => length > 0)
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ')

/** Blanks that set columns apart. */
const gap = /(?<=\S) {3,}(?=\S)/

/** The items of a list; what stands in a column of its own is what an item is about. */
function itemsOf(lines: readonly string[]): string[] | undefined {
  const bullet = /^ *[-*] +(?=\S)/.exec(lines[0] ?? '')?.[0]
  if (bullet === undefined) return undefined
  const items: string[][] = []
  for (const line of lines) {
    if (line.startsWith(bullet)) items.push([line.slice(bullet.length).replace(gap, ': ')])
    else items.at(-1)?.push(line)
  }
  return items.map(joined)
}

/** Words, wrapped where the line ends, up to the end of a sentence. */
function isProse(lines: readonly string[]): boolean {
  const text = joined(lines)
  const signs = text.replace(/[\p{L}\p{N}\s.,;:'"“”‘’()!?-]/gu, '').length
  const isWrapped = lines.slice(0, -1).every((line) => line.trim().length > shortestLine)
  return (
    /^[\p{Lu}\p{N}"'“(]/u.test(text) &&
    /[.!?:][)"'”’]*$/.test(text) &&
    /\p{Ll} \p{Ll}/u.test(text) &&
    isWrapped &&
    signs <= 0.07 * text.length &&
    !lines.some((line) => gap.test(line.trim()))
  )
}

/** In characters. */
const shortestLine = 30
