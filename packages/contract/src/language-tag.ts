import { z } from 'zod'

/** A BCP 47 language tag such as `en` or `pt-BR`; at most 35 characters. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
