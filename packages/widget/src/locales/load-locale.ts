import { counter } from './plural.ts'
import type { Language } from './launcher-texts.ts'
import type { Counted, Locale } from './texts.ts'

type LocaleModule = { readonly locale: (counted: Counted) => Locale }

/** Each language is a file of its own, so that readers fetch the one they read. English is in the panel and the loader. */
const files: Record<Exclude<Language, 'en'>, () => Promise<LocaleModule>> = {
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

/** The texts in this language; nothing for English, and when they could not be fetched: better English than no panel. */
export async function loadLocale(language: string): Promise<Locale | undefined> {
  if (!Object.hasOwn(files, language)) return undefined
  try {
    return (await files[language as keyof typeof files]()).locale(counter(language))
  } catch (reason) {
    console.warn(`Sidenote: the texts in "${language}" could not be loaded.`, reason)
    return undefined
  }
}
