import type { Filter } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import type { Edition, Editions } from '../../search/editions/edition.ts'
import { readPage } from '../../search/pages.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { askedLanguage } from './asked-language.ts'
import type { Conversation } from './conversation.ts'

const aspects = ['version', 'language', 'tag'] as const
/** In what editions of a section differ. */
export type Aspect = (typeof aspects)[number]

/** The version, the language or the tags of a page; none where it does not say. */
export const valuesOf = (edition: Partial<Edition>, aspect: Aspect): readonly string[] =>
  aspect === 'tag' ? (edition.tags ?? []) : [edition[aspect] ?? []].flat()

/**
 * In what these matches differ that neither the question, the conversation, the filter nor the reader’s page decides. The page
 * is looked up only where it can decide.
 */
export const readAmbiguity = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  asked: {
    readonly conversation: Conversation
    readonly currentPath: string | undefined
    readonly filter: Filter | null | undefined
  },
  matches: readonly Edition[],
): Promise<readonly Aspect[]> => {
  const { conversation, currentPath, filter } = asked
  const among = (aspect: Aspect) => [...new Set(matches.flatMap((match) => valuesOf(match, aspect)))]
  const several = aspects.filter((aspect) => among(aspect).length > 1)
  const here = several.length > 0 && currentPath ? await readPage(database, site, currentPath) : undefined
  const named = namedEditions(conversation)({ versions: among('version'), languages: among('language') })
  const isNamed = { version: named.versions.length > 0, language: named.languages.length > 0, tag: false }
  return several.filter((aspect) => !isNamed[aspect] && !filter?.[aspect] && valuesOf(here ?? {}, aspect).length === 0)
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

/** A lone number or word may mean anything, behind “version” or in brackets a version alone. */
const names = (text: string, version: string): boolean => {
  const bare = version.toLowerCase().replace(/^v(?=\d)/, '')
  const ways = /^v?\d+\.\d/.test(version) ? [bare] : [`version ${bare}`, `(${bare}`]
  const lower = text.toLowerCase()
  return [...ways, ...(/^v?\d/.test(version) ? [`v${bare}`] : [])].some((way) => standsIn(lower, way))
}

/** Do these words stand in a text by themselves, no part of a longer word or number? */
const standsIn = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const isBegun = at > 0 && /[\w.]/.test(text[at - 1] ?? '')
    const goesOn = /^\.{0,3}\w/.test(text.slice(at + words.length, at + words.length + 4))
    if (!isBegun && !goesOn) return true
  }
  return false
}

type Named = Pick<SectionMatch, 'path' | 'title' | 'heading'> & Partial<Edition>

/** Are two sections one in two editions: of one name, or of pages whose paths differ in the edition’s folder alone? */
export const areTwins = (one: Named, other: Named): boolean => {
  const nameOf = ({ title, heading }: Named) => `${title}\n${heading ?? ''}`.toLowerCase()
  const placeOf = ({ path, version, language }: Named) =>
    path
      .toLowerCase()
      .split('/')
      .filter((folder) => ![version, version && `v${version}`, language].includes(folder))
  const isSamePlace = placeOf(one).join('/') === placeOf(other).join('/')
  const isTranslated = one.language !== other.language
  return nameOf(one) === nameOf(other) || (isSamePlace && (isTranslated || one.heading === other.heading))
}
