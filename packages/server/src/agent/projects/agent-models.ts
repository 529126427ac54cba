import { type ModelSettings, type Models, openModels } from '../../assistant/models/models.ts'

/** The language models that jobs are done with. */
export interface AgentModels {
  /**
   * The models of that name (`provider:model`), or the server’s own when it is null. Null when there is none that can use
   * tools: the quote model only quotes.
   *
   * @throws Error a sentence for the operator when the name or a variable is wrong.
   */
  open: (name: string | null) => Promise<Models | null>
}

/** Opens models as `openModels` does, each name once. */
export const createAgentModels = (settings: ModelSettings): AgentModels => {
  const opened = new Map<string, Promise<Models>>()
  const openOnce = (name: string | null): Promise<Models> => {
    const key = name ?? ''
    const known = opened.get(key)
    if (known) return known
    const opening = openModels(
      name === null ? settings : { ...settings, model: name, fallbackModel: undefined, named: 'model' },
    )
    opened.set(key, opening)
    opening.catch(() => opened.delete(key))
    return opening
  }
  return {
    open: async (name) => {
      const models = await openOnce(name)
      return models[0].name === 'quote' ? null : models
    },
  }
}
