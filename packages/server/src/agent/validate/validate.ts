import { isBelow } from '../../pages/links.ts'
import type { ValidationProblem } from '../documentation/problem.ts'
import { checkNavigation } from './check-navigation.ts'
import { checkReference } from './check-reference.ts'
import { type FactsRequest, readDocumentation } from './tree.ts'

/** Checks all pages and the navigation of a documentation, in the order of files and lines. */
export async function validate(request: FactsRequest, note: (file: string) => void): Promise<ValidationProblem[]> {
  const documentation = await readDocumentation(request, note)
  const problems: ValidationProblem[] = []
  for (const [path, page] of documentation.facts) {
    if (!isBelow(request.docsFolder, path)) continue
    for (const problem of page.problems) problems.push({ path, ...problem })
    for (const reference of page.references) {
      const problem = checkReference(path, reference, documentation)
      if (problem) problems.push(problem)
    }
  }
  const { site, routes } = documentation
  return [...problems, ...checkNavigation(site, routes)].sort(byPlace)
}

const byPlace = (one: ValidationProblem, other: ValidationProblem): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line || one.column - other.column
