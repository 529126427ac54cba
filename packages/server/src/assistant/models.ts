import type { EmbeddingModelV4, LanguageModelV4, ProviderV4 } from '@ai-sdk/provider'
import { createProviderRegistry } from 'ai'
import { type Breaker, createBreaker } from './breaker.ts'
import { createQuoteModel } from './quote-model.ts'

/** A language model and what it is called in logs, in stored turns and in `messageMetadata.model`. */
export interface NamedModel {
  readonly name: string
  readonly model: LanguageModelV4
  /** Whether it has been working, in this process. */
  readonly breaker: Breaker
}

/** The models that are asked, in this order: the next when the one before fails without having said a word. */
export type Models = readonly [NamedModel, ...NamedModel[]]

/** The variables that choose a model, and the providers' own. */
export interface ModelSettings {
  /** `provider:model`, such as `anthropic:claude-sonnet-5`; the quote model when left out. */
  readonly model?: string | undefined
  readonly fallbackModel?: string | undefined
  /** Where the providers' key variables are looked up: `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

interface ProviderEntry {
  /** Variables without which the provider cannot work. */
  readonly needs: readonly string[]
  open(environment: ModelSettings['environment']): Promise<ProviderV4>
}

const required = (environment: ModelSettings['environment'], name: string): string => environment[name] ?? ''

/** Packages are imported only when they are used: they are megabytes. */
const providers: Readonly<Record<string, ProviderEntry>> = {
  openai: {
    needs: ['OPENAI_API_KEY'],
    open: async (environment) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: required(environment, 'OPENAI_API_KEY') })
    },
  },
  anthropic: {
    needs: ['ANTHROPIC_API_KEY'],
    open: async (environment) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: required(environment, 'ANTHROPIC_API_KEY') })
    },
  },
  google: {
    needs: ['GOOGLE_GENERATIVE_AI_API_KEY'],
    open: async (environment) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ apiKey: required(environment, 'GOOGLE_GENERATIVE_AI_API_KEY') })
    },
  },
  'openai-compatible': {
    needs: ['OPENAI_COMPATIBLE_BASE_URL'],
    open: async (environment) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const apiKey = environment.OPENAI_COMPATIBLE_API_KEY
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: required(environment, 'OPENAI_COMPATIBLE_BASE_URL'),
        ...(apiKey && { apiKey }),
        // Without being asked, such a service does not tell the tokens of a stream, and no budget could count them.
        includeUsage: true,
      })
    },
  },
}

/**
 * Opens the models that the settings name; the quote model when they name none.
 *
 * @throws Error a sentence for the operator when a name or a variable is wrong.
 */
export const openModels = async ({ model, fallbackModel, environment }: ModelSettings): Promise<Models> => {
  if (!model) {
    if (fallbackModel) throw new Error('SIDENOTE_FALLBACK_MODEL is set, but SIDENOTE_MODEL is not.')
    return [nameModel('quote', createQuoteModel())]
  }
  const first = await openModel('SIDENOTE_MODEL', model, environment)
  return fallbackModel ? [first, await openModel('SIDENOTE_FALLBACK_MODEL', fallbackModel, environment)] : [first]
}

/**
 * Opens the embedding model that the settings name.
 *
 * @throws Error a sentence for the operator when the name or a variable is wrong.
 */
export const openEmbeddingModel = async (
  name: string,
  environment: ModelSettings['environment'],
): Promise<EmbeddingModelV4> => {
  const { registry, id } = await openRegistry('SIDENOTE_EMBEDDING_MODEL', name, environment)
  return registry.embeddingModel(id)
}

const nameModel = (name: string, model: LanguageModelV4): NamedModel => ({ name, model, breaker: createBreaker() })

const openModel = async (
  variable: string,
  name: string,
  environment: ModelSettings['environment'],
): Promise<NamedModel> => {
  if (name === 'quote') return nameModel(name, createQuoteModel())
  const { registry, id } = await openRegistry(variable, name, environment)
  return nameModel(name, registry.languageModel(id))
}

const openRegistry = async (variable: string, name: string, environment: ModelSettings['environment']) => {
  const separator = name.indexOf(':')
  const [providerName, modelName] = [name.slice(0, separator), name.slice(separator + 1)]
  const known = Object.keys(providers).join(', ')
  if (separator < 1 || modelName === '') {
    throw new Error(
      `${variable} must be provider:model, such as openai:gpt-5-mini; it is “${name}”. Providers: ${known}.`,
    )
  }
  const entry = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined
  if (!entry) throw new Error(`${variable} names the provider “${providerName}”. Known are: ${known}.`)
  for (const needed of entry.needs) {
    if (!environment[needed]) throw new Error(`${variable} is ${name}, which needs ${needed}; it is not set.`)
  }
  const baseUrl = environment.OPENAI_COMPATIBLE_BASE_URL
  if (providerName === 'openai-compatible' && !/^https?:\/\/\S+$/.test(baseUrl ?? '')) {
    throw new Error(
      `OPENAI_COMPATIBLE_BASE_URL must be an address such as http://127.0.0.1:11434/v1; it is “${baseUrl}”.`,
    )
  }
  const registry = createProviderRegistry({ [providerName]: await entry.open(environment) })
  return { registry, id: `${providerName}:${modelName}` as const }
}
