import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { PromptMessage } from '../prompt.ts'
import { declaredTools } from '../tools.ts'
import type { ModelCall, ModelPart } from './ask-models.ts'
import { createMeter } from './meter.ts'
import { takeStep } from './model-step.ts'
import type { NamedModel } from './models.ts'
import type { Silence } from './silence.ts'

const mostSteps = 5
/** Of one step. A long answer has some 800; the rest is for models that think aloud. */
const longestOutput = 8_000

/**
 * OpenAI keeps what is asked and answered unless it is told not to. An organization that it has promised to keep nothing for
 * could not go on after a search: what a model has thought would be named instead of sent.
 */
export const notKept = { openai: { store: false } }

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

/**
 * Asks one model once, and hears it to its end: what it says, what it looks up, and what it says then; without tools, what it
 * says. The steps are made here and not by the SDK’s `streamText`, whose dozen of streams for each answer costs more than all
 * else about it.
 *
 * @throws the model's own error, or the abort reason of a signal.
 */
export async function* askModel(
  named: NamedModel,
  call: ModelCall,
  { silence, signal: given, hasTools }: { silence: Silence; signal: AbortSignal; hasTools: boolean },
): AsyncGenerator<ModelPart | 'progress'> {
  const letGo = new AbortController()
  const { signal } = letGo
  // `AbortSignal.any` gives the same, but looks at all its sources each time that it is asked.
  const follow = (source: AbortSignal) => {
    if (source.aborted) letGo.abort(source.reason)
    else source.addEventListener('abort', () => letGo.abort(source.reason), { once: true, signal })
  }
  follow(given)
  follow(silence.signal)
  const isQuote = named.name === 'quote'
  const meter = isQuote ? undefined : createMeter(call)
  const prompt = [{ role: 'system' as const, content: call.instructions }, ...call.messages.map(writeMessage)]
  let said = false
  try {
    for (let count = 1; count <= mostSteps; count++) {
      const options = {
        prompt: [...prompt],
        ...(hasTools && { tools: declaredTools }),
        // The last step has to end in words.
        toolChoice: { type: hasTools && count < mostSteps ? ('auto' as const) : ('none' as const) },
        maxOutputTokens: longestOutput,
        abortSignal: signal,
        providerOptions: isQuote ? { sidenote: call.material() } : notKept,
      }
      const step = yield* takeStep(named, options, { tools: call.tools, meter, silence, signal })
      said ||= step.said
      if (step.further.length === 0) {
        if (said && step.isCut) yield { type: 'cut' }
        break
      }
      prompt.push(...step.further)
    }
  } finally {
    meter?.end(signal.aborted)
    letGo.abort(new Error('The answer has ended.'))
  }
  if (!said) throw new Error('The model ended without a word.')
}
