import type { Counted } from './texts.ts'

const secondsOf = { hour: 3_600, minute: 60, second: 1 } as const

/** Writes numbers and their nouns as a language does. */
export function counter(language: string): Counted {
  const plural = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const counted = (count: number, forms: Parameters<Counted>[1]) =>
    (forms[plural.select(count)] ?? forms.other).replace('#', numbers.format(count))
  const duration = (seconds: number) => {
    const unit = seconds > 5_400 ? 'hour' : seconds > 90 ? 'minute' : 'second'
    const named = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    return named.format(Math.ceil(seconds / secondsOf[unit]))
  }
  return Object.assign(counted, { duration })
}
