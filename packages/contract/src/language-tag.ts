import { z } from 'zod'

const error = 'must be a language tag such as en or pt-BR'

const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** A BCP 47 language tag such as `en` or `pt-BR`; at most 35 characters. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error, abort: true })
  .refine(isTag, { error })
