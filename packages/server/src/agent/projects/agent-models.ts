import { type ModelSettings, type Models, openModels } from '../../assistant/models/models.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** The language models that jobs are done with. */
export interface AgentModels {
  /**
   * Opens the models of that name (`provider:model`), or the server's own for null. Gives null when they cannot use
   * tools: the excerpt model only quotes.
   *
   * @throws Error a sentence for the operator when the name or a variable is wrong
   */
  open: (name: string | null) => Promise<Models | null>
}

/** Opens models as `openModels` does, each name once. */
export const createAgentModels = (settings: ModelSettings): AgentModels => {
  const cache = new Map<string, Promise<Models>>()
  const openOnce = (name: string | null): Promise<Models> => {
    const key = name ?? ''
    const models =
      cache.get(key) ??
      openModels(name === null ? settings : { ...settings, model: name, fallbackModel: undefined, setting: 'model' })
    cache.set(key, models)
    models.catch(() => cache.delete(key))
    return models
  }
  return {
    open: async (name) => {
      const models = await openOnce(name)
      return models[0].name === 'quote' ? null : models
    },
  }
}

/** Opens the models that a project's jobs are done with. @throws AppError `conflict` when there is none */
export const openAgentModels = async (models: AgentModels, { model }: Pick<ProjectRow, 'model'>): Promise<Models> => {
  const opened = await models.open(model)
  if (opened) return opened
  throw new AppError(
    'conflict',
    'No language model is configured that can use tools. Start the server with SIDENOTE_MODEL=provider:model, or give the project a model.',
  )
}
