import { languageNamed } from '../../pages/edition-folders.ts'
import { analysisOf, languageOfText } from '../../search/words/languages.ts'

/** Folders of an address that may name a language: `/fr/guide`, `/docs/fr/guide`. */
const mostFolders = 2
/** In characters. */
const longestRead = 60_000

/** The language that each of some pages is plainly written in; null where it isn't plain. */
export const readLanguages = (texts: readonly string[]): (string | null)[] =>
  texts.map((text) => languageOfText(proseOf(text)) ?? null)

/**
 * The language that the address of a page names and that its words are plainly in; nothing else is needed to tell it, so that
 * it stays what it is whatever comes of other pages.
 */
export function languageByAddress({ pathname }: URL, text: string): string | undefined {
  const folders = pathname.split('/').slice(1, -1).slice(0, mostFolders)
  const named = folders.flatMap((folder) => languageNamed(folder) ?? [])
  if (named.length === 0) return undefined
  const language = languageOfText(proseOf(text))
  return named.find((tag) => language === analysisOf(tag) && (language !== 'en' || /^en\b/i.test(tag)))
}

/** Without what is in English everywhere: code and markup. */
const proseOf = (text: string): string =>
  evenParts(evenParts(text.slice(0, longestRead), /^(?:`{3}|~{3})/m), /<\/?(?:script|style|head|nav|pre)\b/i).replace(
    /<[^<>]{0,500}>|`[^`\n]*`|\]\([^()\n]{0,300}\)/g,
    ' ',
  )

/** What stands outside of what a mark begins and the next one ends. */
const evenParts = (text: string, mark: RegExp): string =>
  text
    .split(mark)
    .filter((_, at) => at % 2 === 0)
    .join(' ')
