import { posix } from 'node:path'
import type { Expression, Program, Node as ScriptNode } from 'estree'
import type { Nodes, Root } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { checkMarks } from '../../pages/readers/markdown/check-marks.ts'
import { withoutComments } from '../../pages/readers/markdown/mdx-remains.ts'
import { isActiveTag } from './active-tags.ts'
import type { CodeScope, FoundCode } from './found-code.ts'

const mdx = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkMdx).freeze()

/** `{#id}` behind a heading, and `{.class}` behind a directive, which generators take away before MDX is read. */
const names = /^(#{1,6}[ \t].*?|[ \t]*:{2,}[\w-]+(?:\[[^\]\n]*\])?)[ \t]*\{[#.][\w .#:-]+\}[ \t]*$/gm

/**
 * Lists the modules, expressions and active elements of MDX. Values that are written out are data and no code. Where the text
 * isn't MDX, every block counts that could have code of it.
 */
export function readMdxCode(path: string, text: string, scope: CodeScope): FoundCode[] {
  const source = withoutComments(text.replace(/^\uFEFF/, '')).replace(names, '$1')
  checkMarks(source)
  const root = parse(source)
  if (!root) return possibleCode(source, scope)
  const code: FoundCode[] = []
  const visit = (node: Nodes): void => {
    const line = node.position?.start.line ?? 1
    for (const piece of codeOf(path, source, node)) code.push({ text: piece, scope, line })
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return code
}

function parse(source: string): Root | undefined {
  try {
    return mdx.parse(source)
  } catch {
    return undefined
  }
}

/** Blocks with braces and tags, down to where the braces are closed, and modules. */
function possibleCode(source: string, scope: CodeScope): FoundCode[] {
  const code: FoundCode[] = []
  const lines = source.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const start = at
    let depth = bracesIn(lines[at] ?? '')
    while (at + 1 < lines.length && (depth > 0 || (lines[at + 1] ?? '').trim() !== ''))
      depth += bracesIn(lines[++at] ?? '')
    const text = lines
      .slice(start, at + 1)
      .join('\n')
      .trim()
    if (/[{}<]/.test(text) || /^(?:import|export)\b/m.test(text)) code.push({ text, scope, line: start + 1 })
  }
  return code
}

const bracesIn = (line: string): number => line.split('{').length - line.split('}').length

function codeOf(path: string, source: string, node: Nodes): string[] {
  switch (node.type) {
    case 'mdxjsEsm':
      return moduleCode(path, source, node.value, node.data?.estree)
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return isDataProgram(node.data?.estree) ? [] : [node.value.trim()]
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return elementCode(source, node)
    default:
      return []
  }
}

/** Files that are pages or pictures: importing one runs nothing. */
const harmlessFile = /^(?:\.{1,2}|@site|@|~)\/[\w@ ./-]+\.(?:mdx?|markdown|png|jpe?g|gif|svg|webp|avif)$/i

function moduleCode(path: string, source: string, value: string, program: Program | null | undefined): string[] {
  if (!program) return [value]
  return program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') {
      const from = String(statement.source.value)
      if (harmlessFile.test(from) && !from.includes('node_modules')) return []
      return [`import ${from.startsWith('.') ? posix.join('/', posix.dirname(path), from) : from}`]
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    const isData =
      declared?.type === 'VariableDeclaration' && declared.declarations.every(({ init }) => !init || isWrittenOut(init))
    return isData ? [] : [sliceOf(source, statement) ?? value]
  })
}

const sliceOf = (source: string, node: ScriptNode): string | undefined =>
  // The parser of MDX adds these, which the types of its trees don't have.
  'start' in node && 'end' in node && typeof node.start === 'number' && typeof node.end === 'number'
    ? source.slice(node.start, node.end)
    : undefined

/** A name in capitals is a component, which may be called `Frame` or `Link`; only these are what they're called. */
const elementOf = (name: string): string => (/^[A-Z]/.test(name) && !/^(?:script|iframe)$/i.test(name) ? '' : name)

type Element = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>

function elementCode(source: string, node: Element): string[] {
  const { name, attributes } = node
  const written = attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute'
      ? [{ name: attribute.name, value: typeof attribute.value === 'string' ? attribute.value : '' }]
      : [],
  )
  const expressions = attributes.flatMap((attribute) => {
    if (attribute.type === 'mdxJsxExpressionAttribute') return [attribute.value.trim()]
    const { value } = attribute
    return typeof value === 'object' && value && !isDataProgram(value.data?.estree) ? [value.value.trim()] : []
  })
  if (!isActiveTag(elementOf(name ?? ''), written)) return expressions
  const start = node.position?.start.offset ?? 0
  return [source.slice(start, node.position?.end.offset), ...expressions]
}

/** A comment is none, and a value that is written out is data. */
const isDataProgram = (program: Program | null | undefined): boolean => {
  if (!program) return false
  const [statement, ...others] = program.body
  if (!statement) return true
  return others.length === 0 && statement.type === 'ExpressionStatement' && isWrittenOut(statement.expression)
}

const isWrittenOut = (expression: Expression): boolean => {
  switch (expression.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return expression.expressions.length === 0
    case 'UnaryExpression':
      return expression.operator === '-' && expression.argument.type === 'Literal'
    case 'ArrayExpression':
      return expression.elements.every((item) => item === null || (item.type !== 'SpreadElement' && isWrittenOut(item)))
    case 'ObjectExpression':
      return expression.properties.every(
        (property) =>
          property.type === 'Property' &&
          property.kind === 'init' &&
          !property.computed &&
          !property.method &&
          isDataValue(property.value),
      )
    default:
      return false
  }
}

/** The value of a property: patterns only stand in assignments. */
const isDataValue = (value: ScriptNode): boolean => {
  switch (value.type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'ArrayExpression':
    case 'ObjectExpression':
      return isWrittenOut(value)
    default:
      return false
  }
}
