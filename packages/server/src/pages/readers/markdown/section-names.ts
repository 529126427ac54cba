import type { RootContent } from 'mdast'
import { textProperty } from '../html/element-words.ts'
import { attributeOf, type HtmlTag, tokensOf } from '../html/tags.ts'
import { htmlText, isHeadingName } from '../html/text.ts'

/** Elements that may stand somewhere only to be linked. */
const namingElements = new Set(['a', 'span'])

/** The ids of elements that stand in a block only to be linked: `<a id="x"></a>`, `<a name="x">`. */
export function namesIn(node: RootContent): string[] {
  if (node.type === 'html') return htmlNames(node.value)
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    const name = namingElements.has(node.name ?? '')
      ? (textProperty(node, 'id') ?? textProperty(node, 'name'))
      : undefined
    if (name !== undefined) return [name]
  }
  return node.type === 'paragraph' || node.type === 'mdxJsxFlowElement' ? node.children.flatMap(namesIn) : []
}

/** Of what stands above the first heading. */
function htmlNames(html: string): string[] {
  const tags = tokensOf(html).filter((token) => token.type === 'tag' && !token.isEnd)
  const names: string[] = []
  for (const tag of tags) {
    if (tag.type !== 'tag') continue
    if (isHeadingName(tag.name)) break
    const name = namingElements.has(tag.name.toLowerCase()) ? nameOf(tag) : undefined
    if (name) names.push(name)
  }
  return names
}

/** The id of an element, or the name that links have for one. */
export const nameOf = (tag: HtmlTag): string | undefined => attributeOf(tag, 'id') ?? attributeOf(tag, 'name')

/** Whether nothing is shown of a block but what stands below it. */
export const isEmptied = (node: RootContent): boolean => {
  if (node.type === 'html') return htmlText(aboveHeading(node.value)).trim() === ''
  if (node.type === 'text') return node.value.trim() === ''
  if (node.type !== 'paragraph' && node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') return false
  return node.children.every(isEmptied)
}

function aboveHeading(html: string): string {
  const heading = tokensOf(html).find((token) => token.type === 'tag' && !token.isEnd && isHeadingName(token.name))
  return heading ? html.slice(0, heading.start) : html
}

/** Whether a block is a heading, as one of HTML in MDX is, too. */
export const isHeading = (node: RootContent): boolean =>
  node.type === 'heading' ||
  (node.type === 'paragraph' && node.children.length === 1 && node.children.every(isHeading)) ||
  ((node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') && isHeadingName(node.name ?? ''))
