import { languageNamed } from '../../pages/edition-folders.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { languageOfPage } from '../source-language.ts'

/** Folders of an address that may name a language: `/fr/guide`, `/docs/fr/guide`. */
const mostFolders = 2

/**
 * The language that the address of a page names and that its words are plainly in; nothing else is needed to tell it, so that
 * it stays what it is whatever comes of other pages.
 */
export function languageByAddress({ pathname }: URL, text: string): string | undefined {
  const folders = pathname.split('/').slice(1, -1).slice(0, mostFolders)
  const named = folders.flatMap((folder) => languageNamed(folder) ?? [])
  if (named.length === 0) return undefined
  const found = languageOfPage(text)
  return named.find((tag) => found === analysisOf(tag) && (found !== 'en' || /^en\b/i.test(tag)))
}
