import type { BlockContent } from 'mdast'
import type { MdxJsxAttribute } from 'mdast-util-mdx'
import { withoutIndent } from '../../text-lines.ts'
import { type Element, textProperty } from '../html/element-words.ts'
import { expressionLines, expressionText } from './expression-text.ts'

/** Code that stands in a text, without the indent of the text around it. */
export const codeOf = (text: string, language: string | null = null): BlockContent => ({
  type: 'code',
  value: withoutIndent(
    text
      .replace(/^\s*\n/, '')
      .trimEnd()
      .split('\n'),
  ).join('\n'),
  lang: language,
  meta: null,
})

/** Components whose strings are code: `<CodeBlock>`, `<Terminal>`, `<pre>`. */
const isCodeComponent = (name: string): boolean =>
  name === 'pre' || (/^[A-Z]\w*$/.test(name) && /Code|Snippet|Terminal|Shell|Console/.test(name))
const codeProperties = new Set('code source snippet text lines command commands'.split(' '))
/** Those that are code whatever the component is called. */
const sureProperties = new Set('code snippet command commands'.split(' '))

const isCodeProperty = (name: string, node: Element): boolean =>
  isCodeComponent(node.name ?? '')
    ? codeProperties.has(name)
    : /^[A-Z]/.test(node.name ?? '') && sureProperties.has(name)

/** Whether an element is nothing but code that nothing tells. */
export const namesCode = (node: Element): boolean =>
  isCodeComponent(node.name ?? '') &&
  node.attributes.some(
    (attribute) =>
      attribute.type === 'mdxJsxAttribute' &&
      codeProperties.has(attribute.name) &&
      typeof attribute.value === 'object' &&
      attribute.value !== null,
  )

/** The texts of code that an element has in its properties. */
export const codeTexts = (node: Element): string[] =>
  node.attributes.flatMap((attribute) => {
    const isCode = attribute.type === 'mdxJsxAttribute' && isCodeProperty(attribute.name, node)
    return (isCode && textOf(attribute)) || []
  })

function textOf({ value }: MdxJsxAttribute): string | undefined {
  const text =
    typeof value === 'string'
      ? value
      : (expressionText(value?.data?.estree) ?? expressionLines(value?.data?.estree)?.join('\n'))
  return text?.trim() ? text : undefined
}

/** The code that any component has in its properties. */
export const propertyCode = (node: Element): BlockContent[] =>
  codeTexts(node).map((text) => codeOf(text, languageOf(node)))

const languageOf = (node: Element): string | null =>
  textProperty(node, 'language') ?? textProperty(node, 'lang') ?? null

/** The code of a component of code: in its properties, or as a string in braces that is all it holds. */
export function codeIn(node: Element): BlockContent[] {
  if (!isCodeComponent(node.name ?? '')) return []
  const texts = literalsIn(node.children)
  return texts?.trim() ? [...propertyCode(node), codeOf(texts, languageOf(node))] : propertyCode(node)
}

/** The text of nodes that are nothing but strings in braces, with elements such as `<code>` around them. */
function literalsIn(nodes: Element['children']): string | undefined {
  const texts = nodes.map((node) => {
    if (node.type === 'text') return node.value.trim() === '' ? '' : undefined
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
      return node.data?.shown ?? expressionText(node.data?.estree)
    if (node.type === 'paragraph') return literalsIn(node.children)
    const isCode = (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') && node.name === 'code'
    return isCode ? literalsIn(node.children) : undefined
  })
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined
}
