import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import type { PromptMessage } from '../prompt.ts'
import { toolDeclarations } from '../tools.ts'
import { createMeter } from './meter.ts'
import { asProviderOptions, type ModelCall, type ModelPart } from './model-call.ts'
import { takeStep } from './model-step.ts'
import type { NamedModel } from './models.ts'
import type { Silence } from './silence.ts'

const maximumSteps = 5
/** Tokens of one step. A long answer has some 800; the rest is for models that think aloud. */
const longestOutput = 8_000

/**
 * OpenAI stores prompts and answers unless it is asked not to. Also, a search could not be followed by an answer in an
 * organization for which OpenAI stores nothing: the model's thoughts would be referred to instead of sent.
 */
export const unstored = { openai: { store: false } }

const writeMessage = ({ role, content, attachments = [] }: PromptMessage): LanguageModelV4Message => {
  const text = { type: 'text' as const, text: content }
  if (role === 'assistant') return { role, content: [text] }
  const files = attachments.map(({ mediaType, base64 }) => ({
    type: 'file' as const,
    mediaType,
    data: { type: 'data' as const, data: base64 },
  }))
  return { role, content: [text, ...files] }
}

interface Attempt {
  readonly silence: Silence
  readonly signal: AbortSignal
  readonly hasTools: boolean
}

/**
 * Asks one model once, and reads it to its end: what it says, what it looks up, and what it says then; without tools, what
 * it says. Doesn't use the SDK's `streamText`, whose dozen streams for each answer cost more than everything else about it.
 *
 * @throws the model's own error, or the abort reason of a signal
 */
export async function* askModel(
  named: NamedModel,
  call: ModelCall,
  { silence, signal: outerSignal, hasTools }: Attempt,
): AsyncGenerator<ModelPart | 'progress'> {
  const end = new AbortController()
  const { signal } = end
  for (const source of [outerSignal, silence.signal]) follow(end, source)
  const isQuote = named.name === 'quote'
  const meter = isQuote ? undefined : createMeter(call)
  const prompt = [{ role: 'system' as const, content: call.instructions }, ...call.messages.map(writeMessage)]
  let said = false
  try {
    for (let step = 1; step <= maximumSteps; step++) {
      const options: LanguageModelV4CallOptions = {
        prompt: [...prompt],
        ...(hasTools && { tools: toolDeclarations }),
        // The last step must end in words.
        toolChoice: { type: hasTools && step < maximumSteps ? 'auto' : 'none' },
        maxOutputTokens: longestOutput,
        abortSignal: signal,
        providerOptions: isQuote ? { sidenote: asProviderOptions(call.material()) } : unstored,
      }
      const outcome = yield* takeStep(named, options, { tools: call.tools, meter, silence, signal })
      said ||= outcome.said
      if (outcome.messages.length === 0) {
        if (said && outcome.isCut) yield { type: 'cut' }
        break
      }
      prompt.push(...outcome.messages)
    }
  } finally {
    meter?.end(signal.aborted)
    end.abort(new Error('The answer has ended.'))
  }
  if (!said) throw new Error('The model ended without a word.')
}

/** Aborts with a signal. `AbortSignal.any` does the same, but checks all its sources at every look. */
const follow = (controller: AbortController, source: AbortSignal): void => {
  const abort = () => controller.abort(source.reason)
  if (source.aborted) abort()
  else source.addEventListener('abort', abort, { once: true, signal: controller.signal })
}
