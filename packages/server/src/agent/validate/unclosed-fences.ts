import type { Code, Nodes } from 'mdast'
import type { PageTree } from '../../pages/readers/markdown/parse-tree.ts'
import type { ValidationProblem } from '../documentation/problem.ts'

/** Fenced code that the end of the page, or of what holds it, closes instead of a fence. */
export function findUnclosedFences({ root, prepared }: PageTree): Omit<ValidationProblem, 'path'>[] {
  const lines = prepared.text.split('\n')
  const problems: Omit<ValidationProblem, 'path'>[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'code' && isUnclosed(node, lines)) {
      const start = node.position?.start
      const message = `The code block ${node.lang ? `of “${node.lang}” ` : ''}that is opened here is never closed.`
      problems.push({ line: start?.line ?? 1, column: start?.column ?? 1, rule: 'code-fence', message })
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return problems
}

function isUnclosed(node: Code, lines: readonly string[]): boolean {
  const { start, end } = node.position ?? {}
  if (!start || !end) return false
  const opening = /^(`{3,}|~{3,})/.exec((lines[start.line - 1] ?? '').slice(start.column - 1))?.[1]
  // Code by indentation needs no end.
  if (!opening) return false
  if (end.line === start.line) return true
  const closing = /(`{3,}|~{3,})[ \t]*$/.exec((lines[end.line - 1] ?? '').slice(0, end.column - 1))?.[1]
  return closing?.charAt(0) !== opening.charAt(0) || closing.length < opening.length
}
