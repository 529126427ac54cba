import type { EmbeddingModelV4, LanguageModelV4, ProviderV4, RerankingModelV4 } from '@ai-sdk/provider'
import { createProviderRegistry } from 'ai'
import { boundedFetch } from '../../bounded-fetch.ts'
import { type Breaker, createBreaker } from '../../breaker.ts'
import { createExcerptModel } from '../excerpt/excerpt-model.ts'
import { createRerankingModel } from './reranking-model.ts'

/** A language model and its name in logs, stored turns and `messageMetadata.model`. */
export interface NamedModel {
  readonly name: string
  readonly model: LanguageModelV4
  /** Knows whether the model works, in this process. */
  readonly breaker: Breaker
  /** Looks again at what rules leave open in the answers of this model. */
  readonly checker?: NamedModel
}

/** The models in the order in which they are asked: the next one when the one before fails without a word. */
export type Models = readonly [NamedModel, ...NamedModel[]]

/** The models that cost nothing, when they stand in for others that do: excerpts. */
export const freeModels = (models: Models): Models | undefined => {
  const last = models.at(-1)
  return last && models.length > 1 && last.name === excerptModel ? [last] : undefined
}

/** The model whose answers are excerpts of the sources. */
const excerptModel = 'quote'

/** The settings that choose a model, and the variables of providers. */
export interface ModelSettings {
  /** `provider:model`, such as `anthropic:claude-sonnet-5`; the excerpt model when left out. */
  readonly model?: string | undefined
  readonly fallbackModel?: string | undefined
  /** `provider:model`; the checker of both. */
  readonly checkingModel?: string | undefined
  /** Has the providers' key variables: `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The setting that has the name, for sentences about it. @default SIDENOTE_MODEL */
  readonly setting?: string
}

interface Provider {
  /** Variables that the provider cannot work without. */
  readonly needs: readonly string[]
}

/** How a provider is called. @default the `fetch` of Node */
interface CallOptions {
  readonly fetch?: typeof fetch
}

interface ProviderEntry extends Provider {
  open(environment: ModelSettings['environment'], options?: CallOptions): Promise<ProviderV4>
}

const required = (environment: ModelSettings['environment'], name: string): string => environment[name] ?? ''

/** Packages are only imported when they are used: they are megabytes. */
const providers: Readonly<Record<string, ProviderEntry>> = {
  openai: {
    needs: ['OPENAI_API_KEY'],
    open: async (environment, options) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: required(environment, 'OPENAI_API_KEY'), ...options })
    },
  },
  anthropic: {
    needs: ['ANTHROPIC_API_KEY'],
    open: async (environment, options) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: required(environment, 'ANTHROPIC_API_KEY'), ...options })
    },
  },
  google: {
    needs: ['GOOGLE_GENERATIVE_AI_API_KEY'],
    open: async (environment, options) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ apiKey: required(environment, 'GOOGLE_GENERATIVE_AI_API_KEY'), ...options })
    },
  },
  'openai-compatible': {
    needs: ['OPENAI_COMPATIBLE_BASE_URL'],
    open: async (environment, options) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const apiKey = environment.OPENAI_COMPATIBLE_API_KEY
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: required(environment, 'OPENAI_COMPATIBLE_BASE_URL'),
        ...(apiKey && { apiKey }),
        ...options,
        // Unless asked, such a service doesn't report the tokens of a stream, and no budget could count them.
        includeUsage: true,
      })
    },
  },
}

/** Anthropic has no embedding models. */
const embeddingProviders = Object.fromEntries(Object.entries(providers).filter(([name]) => name !== 'anthropic'))

interface RerankingEntry extends Provider {
  open(environment: ModelSettings['environment'], modelName: string): RerankingModelV4
}

const rerankingProviders: Readonly<Record<string, RerankingEntry>> = {
  cohere: {
    needs: ['COHERE_API_KEY'],
    open: ({ COHERE_API_KEY: apiKey }, modelName) =>
      createRerankingModel({ provider: 'cohere', baseUrl: 'https://api.cohere.com/v2', apiKey }, modelName),
  },
  'cohere-compatible': {
    needs: ['COHERE_COMPATIBLE_BASE_URL'],
    open: (environment, modelName) => {
      const baseUrl = required(environment, 'COHERE_COMPATIBLE_BASE_URL')
      const apiKey = environment.COHERE_COMPATIBLE_API_KEY
      return createRerankingModel({ provider: 'cohere-compatible', baseUrl, apiKey }, modelName)
    },
  },
}

/**
 * Opens the models that the settings name; the excerpt model when they name none.
 *
 * @throws Error a sentence for the operator when a name or a variable is wrong
 */
export const openModels = async (settings: ModelSettings): Promise<Models> => {
  const { model, fallbackModel, checkingModel, environment, setting = 'SIDENOTE_MODEL' } = settings
  if (!model) {
    if (fallbackModel) throw new Error('SIDENOTE_FALLBACK_MODEL is set, but SIDENOTE_MODEL is not.')
    if (checkingModel) throw new Error('SIDENOTE_CHECKING_MODEL is set, but SIDENOTE_MODEL is not.')
    return [nameModel(excerptModel, createExcerptModel())]
  }
  const checker = checkingModel ? await openCheckingModel(checkingModel, environment) : undefined
  const open = async (variable: string, name: string): Promise<NamedModel> => {
    if (name === excerptModel) return nameModel(name, createExcerptModel())
    return { ...(await openModel(variable, name, environment)), ...(checker && { checker }) }
  }
  const first = await open(setting, model)
  return fallbackModel ? [first, await open('SIDENOTE_FALLBACK_MODEL', fallbackModel)] : [first]
}

/**
 * Opens the model that looks again at what rules leave open in answers.
 *
 * @throws Error a sentence for the operator when the name or a variable is wrong
 */
export const openCheckingModel = (name: string, environment: ModelSettings['environment']): Promise<NamedModel> =>
  openModel('SIDENOTE_CHECKING_MODEL', name, environment)

/**
 * Opens the embedding model that the settings name.
 *
 * @throws Error a sentence for the operator when the name or a variable is wrong
 */
export const openEmbeddingModel = async (
  name: string,
  environment: ModelSettings['environment'],
): Promise<EmbeddingModelV4> => {
  const chosen = chooseProvider(name, environment, {
    variable: 'SIDENOTE_EMBEDDING_MODEL',
    example: 'openai:text-embedding-3-small',
    providers: embeddingProviders,
  })
  const { registry, id } = await openRegistry(chosen, environment, { fetch: boundedFetch })
  return registry.embeddingModel(id)
}

/**
 * Opens the reranking model that the settings name.
 *
 * @throws Error a sentence for the operator when the name or a variable is wrong
 */
export const openRerankingModel = (name: string, environment: ModelSettings['environment']): RerankingModelV4 => {
  const { entry, modelName } = chooseProvider(name, environment, {
    variable: 'SIDENOTE_RERANKING_MODEL',
    example: 'cohere:rerank-v3.5',
    providers: rerankingProviders,
  })
  return entry.open(environment, modelName)
}

const nameModel = (name: string, model: LanguageModelV4): NamedModel => ({ name, model, breaker: createBreaker() })

const openModel = async (
  variable: string,
  name: string,
  environment: ModelSettings['environment'],
): Promise<NamedModel> => {
  const chosen = chooseProvider(name, environment, { variable, example: 'openai:gpt-5-mini', providers })
  const { registry, id } = await openRegistry(chosen, environment)
  return nameModel(name, registry.languageModel(id))
}

interface Choice<Entry extends Provider> {
  readonly variable: string
  /** A name that works. */
  readonly example: string
  readonly providers: Readonly<Record<string, Entry>>
}

/** @throws Error a sentence for the operator when the name or a variable is wrong */
const chooseProvider = <Entry extends Provider>(
  name: string,
  environment: ModelSettings['environment'],
  { variable, example, providers }: Choice<Entry>,
) => {
  const separator = name.indexOf(':')
  const [providerName, modelName] = [name.slice(0, separator), name.slice(separator + 1)]
  const names = Object.keys(providers).join(', ')
  if (separator < 1 || modelName === '') {
    throw new Error(`${variable} must be provider:model, such as ${example}; it is “${name}”. Providers: ${names}.`)
  }
  const entry = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined
  if (!entry) throw new Error(`${variable} names the provider “${providerName}”. The providers are: ${names}.`)
  for (const needed of entry.needs) {
    const value = environment[needed]
    if (!value) throw new Error(`${variable} is ${name}, which needs ${needed}; it is not set.`)
    if (needed.endsWith('_BASE_URL') && !/^https?:\/\/\S+$/.test(value)) {
      throw new Error(`${needed} must be an address such as http://127.0.0.1:11434/v1; it is “${value}”.`)
    }
  }
  return { entry, providerName, modelName }
}

const openRegistry = async (
  { entry, providerName, modelName }: { entry: ProviderEntry; providerName: string; modelName: string },
  environment: ModelSettings['environment'],
  options?: CallOptions,
) => {
  const registry = createProviderRegistry({ [providerName]: await entry.open(environment, options) })
  return { registry, id: `${providerName}:${modelName}` as const }
}
