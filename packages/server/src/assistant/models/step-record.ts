import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { ToolOutcome } from '../tools.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type Spoken = Extract<AssistantContent[number], { type: 'text' | 'reasoning' }>

interface Heard {
  readonly id: string
  readonly providerMetadata?: SharedV4ProviderMetadata
}

/** What providers want back with a part, such as the signature of a thought. */
const optionsOf = (metadata: SharedV4ProviderMetadata | undefined) => metadata && { providerOptions: metadata }

const inputOf = (call: LanguageModelV4ToolCall): unknown => {
  try {
    const input: unknown = JSON.parse(call.input)
    // Some providers take nothing else, and the model is told that it was wrong.
    return typeof input === 'object' && input !== null ? input : {}
  } catch {
    return {}
  }
}

/** Remembers one step of a model, as the model has to be told of it before the next one. */
export const recordStep = () => {
  const content: AssistantContent = []
  const open = new Map<string, Spoken>()

  const begin = (kind: Spoken['type'], id: string): Spoken => {
    const part: Spoken = { type: kind, text: '' }
    open.set(`${kind} ${id}`, part)
    content.push(part)
    return part
  }
  const hear = (kind: Spoken['type'], { id, providerMetadata }: Heard, delta = '') => {
    const part = open.get(`${kind} ${id}`) ?? begin(kind, id)
    part.text += delta
    Object.assign(part, optionsOf(providerMetadata))
  }

  return {
    read(part: LanguageModelV4StreamPart): void {
      const { type } = part
      if (type === 'text-delta') hear('text', part, part.delta)
      else if (type === 'text-start' || type === 'text-end') hear('text', part)
      else if (type === 'reasoning-delta') hear('reasoning', part, part.delta)
      else if (type === 'reasoning-start' || type === 'reasoning-end') hear('reasoning', part)
      else if (type === 'custom') content.push({ type, kind: part.kind, ...optionsOf(part.providerMetadata) })
      else if (type === 'tool-call') {
        const { toolCallId, toolName, providerMetadata } = part
        content.push({ type, toolCallId, toolName, input: inputOf(part), ...optionsOf(providerMetadata) })
      }
    },
    /** The step and what its tools gave, as messages. */
    messages: (outcomes: readonly ToolOutcome[]): LanguageModelV4Message[] => [
      {
        role: 'assistant',
        content: content.filter((part) => part.type !== 'text' || part.text !== '' || part.providerOptions),
      },
      {
        role: 'tool',
        content: outcomes.map(({ toolCallId, toolName, told, isError }) => ({
          type: 'tool-result',
          ...{ toolCallId, toolName },
          output: { type: isError ? 'error-text' : 'text', value: told },
        })),
      },
    ],
  }
}
