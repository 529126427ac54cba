// The names that the AI SDK takes from `zod/v4`, from `zod/v4/mini`. A name that is missing here fails the build.
import { lazy as miniLazy, optional } from 'zod/v4/mini'

export {
  array,
  boolean,
  custom,
  discriminatedUnion,
  instanceof,
  literal,
  null,
  number,
  object,
  record,
  safeParseAsync,
  string,
  union,
  unknown,
} from 'zod/v4/mini'

/** The SDK calls one method of the full face: `jsonValueSchema.optional()`, and that schema is lazy. */
export const lazy = (get) => {
  const schema = miniLazy(get)
  return Object.assign(schema, { optional: () => optional(schema) })
}
