import { eachItem, type NavigationTarget, readNavigationLists } from '../../generators/navigation-lists.ts'
import type { Site } from '../../generators/site.ts'
import { placeAt } from '../../generators/source-tree.ts'
import type { ValidationProblem } from '../documentation/problem.ts'
import { checkReference, type ReferenceContext } from './check-reference.ts'
import type { Routes } from './routes.ts'

/** Entries of the navigation that lead nowhere, and files of it that cannot be read. */
export function checkNavigation(site: Site, routes: Routes): ValidationProblem[] {
  const broken = site.broken.map(({ path, error }): ValidationProblem => {
    const { line, column } = error
    return { path, line, column, rule: 'navigation-file', message: `The file cannot be parsed: ${error.message}` }
  })
  const missing = [...eachItem(readNavigationLists(site))].flatMap(({ target, within }): ValidationProblem[] => {
    if (!target || isThere(target, { site, routes, facts: new Map() })) return []
    const place = placeAt(within.file.text, target.written.start)
    const message = `The navigation names “${target.written.value}”, which ${target.kind === 'folder' ? 'holds no page' : 'is no page'}.`
    return [{ path: within.file.path, ...place, rule: 'navigation', message }]
  })
  return [...broken, ...missing]
}

function isThere(target: NavigationTarget, context: ReferenceContext): boolean {
  const { site, routes } = context
  switch (target.kind) {
    case 'folder':
      return routes.hasBelow(target.path)
    case 'file':
      return routes.has([site.pagesFolder, target.path].filter(Boolean).join('/'))
    case 'page': {
      const isGenerated = site.generated.some((prefix) => target.path.startsWith(`${prefix}/`))
      return routes.page(target.path) !== undefined || isGenerated
    }
    case 'address': {
      const reference = { url: `/${target.path}`, kind: 'link', line: 1, column: 1 } as const
      return checkReference('', reference, context) === undefined
    }
  }
}
