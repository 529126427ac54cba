import { linkFrom } from '../../links.ts'
import type { PageProblem, PageText } from '../../page.ts'
import { noFrontMatter } from '../front-matter.ts'
import { includeProblems } from '../include-problems.ts'
import { reducePage } from '../markdown/reduce.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { settingMark } from './conditions.ts'
import { readRestructuredText } from './restructured-text.ts'
import { withSphinxIncludes } from './sphinx-includes.ts'

/** Reads a page of reStructuredText. Substitutions that its site sets stand above it. */
export function parseRestructuredText(page: PageText): ReducedPage {
  const { path, includes, attributes = {}, references } = page
  const isSetting = ([name]: readonly [string, string]) => name.startsWith(settingMark)
  const entries = Object.entries(attributes)
  const settings = new Map(
    entries.map((entry) => (isSetting(entry) ? [entry[0].slice(settingMark.length), entry[1]] : entry)),
  )
  const substitutions = entries
    .filter((entry) => !isSetting(entry))
    .map(([name, value]) => `.. |${name}| replace:: ${value}\n`)
  const text = [...substitutions, withSphinxIncludes(page.text, includes)].join('\n')
  const { root, unknown } = readRestructuredText(text, { elsewhere: references, settings })
  const blocks = reducePage(root, { text: '', headingIds: new Map(), linkTo: linkFrom(path), includes })
  return {
    blocks,
    matter: { ...noFrontMatter, hidden: isLeftOutOfSearch(page.text) },
    problems: [...includeProblems(includes, page.text), ...substitutionProblems(unknown, page.text)],
    anchors: 'docutils',
  }
}

/** Whether one of the fields above the first text is the one by which the search of Sphinx leaves the page out. */
function isLeftOutOfSearch(source: string): boolean {
  for (const line of source.split('\n', mostFields)) {
    if (line.startsWith(':nosearch:')) return true
    if (line.trim() !== '' && !/^(?::[^:`]{1,60}:|\.\.(?:\s|$)|\s)/.test(line)) return false
  }
  return false
}

/** In lines. */
const mostFields = 50

/** One for the substitutions of a page that nothing says. */
function substitutionProblems(unknown: ReadonlySet<string>, source: string): PageProblem[] {
  const [first, ...more] = unknown
  if (first === undefined) return []
  const line = source.split('\n').findIndex((each) => each.includes(`|${first}|`)) + 1
  const count =
    more.length === 0
      ? ' is a substitution'
      : ` and ${more.length === 1 ? 'one' : more.length} more like it are substitutions`
  return [{ line: line || null, column: null, reason: `“|${first}|”${count} that nothing in the repository says.` }]
}
