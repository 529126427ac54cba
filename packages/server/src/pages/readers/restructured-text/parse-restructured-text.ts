import { linkFrom } from '../../links.ts'
import type { PageText } from '../../page.ts'
import { noFrontMatter } from '../front-matter.ts'
import { includeProblems } from '../include-problems.ts'
import { reducePage } from '../markdown/reduce.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { readRestructuredText } from './restructured-text.ts'
import { withSphinxIncludes } from './sphinx-includes.ts'

/** Reads a page of reStructuredText. Substitutions that its site sets stand above it. */
export function parseRestructuredText(page: PageText): ReducedPage {
  const { path, includes, attributes = {}, references } = page
  const substitutions = Object.entries(attributes).map(([name, value]) => `.. |${name}| replace:: ${value}\n`)
  const text = [...substitutions, withSphinxIncludes(page.text, includes)].join('\n')
  const root = readRestructuredText(text, references)
  const blocks = reducePage(root, { text: '', headingIds: new Map(), linkTo: linkFrom(path), includes })
  return { blocks, matter: noFrontMatter, problems: includeProblems(includes), anchors: 'docutils' }
}
