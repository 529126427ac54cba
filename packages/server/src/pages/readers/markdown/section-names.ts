import type { RootContent } from 'mdast'
import { textProperty } from '../html/element-words.ts'
import { htmlText } from '../html/text.ts'

const namingTag = /<(?:a|span)\s(?:[^<>]*\s)?(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi

/** The ids of elements that stand in a block only to be linked: `<a id="x"></a>`, `<a name="x">`. */
export function namesIn(node: RootContent): string[] {
  if (node.type === 'html') {
    const [above = ''] = node.value.split(/<h[1-6]\b/i, 1)
    return [...above.matchAll(namingTag)].map(([, name = '']) => name)
  }
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    const own = /^(?:a|span)$/.test(node.name ?? '')
      ? (textProperty(node, 'id') ?? textProperty(node, 'name'))
      : undefined
    if (own !== undefined) return [own]
  }
  return node.type === 'paragraph' || node.type === 'mdxJsxFlowElement' ? node.children.flatMap(namesIn) : []
}

/** Whether nothing is shown of a block but what stands below it. */
export const isEmptied = (node: RootContent): boolean => {
  if (node.type === 'html') return htmlText(node.value.split(/<h[1-6]\b/i, 1)[0] ?? '').trim() === ''
  if (node.type === 'text') return node.value.trim() === ''
  if (node.type !== 'paragraph' && node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') return false
  return node.children.every(isEmptied)
}

/** Whether a block is a heading, as one of HTML in MDX is, too. */
export const isHeading = (node: RootContent): boolean =>
  node.type === 'heading' ||
  (node.type === 'paragraph' && node.children.length === 1 && node.children.every(isHeading)) ||
  ((node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') && /^h[1-6]$/.test(node.name ?? ''))
