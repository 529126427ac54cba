import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBreaker } from '../../breaker.ts'
import { writeQuery } from '../question/standalone-question.ts'
import type { AssistantTools } from '../tools.ts'
import { askModels } from './ask-models.ts'
import { defaultDeadlines, type ModelPart, type Usage } from './model-call.ts'

const usage = {
  inputTokens: { total: 30, noCache: 30, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
}
const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
})

/** Says these parts, one list for each call; keeps what it was sent. */
const scriptModel = (...steps: LanguageModelV4StreamPart[][]) => {
  const sent: LanguageModelV4CallOptions[] = []
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    ...{ provider: 'test', modelId: 'test', supportedUrls: {} },
    doGenerate: () => Promise.reject(new Error('It only streams.')),
    doStream: async (options) => {
      sent.push(options)
      return { stream: ReadableStream.from(steps[sent.length - 1] ?? steps.at(-1) ?? []) }
    },
  }
  return { sent, model }
}

const tools = (run: AssistantTools['run']): AssistantTools => ({
  readInput: (toolName, input) => (toolName === 'search' ? JSON.parse(input) : undefined),
  run,
  areSpent: () => false,
})

const ask = async (model: LanguageModelV4, run: AssistantTools['run'] = async () => ({ sources: [] })) => {
  const heard: ModelPart[] = []
  const tokens: number[] = []
  const call = {
    instructions: 'Answer.',
    messages: [{ role: 'user' as const, content: 'How?' }],
    ...{ tools: tools(run), material: () => ({}), deadlines: defaultDeadlines },
    signal: new AbortController().signal,
    onUsage: ({ input, output }: Usage) => tokens.push(input + output),
  }
  const models = [{ name: 'test', model, breaker: createBreaker() }] as const
  for await (const part of askModels([...models], call, pino({ level: 'silent' }))) heard.push(part)
  return { heard, tokens }
}

const signature = { test: { signature: 's' } }
const call = (toolCallId: string, toolName: string): LanguageModelV4StreamPart => ({
  ...{ type: 'tool-call', toolCallId, toolName },
  input: '{"query":"marker"}',
  providerMetadata: signature,
})

test('the next step is told what was thought, said, called and found, as the provider wants it back', async () => {
  const { model, sent } = scriptModel(
    [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Let me ' },
      { type: 'reasoning-delta', id: 'r', delta: 'look.' },
      { type: 'reasoning-end', id: 'r', providerMetadata: signature },
      call('1', 'search'),
      call('2', 'delete_everything'),
      finish('tool-calls'),
    ],
    [{ type: 'text-delta', id: 't', delta: 'So.' }, finish('stop')],
  )
  const { heard, tokens } = await ask(model)
  expect(heard.map(({ type }) => type)).toEqual(['model', 'tool-call', 'tool-result', 'text'])
  expect(tokens).toEqual([34, 34])
  const providerOptions = signature
  const input = { query: 'marker' }
  expect(sent[1]?.prompt.slice(2)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Let me look.', providerOptions },
        { type: 'tool-call', toolCallId: '1', toolName: 'search', input, providerOptions },
        { type: 'tool-call', toolCallId: '2', toolName: 'delete_everything', input, providerOptions },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          ...{ type: 'tool-result', toolCallId: '1', toolName: 'search' },
          output: { type: 'text', value: 'Nothing was found.' },
        },
        {
          ...{ type: 'tool-result', toolCallId: '2', toolName: 'delete_everything' },
          output: { type: 'error-text', value: expect.stringContaining('no such tool') },
        },
      ],
    },
  ])
})

test('a tool that fails is told to the model, without the cause', async () => {
  const { model, sent } = scriptModel(
    [call('1', 'search'), finish('tool-calls')],
    [{ type: 'text-delta', id: 't', delta: 'So.' }, finish('stop')],
  )
  const { heard } = await ask(model, () => Promise.reject(new Error('SECRET')))
  expect(heard.map(({ type }) => type)).toEqual(['model', 'tool-call', 'tool-error', 'text'])
  expect(JSON.stringify(sent[1]?.prompt)).not.toContain('SECRET')
})

test('a model that only calls tools is stopped, and told to use words at last', async () => {
  const { model, sent } = scriptModel([call('1', 'search'), finish('tool-calls')])
  await expect(ask(model)).rejects.toThrow()
  expect(sent.map(({ toolChoice }) => toolChoice?.type)).toEqual(['auto', 'auto', 'auto', 'auto', 'none'])
})

test('a stream that ends without a word of its end has failed', async () => {
  const { model } = scriptModel([{ type: 'text-delta', id: 't', delta: 'So' }])
  await expect(ask(model)).rejects.toThrow('ended in the middle')
})

test('a follow-up that is not rewritten in time is paid for', async () => {
  const model: LanguageModelV4 = {
    ...scriptModel().model,
    doStream: ({ abortSignal }) =>
      new Promise((_resolve, reject) => abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))),
  }
  const history = [{ role: 'user' as const, text: 'How do I rotate a key? '.repeat(20) }]
  const conversation = { question: 'And how often?', history, context: [], currentPath: undefined }
  const tokens: number[] = []
  const query = await writeQuery([{ name: 'test', model, breaker: createBreaker() }], conversation, {
    signal: AbortSignal.timeout(50),
    log: pino({ level: 'silent' }),
    onUsage: ({ input, output }) => tokens.push(input + output),
  })
  expect(query).toContain('rotate a key')
  expect(tokens).toEqual([expect.any(Number)])
  expect(tokens[0]).toBeGreaterThan(200)
})
