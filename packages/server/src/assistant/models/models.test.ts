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

  test('a fallback without a model is refused', async () => {
    await expect(openModels({ fallbackModel: 'quote', environment: {} })).rejects.toThrow('SIDENOTE_MODEL is not')
  })
})
