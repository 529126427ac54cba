import { z } from 'zod'

/** A path that the model gives. */
export const pathInput = z
  .string()
  .min(1)
  .max(1_000)
  .describe('Path relative to the repository, such as docs/guide.md.')
