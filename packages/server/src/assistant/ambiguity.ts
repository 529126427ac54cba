import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import type { Edition } from '../docs/edition.ts'
import { readPagePath } from '../docs/links.ts'
import { readPage } from '../docs/pages.ts'
import type { SectionMatch } from '../docs/search.ts'
import { escapePattern } from '../escape-pattern.ts'
import type { Conversation } from './conversation.ts'

/** In what a question may be ambiguous. */
export type Aspect = 'version' | 'language' | 'tag' | 'subject'

export interface Ambiguity {
  /** The version that the question is about, when it or the reader’s page says one of several. */
  readonly version: string | undefined
  /** What neither question, conversation, filter nor the reader’s page decides. */
  readonly open: readonly Aspect[]
}

interface Asked {
  readonly conversation: Conversation
  readonly currentPath: string | undefined
  readonly filter: Filter | null | undefined
}

type Match = Pick<SectionMatch, 'path' | 'url' | 'title' | 'heading'> & Edition

/** Reads what a question with these matches leaves open. The reader’s page is looked up only where it can decide. */
export const readAmbiguity = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { conversation, currentPath, filter }: Asked,
  matches: readonly Match[],
): Promise<Ambiguity> => {
  const versions = [...new Set(matches.flatMap(({ version }) => version ?? []))]
  const languages = new Set(matches.flatMap(({ language }) => language ?? []))
  const tags = new Set(matches.flatMap((match) => match.tags))
  const hasEditions = versions.length > 1 || languages.size > 1 || tags.size > 1
  const here = hasEditions && currentPath ? await readPage(database, site, currentPath) : undefined
  const version = versions.length > 1 ? (namedVersion(conversation, versions) ?? here?.version ?? undefined) : undefined
  const open: Aspect[] = []
  if (versions.length > 1 && !version && !filter?.version) open.push('version')
  if (languages.size > 1 && !here?.language && !filter?.language) open.push('language')
  if (tags.size > 1 && !here?.tags.length && !filter?.tag) open.push('tag')
  if (conversation.history.length === 0 && conversation.context.length === 0 && !isAmong(currentPath, matches))
    open.push('subject')
  return { version, open }
}

const isAmong = (currentPath: string | undefined, matches: readonly Match[]): boolean => {
  if (!currentPath) return false
  const current = readPagePath(currentPath).toLowerCase()
  return matches.some(({ path, url }) => [path, readPagePath(url)].some((each) => each.toLowerCase() === current))
}

/** The version that the question, or else the latest question before it, names: `v2`, `version 2`, `2.1`, `(next)`. */
const namedVersion = ({ question, history }: Conversation, versions: readonly string[]): string | undefined => {
  const asked = [question, ...history.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).reverse()]
  // The longest first: `2.1` names `2`, too.
  const longestFirst = versions.toSorted((one, other) => other.length - one.length)
  for (const text of asked) {
    const named = longestFirst.find((version) => names(text, version))
    if (named !== undefined) return named
  }
  return undefined
}

const names = (text: string, version: string): boolean => {
  const bare = version.replace(/^v(?=\d)/i, '')
  // A lone number or word may mean anything.
  const lead = /^\d+\.\d/.test(bare) ? '(?:v|version\\s+)?' : '(?:\\bv(?=\\d)|\\bversion\\s+|\\(v?)'
  return new RegExp(`(?<![\\w.])${lead}${escapePattern(bare)}(?![\\w-]|\\.\\d)`, 'i').test(text)
}

/** Says two sections the same thing in two editions: sections of one name, or of pages that differ in the edition’s folder alone? */
export const areTwins = (one: Match, other: Match): boolean => {
  const name = ({ title, heading }: Match) => `${title}\n${heading ?? ''}`.toLowerCase()
  if (name(one) === name(other)) return true
  const isTranslated = one.language !== other.language
  return place(one) === place(other) && (isTranslated || one.heading?.toLowerCase() === other.heading?.toLowerCase())
}

/** The path without the folders that name version and language. */
const place = ({ path, version, language }: Match): string =>
  path
    .toLowerCase()
    .split('/')
    .filter((folder) => ![version, version && `v${version}`, language].includes(folder))
    .join('/')

/** The same matches; those whose twin is of the version that is meant come last. */
export const preferVersion = <Found extends Match>(matches: readonly Found[], version: string | undefined): Found[] => {
  if (version === undefined) return [...matches]
  const meant = matches.filter((match) => match.version === version)
  const isOther = (match: Found) =>
    match.version !== null && match.version !== version && meant.some((own) => areTwins(own, match))
  return [...matches.filter((match) => !isOther(match)), ...matches.filter(isOther)]
}
