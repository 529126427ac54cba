import { readSource } from '../../generators/read-source.ts'
import { isSiteFile } from '../../generators/site-files.ts'
import { SourceError } from '../../generators/source-tree.ts'
import { isPage } from '../documentation/is-page.ts'
import { readPageFacts } from './page-facts.ts'

/** The text of a file before and after an edit. */
export interface TextChange {
  /** Folder of the documentation; empty for the whole repository. */
  readonly docsFolder: string
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Says why a page or a navigation file no longer parses after an edit; undefined when it does, or didn't before. */
export const findNewSyntaxProblem = ({ docsFolder, path, before, after }: TextChange): string | undefined => {
  if (isSiteFile(path, docsFolder)) return findSourceProblem(path, before) ? undefined : findSourceProblem(path, after)
  if (!isPage(path)) return undefined
  const oldRules = new Set(readPageFacts(path, before).problems.map(({ rule }) => rule))
  // What a page lacks may come with the next edit.
  const problems = readPageFacts(path, after).problems.filter(({ rule }) => rule !== 'page')
  const problem = problems.find(({ rule }) => !oldRules.has(rule))
  return problem && `line ${problem.line}, column ${problem.column}: ${problem.message}`
}

const findSourceProblem = (path: string, text: string): string | undefined => {
  try {
    readSource(path, text)
    return undefined
  } catch (error) {
    if (error instanceof SourceError) return `line ${error.line}, column ${error.column}: ${error.message}`
    throw error
  }
}
