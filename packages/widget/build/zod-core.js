export { config } from 'zod/v4/mini'

/** Unused here: only servers describe schemas to a model. */
export const toJSONSchema = () => ({})
