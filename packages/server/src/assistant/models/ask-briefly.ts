import { streamText } from 'ai'
import { watchCall } from '../../watch/model.ts'
import { unstored } from './ask-model.ts'
import { estimateTokens } from './meter.ts'
import type { OnUsage } from './model-call.ts'
import type { NamedModel } from './models.ts'
import { createThoughtFilter } from './thoughts.ts'

/** What a short call of a model is about. */
interface BriefQuestion {
  readonly instructions: string
  readonly prompt: string
  /** Milliseconds until the call is given up. */
  readonly timeout: number
  /** Tokens that the model may write. */
  readonly longestOutput: number
}

/** Whoever waits for a short call, and who pays for it. */
export interface BriefCall {
  readonly signal: AbortSignal
  readonly onUsage?: OnUsage | undefined
}

/**
 * Asks a model once, without tools and without a second try. Gives what it says, without its thoughts. Its tokens are counted
 * also when the call is given up: it costs them, whether or not its answer was awaited.
 *
 * @throws the model's own error, or the reason why the call was given up
 */
export const askBriefly = async (
  { name, model }: Pick<NamedModel, 'name' | 'model'>,
  { instructions, prompt, timeout, longestOutput }: BriefQuestion,
  { signal, onUsage }: BriefCall,
): Promise<string> => {
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const call = watchCall(name, abortSignal)
  const input = estimateTokens(instructions.length + prompt.length)
  let cause: unknown
  try {
    const result = streamText({
      model,
      instructions,
      prompt,
      maxOutputTokens: longestOutput,
      // A model that thinks first has no time left to write. Servers that only resemble OpenAI's may reject the option.
      ...(!model.provider.startsWith('openai-compatible') && { reasoning: 'none' }),
      providerOptions: unstored,
      maxRetries: 0,
      abortSignal,
      onError: ({ error }) => {
        cause = error
      },
    })
    const text = await result.text
    const { inputTokens, outputTokens } = await result.usage
    call.complete(inputTokens, outputTokens)
    onUsage?.({ input: inputTokens ?? input, output: outputTokens ?? estimateTokens(text.length) })
    const thoughts = createThoughtFilter()
    return (thoughts.push(text) + thoughts.end()).trim()
  } catch (error) {
    const reason = abortSignal.aborted ? abortSignal.reason : (cause ?? error)
    call.fail(reason)
    if (abortSignal.aborted) onUsage?.({ input, output: 0 })
    throw reason
  }
}
