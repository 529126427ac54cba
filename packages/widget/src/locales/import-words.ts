import type { Language } from './launcher-texts.ts'
import type { Words } from './words.ts'

/** Each language is a file of its own, so that readers fetch only theirs. English is in the panel and the loader. */
export const languageFiles: Record<Exclude<Language, 'en'>, () => Promise<{ readonly words: Words }>> = {
  de: () => import('./german.ts'),
  fr: () => import('./french.ts'),
  es: () => import('./spanish.ts'),
  pt: () => import('./portuguese.ts'),
  ja: () => import('./japanese.ts'),
  zh: () => import('./chinese.ts'),
  ko: () => import('./korean.ts'),
  ar: () => import('./arabic.ts'),
  he: () => import('./hebrew.ts'),
  ru: () => import('./russian.ts'),
  it: () => import('./italian.ts'),
  nl: () => import('./dutch.ts'),
  pl: () => import('./polish.ts'),
  tr: () => import('./turkish.ts'),
  fa: () => import('./persian.ts'),
}

const isLanguage = (language: string): language is keyof typeof languageFiles => Object.hasOwn(languageFiles, language)

/** The words of a language, from the script's own files. Undefined for English. Throws if they couldn't be fetched. */
export const importWords = async (language: string): Promise<Words | undefined> =>
  isLanguage(language) ? (await languageFiles[language]()).words : undefined
