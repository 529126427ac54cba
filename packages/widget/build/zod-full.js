// What the AI SDK imports from `zod/v4`, taken from `zod/v4/mini`. A missing name fails the build.
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

/** The SDK calls one method of the full build: `jsonValueSchema.optional()`, on a lazy schema. */
export const lazy = (get) => {
  const schema = miniLazy(get)
  return Object.assign(schema, { optional: () => optional(schema) })
}
