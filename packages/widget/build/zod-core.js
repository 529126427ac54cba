export { config } from 'zod/v4/mini'

/** Only servers describe schemas to a model. */
export const toJSONSchema = () => ({})
