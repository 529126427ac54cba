import { type ParserOptions, parse } from '@babel/parser'
import type { Node, Program } from '@babel/types'
import { checkNesting } from './script-bounds.ts'
import { isNode, nameOf, parseOrThrow, type Scope, scopeOf, toSource } from './script-values.ts'
import type { SourceFile, SourceList, SourceNode } from './source-tree.ts'

/** Reads JavaScript or TypeScript, without running it. @throws SourceError */
export function readScript(path: string, text: string): SourceFile {
  checkNesting(text)
  const options: ParserOptions = {
    sourceType: 'module',
    plugins: pluginsFor(path),
    attachComment: false,
    allowReturnOutsideFunction: true,
  }
  const { program } = parseOrThrow(() => parse(text, options))
  const scope = scopeOf(topLevelNames(program))
  const root = defaultExport(program)
  return {
    path,
    text,
    syntax: 'script',
    root: root ? toSource(root, scope) : { kind: 'other', start: 0, end: text.length },
    lists: (accept) => findLists(program, scope, accept),
    calls: (name) => findCalls(program, scope, name),
    properties: (name) => findProperties(program, scope, name),
    constant: (name) => {
      const value = scope.names.get(name)
      return value && toSource(value, scope)
    },
  }
}

function pluginsFor(path: string): NonNullable<ParserOptions['plugins']> {
  const ending = path.slice(path.lastIndexOf('.'))
  if (ending === '.tsx') return ['typescript', 'jsx']
  return ['.ts', '.mts', '.cts'].includes(ending) ? ['typescript'] : ['jsx']
}

function findLists(program: Program, scope: Scope, accept: Parameters<SourceFile['lists']>[0]): SourceList[] {
  const lists: SourceList[] = []
  walk(program, (node, keys) => {
    const list = node.type === 'ArrayExpression' ? toSource(node, scope) : undefined
    const isTaken = list?.kind === 'list' && accept(list, keys)
    if (isTaken) lists.push(list)
    return !isTaken
  })
  return lists
}

function findCalls(program: Program, scope: Scope, name: string): SourceNode[] {
  const values: SourceNode[] = []
  walk(program, (node) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === name) {
      const [first] = node.arguments
      if (first) values.push(toSource(first, scope))
    }
    return true
  })
  return values
}

function findProperties(program: Program, scope: Scope, name: string): SourceNode[] {
  const values: SourceNode[] = []
  walk(program, (node) => {
    if (node.type === 'ObjectProperty' && !node.computed && nameOf(node.key) === name) {
      values.push(toSource(node.value, scope))
    }
    return true
  })
  return values
}

/** Visits all nodes in the order of the text; `visit` says whether to go on below one. */
function walk(program: Program, visit: (node: Node, keys: readonly string[]) => boolean): void {
  const left: { node: Node; keys: readonly string[] }[] = [{ node: program, keys: [] }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, keys } = next
    if (!visit(node, keys)) continue
    const key = node.type === 'ObjectProperty' ? nameOf(node.key) : undefined
    const below = key === undefined ? keys : [...keys, key]
    const children = Object.values(node).flat().filter(isNode)
    for (const child of children.reverse()) left.push({ node: child, keys: below })
  }
}

/** What the names at the top of a file stand for. */
function topLevelNames(program: Program): Map<string, Node> {
  const names = new Map<string, Node>()
  for (const statement of program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
    if (declaration.type === 'FunctionDeclaration' && declaration.id) names.set(declaration.id.name, declaration)
    if (declaration.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) if (id.type === 'Identifier' && init) names.set(id.name, init)
  }
  return names
}

/** What `export default` or `module.exports =` gives. */
function defaultExport(program: Program): Node | undefined {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') continue
    const { object, property } = expression.left
    if (nameOf(object) === 'module' && nameOf(property) === 'exports') return expression.right
  }
  return undefined
}
