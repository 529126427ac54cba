import type { Filter } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import type { Edition } from '../docs/edition.ts'
import { readPagePath } from '../docs/links.ts'
import { readPage } from '../docs/pages.ts'
import type { SectionMatch } from '../docs/search.ts'
import { escapePattern } from '../escape-pattern.ts'
import { askedLanguage } from './asked-language.ts'
import type { Conversation } from './conversation.ts'

/** In what a question may be ambiguous. */
export type Aspect = 'version' | 'language' | 'tag' | 'subject'

/** The edition that a question is about, of several; undefined where nothing says it. */
interface Meant {
  readonly version: string | undefined
  /** Null is that of the pages that do not say theirs. */
  readonly language: string | null | undefined
}

export interface Ambiguity {
  readonly meant: Meant
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
  const languages = [...new Set(matches.map(({ language }) => language))]
  const tags = new Set(matches.flatMap((match) => match.tags))
  const hasEditions = versions.length > 1 || languages.length > 1 || tags.size > 1
  const here = hasEditions && currentPath ? await readPage(database, site, currentPath) : undefined
  const version = versions.length > 1 ? (namedVersion(conversation, versions) ?? here?.version ?? undefined) : undefined
  const language = languages.length > 1 ? meantLanguage(conversation.question, languages, here?.language) : undefined
  const open: Aspect[] = []
  if (versions.length > 1 && !version && !filter?.version) open.push('version')
  if (languages.filter(Boolean).length > 1 && !language && !here?.language && !filter?.language) open.push('language')
  if (tags.size > 1 && !here?.tags.length && !filter?.tag) open.push('tag')
  if (conversation.history.length === 0 && conversation.context.length === 0 && !isAmong(currentPath, matches))
    open.push('subject')
  return { meant: { version, language }, open }
}

const isAmong = (currentPath: string | undefined, matches: readonly Match[]): boolean => {
  if (!currentPath) return false
  const current = readPagePath(currentPath).toLowerCase()
  return matches.some(({ path, url }) => [path, readPagePath(url)].some((each) => each.toLowerCase() === current))
}

/** The language of the question, when pages are in it, else that of the reader’s page. */
const meantLanguage = (
  question: string,
  languages: readonly (string | null)[],
  here: string | null | undefined,
): string | null | undefined => {
  const asked = askedLanguage(question)
  // Pages of which nothing is known are mostly English.
  const own = languages.filter((language) => (language ?? 'en').toLowerCase().split(/[-_]/)[0] === asked)
  const [first] = own
  return here === undefined || (first !== undefined && !own.includes(here)) ? first : here
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

/** The same matches; where one has a twin of the edition that is meant, that takes its place, and it comes last. */
export const preferEdition = <Found extends Match>(
  matches: readonly Found[],
  { version, language }: Meant,
): readonly Found[] => {
  const isOfVersion = (match: Found) => match.version === version
  const isOfLanguage = (match: Found) => match.language === language
  const ofVersion =
    version === undefined
      ? matches
      : preferTwins(matches, isOfVersion, (match) => match.version !== null && !isOfVersion(match))
  return language === undefined ? ofVersion : preferTwins(ofVersion, isOfLanguage, (match) => !isOfLanguage(match))
}

const preferTwins = <Found extends Match>(
  matches: readonly Found[],
  isMeant: (match: Found) => boolean,
  isOther: (match: Found) => boolean,
): Found[] => {
  const meant = matches.filter(isMeant)
  const first = new Set<Found>()
  const last: Found[] = []
  for (const match of matches) {
    const twin = isOther(match) ? meant.find((own) => areTwins(own, match)) : undefined
    if (twin) last.push(match)
    first.add(twin ?? match)
  }
  return [...first, ...last]
}
