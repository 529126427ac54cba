import { readSource } from '../../generators/read-source.ts'
import { isSiteFile } from '../../generators/site-files.ts'
import { SourceError } from '../../generators/source-tree.ts'
import { isPage } from '../documentation/is-page.ts'
import type { WritableKind } from '../repository/writable.ts'
import { codeScopes } from './code-scopes.ts'
import { findForeignChange } from './navigation-change.ts'
import { type CodePiece, readPageCode } from './page-code.ts'
import { readPageFacts } from './page-facts.ts'
import { readSite, type TreeRequest } from './tree.ts'

/** The text of a file before and after an edit. */
export interface TextChange {
  readonly path: string
  /** Empty for a new file. */
  readonly before: string
  readonly after: string
  /** Why the file may be written. */
  readonly kind: WritableKind
}

/** The same, with the documentation that the file is part of. */
export interface TextChangeRequest extends TreeRequest, TextChange {}

/** What an edit would bring. */
export interface ChangeReview {
  /** Why the edit isn't made; undefined: nothing is wrong with its text. */
  readonly problem: string | undefined
  /** Code that the page would get. */
  readonly code: readonly CodePiece[]
}

/**
 * Reviews an edit: says why a file would no longer parse if it did before, or why a configuration would change in more than
 * its navigation, and lists the code that a page would get.
 */
export async function reviewChange(request: TextChangeRequest): Promise<ChangeReview> {
  const { docsFolder, path, before, after, kind } = request
  const syntax = findNewSyntaxProblem(docsFolder, request)
  if (syntax) return { problem: `it would no longer parse: ${syntax}`, code: [] }
  if (kind === 'configuration') return { problem: await findNavigationProblem(request), code: [] }
  if (kind !== 'page') return { problem: undefined, code: [] }
  const known = new Set(readPageCode(path, before).map(({ key }) => key))
  const added = readPageCode(path, after).filter(({ key }) => !known.has(key))
  if (added.length === 0) return { problem: undefined, code: [] }
  const scopes = codeScopes(await readSite(request, () => {}), request.files)
  return { problem: undefined, code: added.filter(({ scope }) => scopes.has(scope)) }
}

const findNewSyntaxProblem = (docsFolder: string, { path, before, after, kind }: TextChange): string | undefined => {
  if (isSiteFile(path, docsFolder) || kind === 'folder') {
    return findSourceProblem(path, before) ? undefined : findSourceProblem(path, after)
  }
  if (!isPage(path)) return undefined
  const oldRules = new Set(readPageFacts(path, before).problems.map(({ rule }) => rule))
  // What a page lacks may come with the next edit.
  const problems = readPageFacts(path, after).problems.filter(({ rule }) => rule !== 'page')
  const problem = problems.find(({ rule }) => !oldRules.has(rule))
  return problem && `line ${problem.line}, column ${problem.column}: ${problem.message}`
}

const findSourceProblem = (path: string, text: string): string | undefined => {
  if (text === '') return undefined
  try {
    readSource(path, text)
    return undefined
  } catch (error) {
    if (error instanceof SourceError) return `line ${error.line}, column ${error.column}: ${error.message}`
    throw error
  }
}

async function findNavigationProblem(request: TextChangeRequest): Promise<string | undefined> {
  const { path, before, after } = request
  const siteWith = (text: string) =>
    readSite({ ...request, replaced: new Map([...request.replaced, [path, text]]) }, () => {})
  return findForeignChange({ path, before: await siteWith(before), after: await siteWith(after) })
}
