import type { Filter } from '@sidenote/contract'
import type { Edition, Editions } from './edition.ts'

/**
 * Whether a page meets a filter. A page that names no version, no language or no tag meets any; letter case does not matter,
 * and `en` meets `en-GB`.
 */
export const meetsFilter = (page: Edition, { version, language, tag }: Filter): boolean =>
  (!version || page.version === null || isSameName(page.version, version)) &&
  (!language || page.language === null || isSameLanguage(page.language, language)) &&
  (!tag || page.tags.length === 0 || page.tags.some((name) => isSameName(name, tag)))

/** The editions that a filter names, or else a query; what a filter asks for is meant more. */
export const chosenEditions = (
  { versions, languages }: Editions,
  { filter, query }: { filter: Filter; query: Editions | undefined },
): Editions => {
  const { version, language } = filter
  return {
    versions: version ? versions.filter((name) => name !== null && isSameName(name, version)) : (query?.versions ?? []),
    languages: language
      ? languages.filter((tag) => tag !== null && isSameLanguage(tag, language))
      : (query?.languages ?? []),
  }
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether two tags name the same language; a region counts when both name one. */
export function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().replace('_', '-'))
  if (first === undefined || second === undefined) return false
  return first === second || first.startsWith(`${second}-`) || second.startsWith(`${first}-`)
}
