import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { ModelCallRecord } from '@sidenote/contract'
import { wrapLanguageModel } from 'ai'
import { explain } from './check-models.ts'
import type { Models, NamedModel } from './models.ts'

type Content = Exclude<LanguageModelV4Message['content'], string>[number]

const textOfPart = (part: Content): string => {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'file') return `[${part.mediaType}]`
  if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`
  if (part.type !== 'tool-result') return ''
  const { output } = part
  return 'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output)
}

const messagesOf = (prompt: LanguageModelV4CallOptions['prompt']): ModelCallRecord['messages'] =>
  prompt.map(({ role, content }) => ({
    role,
    text: typeof content === 'string' ? content : content.map(textOfPart).join('\n\n'),
  }))

type Draft = { -readonly [Name in keyof ModelCallRecord]: ModelCallRecord[Name] }

const readPart = (draft: Draft, part: LanguageModelV4StreamPart): void => {
  if (part.type === 'text-delta') draft.output += part.delta
  else if (part.type === 'tool-call') draft.output += `${draft.output && '\n'}${part.toolName} ${part.input}`
  else if (part.type === 'error') draft.error = explain(part.error)
  else if (part.type === 'finish') {
    draft.inputTokens = part.usage.inputTokens.total ?? null
    draft.outputTokens = part.usage.outputTokens.total ?? null
  }
}

const createMiddleware = (model: string, calls: ModelCallRecord[]): LanguageModelV4Middleware => ({
  specificationVersion: 'v4',
  wrapStream: async ({ doStream, params }) => {
    const startedAt = performance.now()
    const draft: Draft = {
      model,
      messages: messagesOf(params.prompt),
      output: '',
      milliseconds: 0,
      inputTokens: null,
      outputTokens: null,
      error: null,
    }
    calls.push(draft)
    const stopClock = () => {
      draft.milliseconds = Math.round(performance.now() - startedAt)
    }
    try {
      const { stream, ...result } = await doStream()
      const record = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: (part, controller) => {
          readPart(draft, part)
          stopClock()
          controller.enqueue(part)
        },
      })
      return { ...result, stream: stream.pipeThrough(record) }
    } catch (error) {
      draft.error = explain(error)
      stopClock()
      throw error
    }
  },
})

const traceModel = (named: NamedModel, calls: ModelCallRecord[]): NamedModel => {
  // It runs in this process, and isn't sent a prompt.
  if (named.name === 'quote') return named
  const model: LanguageModelV4 = wrapLanguageModel({
    model: named.model,
    middleware: createMiddleware(named.name, calls),
  })
  const { checker } = named
  return { ...named, model, ...(checker && { checker: traceModel(checker, calls) }) }
}

/** The models, with every call of theirs written down: what is sent, what comes back, and what it costs. */
export const traceModels = ([first, ...others]: Models, calls: ModelCallRecord[]): Models => [
  traceModel(first, calls),
  ...others.map((named) => traceModel(named, calls)),
]
