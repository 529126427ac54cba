import { reduceMarkdown } from '../markdown/parse-markdown.ts'
import type { PageText } from '../page.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { readRestructuredText } from './restructured-text.ts'
import { withSphinxIncludes } from './sphinx-includes.ts'

/** Reads a page of reStructuredText. */
export function parseRestructuredText(page: PageText): ReducedPage {
  const text = withSphinxIncludes(page.text, page.includes)
  const substitutions = Object.entries(page.attributes ?? {}).map(
    ([name, value]) => `.. |${name}| replace:: ${value}\n`,
  )
  return reduceMarkdown({ ...page, text: readRestructuredText([...substitutions, text].join('\n'), page.references) })
}
