import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { ToolOutcome } from '../tool-result.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type Speech = Extract<AssistantContent[number], { type: 'text' | 'reasoning' }>

interface StreamedPart {
  readonly id: string
  readonly providerMetadata?: SharedV4ProviderMetadata
}

/** What providers need to get back with a part, such as the signature of a thought. */
const optionsOf = (metadata: SharedV4ProviderMetadata | undefined) => metadata && { providerOptions: metadata }

const inputOf = (call: LanguageModelV4ToolCall): unknown => {
  try {
    const input: unknown = JSON.parse(call.input)
    // Some providers accept nothing else, and the model learns that its input was wrong.
    return typeof input === 'object' && input !== null ? input : {}
  } catch {
    return {}
  }
}

/** Records one step of a model, in the form that the model gets back before the next one. */
export const recordStep = () => {
  const content: AssistantContent = []
  const open = new Map<string, Speech>()

  const begin = (kind: Speech['type'], id: string): Speech => {
    const part: Speech = { type: kind, text: '' }
    open.set(`${kind} ${id}`, part)
    content.push(part)
    return part
  }
  const add = (kind: Speech['type'], { id, providerMetadata }: StreamedPart, delta = '') => {
    const part = open.get(`${kind} ${id}`) ?? begin(kind, id)
    part.text += delta
    Object.assign(part, optionsOf(providerMetadata))
  }

  return {
    read(part: LanguageModelV4StreamPart): void {
      const { type } = part
      if (type === 'text-delta') add('text', part, part.delta)
      else if (type === 'text-start' || type === 'text-end') add('text', part)
      else if (type === 'reasoning-delta') add('reasoning', part, part.delta)
      else if (type === 'reasoning-start' || type === 'reasoning-end') add('reasoning', part)
      else if (type === 'custom') content.push({ type, kind: part.kind, ...optionsOf(part.providerMetadata) })
      else if (type === 'tool-call') {
        const { toolCallId, toolName, providerMetadata } = part
        content.push({ type, toolCallId, toolName, input: inputOf(part), ...optionsOf(providerMetadata) })
      }
    },
    /** The step and the results of its tools, as messages. */
    messages: (outcomes: readonly ToolOutcome[]): LanguageModelV4Message[] => [
      {
        role: 'assistant',
        content: content.filter((part) => part.type !== 'text' || part.text !== '' || part.providerOptions),
      },
      {
        role: 'tool',
        content: outcomes.map(({ toolCallId, toolName, text, isError }) => ({
          type: 'tool-result',
          toolCallId,
          toolName,
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      },
    ],
  }
}
