import { parse } from '@babel/parser'

interface AstNode {
  readonly type: string
  readonly [field: string]: unknown
}

/** The calls that take a test out of a run, such as `test.skip`. */
const outs = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: AstNode): AstNode[] => Object.values(node).flat().filter(isNode)

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '')

/** `test.describe.each(…)` as `['test', 'describe', 'each']`; empty when it doesn't begin with a name. */
const chainOf = (callee: unknown): string[] => {
  if (!isNode(callee)) return []
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
    return chainOf(callee.callee ?? callee.tag)
  if (callee.type === 'MemberExpression') return [...chainOf(callee.object), nameOf(callee.property)]
  return [nameOf(callee)]
}

/** Names by which a file calls `test`: `import { test as hosting }` adds `hosting`. */
const runnersOf = (program: AstNode): Set<string> => {
  const runners = new Set(['test', 'it'])
  for (const specifier of childrenOf(program).flatMap(childrenOf)) {
    if (specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === 'test')
      runners.add(nameOf(specifier.local))
  }
  return runners
}

/** The titles of the tests that a file runs, as they're written there: `%s` and `${…}` stay. Skipped tests don't count. */
export const readTestTitles = (source: string): string[] => {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] })
  if (!isNode(program)) return []
  const runners = runnersOf(program)
  const titles: string[] = []
  const visit = (node: AstNode): void => {
    if (node.type === 'CallExpression') {
      const chain = chainOf(node.callee)
      if (chain.some((name) => outs.has(name)) && (runners.has(chain[0] ?? '') || chain[0] === 'describe')) return
      const [title] = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
      if (runners.has(chain[0] ?? '') && !chain.includes('describe')) titles.push(...textOf(title, source))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return titles
}

const textOf = (node: AstNode | undefined, source: string): string[] => {
  if (node?.type === 'StringLiteral') return [String(node.value)]
  if (node?.type === 'TemplateLiteral') return [source.slice(Number(node.start) + 1, Number(node.end) - 1)]
  return []
}
