import type { Filter } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { readPagePath } from '../../pages/links.ts'
import type { Edition, Editions } from '../../search/editions/edition.ts'
import { readPage } from '../../search/pages.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { askedLanguage } from './asked-language.ts'
import type { Conversation } from './conversation.ts'
import { tokensOf } from './wording.ts'

/** In what a question may be ambiguous. */
export type Aspect = 'version' | 'language' | 'tag' | 'subject'

interface Asked {
  readonly conversation: Conversation
  readonly currentPath: string | undefined
  readonly filter: Filter | null | undefined
}

type Match = Pick<SectionMatch, 'path' | 'url' | 'title' | 'heading'> & Edition

/**
 * What a question with these matches leaves open: neither it, the conversation, the filter nor the reader’s page decides. The
 * page is looked up only where it can decide.
 */
export const readAmbiguity = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { conversation, currentPath, filter }: Asked,
  matches: readonly Match[],
): Promise<readonly Aspect[]> => {
  const versions = [...new Set(matches.flatMap(({ version }) => version ?? []))]
  const languages = [...new Set(matches.flatMap(({ language }) => language ?? []))]
  const tags = new Set(matches.flatMap((match) => match.tags))
  const hasEditions = versions.length > 1 || languages.length > 1 || tags.size > 1
  const here = hasEditions && currentPath ? await readPage(database, site, currentPath) : undefined
  const named = namedEditions(conversation)({ versions, languages })
  const open: Aspect[] = []
  if (versions.length > 1 && named.versions.length === 0 && !here?.version && !filter?.version) open.push('version')
  if (languages.length > 1 && named.languages.length === 0 && !here?.language && !filter?.language)
    open.push('language')
  if (tags.size > 1 && !here?.tags.length && !filter?.tag) open.push('tag')
  if (conversation.history.length === 0 && conversation.context.length === 0 && !isAmong(currentPath, matches))
    open.push('subject')
  return open
}

const isAmong = (currentPath: string | undefined, matches: readonly Match[]): boolean => {
  if (!currentPath) return false
  const current = readPagePath(currentPath).toLowerCase()
  return matches.some(({ path, url }) => [path, readPagePath(url)].some((each) => each.toLowerCase() === current))
}

/**
 * The versions that the question names (`v2`, `version 2`, `2.1`, `(next)`), or else the latest question before it that names
 * any, and the languages that it may be in.
 */
export const namedEditions =
  ({ question, history }: Pick<Conversation, 'question' | 'history'>) =>
  ({ versions, languages }: Editions): Editions => {
    const asked = [question, ...history.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).reverse()]
    const named = asked.map((text) => versions.filter((version) => version !== null && names(text, version)))
    const language = askedLanguage(question)
    return {
      versions: named.find(({ length }) => length > 0) ?? [],
      // Pages of which nothing is known are mostly English.
      languages: languages.filter((each) => (each ?? 'en').toLowerCase().split(/[-_]/)[0] === language),
    }
  }

/** A lone number or word may mean anything. */
const names = (text: string, version: string): boolean => {
  const bare = version.toLowerCase().replace(/^v(?=\d)/, '')
  const isNumbered = /^\d+\.\d/.test(bare)
  return tokensOf(text).some(({ shown, word }, at, tokens) => {
    const isLed = isNumbered || shown.startsWith('(') || tokens[at - 1]?.word === 'version'
    return (word === bare && isLed) || (word === `v${bare}` && /^\d/.test(bare))
  })
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
