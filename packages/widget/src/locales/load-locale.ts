import type { Language } from './launcher-texts.ts'
import { createPlural } from './plural.ts'
import type { Locale, Plural } from './texts.ts'

type LocaleModule = { readonly locale: (plural: Plural) => Locale }

/** Each language is a file of its own, so that readers fetch only theirs. English is in the panel and the loader. */
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

/** The texts of a language. Undefined for English, and if they couldn't be fetched: the panel is then in English. */
export async function loadLocale(language: string): Promise<Locale | undefined> {
  if (!Object.hasOwn(files, language)) return undefined
  try {
    return (await files[language as keyof typeof files]()).locale(createPlural(language))
  } catch (reason) {
    console.warn(`Sidenote: the texts in "${language}" couldn’t be loaded.`, reason)
    return undefined
  }
}
