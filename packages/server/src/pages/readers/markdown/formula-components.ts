import type { PhrasingContent } from 'mdast'
import type { Element } from '../html/element-words.ts'
import { expressionText } from './expression-text.ts'

const names = /^(?:Inline|Block|Display)?(?:Math|TeX|Tex|LaTeX|Latex|KaTeX|Katex|Formula|Equation)$/
const properties = new Set(['math', 'tex', 'latex', 'formula', 'expression', 'children'])

/** The formula that a component draws: `<InlineMath math="x^2" />`, `` <TeX block>{`x^2`}</TeX> ``. Undefined for others. */
export function componentFormula(node: Element): PhrasingContent[] | undefined {
  if (!names.test(node.name ?? '')) return undefined
  const given = node.attributes.flatMap((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute' || !properties.has(attribute.name)) return []
    const { value } = attribute
    return (typeof value === 'string' ? value : expressionText(value?.data?.estree)) ?? []
  })
  const text = given[0] ?? textOf(node.children)
  const value = text?.trim().replace(/^(\${1,2})([^$]+)\1$/, '$2')
  if (!value) return undefined
  const isBlock =
    /^(?:Block|Display)/.test(node.name ?? '') ||
    node.attributes.some((each) => each.type === 'mdxJsxAttribute' && /^(?:block|display|displayMode)$/.test(each.name))
  return [{ type: 'inlineMath', value, ...(isBlock && { isBlock }) }]
}

/** The text of nodes that are nothing but words and strings in braces. */
function textOf(nodes: Element['children']): string | undefined {
  const texts = nodes.map((node) => {
    if (node.type === 'text' || node.type === 'inlineMath') return node.value
    if (node.type === 'paragraph') return textOf(node.children)
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
      return node.data?.shown ?? expressionText(node.data?.estree)
    return undefined
  })
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined
}
