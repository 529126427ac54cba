import { describe, expect, test } from 'vitest'
import { openModels } from './models.ts'

describe('models', () => {
  test('without a name, the excerpt model answers', async () => {
    expect((await openModels({ environment: {} })).map(({ name }) => name)).toEqual(['quote'])
  })

  test('a model and its fallback are tried in this order', async () => {
    const models = await openModels({
      model: 'anthropic:claude-a',
      fallbackModel: 'openai-compatible:llama3.1:8b',
      environment: { ANTHROPIC_API_KEY: 'k', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1' },
    })
    expect(models.map(({ name, model }) => [name, model.modelId])).toEqual([
      ['anthropic:claude-a', 'claude-a'],
      ['openai-compatible:llama3.1:8b', 'llama3.1:8b'],
    ])
  })

  test.each([
    ['gpt-5', {}, 'SIDENOTE_MODEL must be provider:model, such as openai:gpt-5-mini; it is “gpt-5”.'],
    ['openai:', {}, 'it is “openai:”.'],
    [
      'mistral:large',
      {},
      'SIDENOTE_MODEL names the provider “mistral”. The providers are: openai, anthropic, google, openai-compatible.',
    ],
    ['constructor:x', {}, 'names the provider “constructor”'],
    ['openai:gpt-5', {}, 'SIDENOTE_MODEL is openai:gpt-5, which needs OPENAI_API_KEY; it is not set.'],
    ['google:gemini', {}, 'needs GOOGLE_GENERATIVE_AI_API_KEY'],
    ['openai-compatible:x', {}, 'needs OPENAI_COMPATIBLE_BASE_URL'],
    ['openai-compatible:x', { OPENAI_COMPATIBLE_BASE_URL: 'localhost' }, 'it is “localhost”'],
  ])('%s with %o stops the start with a sentence', async (model, environment, sentence) => {
    await expect(openModels({ model, environment })).rejects.toThrow(sentence)
  })

  test.each([{ fallbackModel: 'quote' }, { checkingModel: 'openai:gpt-5-mini' }])(
    '%o without a model is refused',
    async (settings) => {
      await expect(openModels({ ...settings, environment: {} })).rejects.toThrow('SIDENOTE_MODEL is not')
    },
  )

  test('the checking model is the checker of every model but excerpts', async () => {
    const settings = { model: 'openai:gpt-5', checkingModel: 'openai:gpt-5-mini', environment: { OPENAI_API_KEY: 'k' } }
    const checkers = async (fallbackModel: string) =>
      (await openModels({ ...settings, fallbackModel })).map(({ checker }) => checker?.name)
    expect(await checkers('openai:gpt-4.1')).toEqual(['openai:gpt-5-mini', 'openai:gpt-5-mini'])
    expect(await checkers('quote')).toEqual(['openai:gpt-5-mini', undefined])
  })

  test.each([
    ['quote', 'SIDENOTE_CHECKING_MODEL must be provider:model, such as openai:gpt-5-mini; it is “quote”.'],
    ['mistral:small', 'SIDENOTE_CHECKING_MODEL names the provider “mistral”'],
    [
      'anthropic:claude-a',
      'SIDENOTE_CHECKING_MODEL is anthropic:claude-a, which needs ANTHROPIC_API_KEY; it is not set.',
    ],
  ])('the checking model %s stops the start with a sentence', async (checkingModel, sentence) => {
    const settings = { model: 'openai:gpt-5', checkingModel, environment: { OPENAI_API_KEY: 'k' } }
    await expect(openModels(settings)).rejects.toThrow(sentence)
  })
})
