import type { Plural, PluralForms } from './texts.ts'

const secondsPer = { hour: 3_600, minute: 60, second: 1 } as const

/** Writes numbers and their nouns as a language does. @param language a tag such as `de` */
export function createPlural(language: string): Plural {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const plural = (count: number, forms: PluralForms) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
  const duration = (seconds: number) => {
    const unit = seconds > 5_400 ? 'hour' : seconds > 90 ? 'minute' : 'second'
    const durations = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    return durations.format(Math.ceil(seconds / secondsPer[unit]))
  }
  return Object.assign(plural, { duration })
}
