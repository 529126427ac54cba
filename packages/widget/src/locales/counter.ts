import type { Counted } from './texts.ts'

/** Writes numbers and their nouns as a language does. */
export function counter(language: string): Counted {
  const plural = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, forms) => (forms[plural.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
