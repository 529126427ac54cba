import { streamText } from 'ai'
import type { Logger } from 'pino'
import { watchCall } from '../../watch/model.ts'
import { unstored } from './ask-model.ts'
import { estimateTokens } from './meter.ts'
import type { OnUsage } from './model-call.ts'
import type { Models } from './models.ts'
import { createThoughtFilter } from './thoughts.ts'

/** Milliseconds. The reader waits for the search meanwhile. */
const timeout = 3_000
/** Characters. */
const longestLine = 300

/** What a short call of a model depends on. */
export interface LineCall {
  readonly signal: AbortSignal
  readonly log: Logger
  readonly onUsage?: OnUsage | undefined
}

/**
 * Asks the first model for one short line, in one short call. Undefined when no model is configured, or when it is
 * suspended, fails, takes too long, or writes a line that is too long.
 */
export const askLine = async (
  [{ name, model, breaker }]: Models,
  { instructions, prompt }: { instructions: string; prompt: string },
  { signal, log, onUsage }: LineCall,
): Promise<string | undefined> => {
  if (name === 'quote' || breaker.isOpen()) return undefined
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  const call = watchCall(name, abortSignal)
  const estimated = { input: estimateTokens(instructions.length + prompt.length), output: 0 }
  try {
    const result = streamText({
      model,
      instructions,
      prompt,
      maxOutputTokens: 400,
      // A model that thinks first has no time left to write. Servers that only resemble OpenAI's may reject the option.
      ...(!model.provider.startsWith('openai-compatible') && { reasoning: 'none' }),
      providerOptions: unstored,
      maxRetries: 0,
      abortSignal,
      onError: () => undefined,
    })
    const line = readLine(await result.text)
    const { inputTokens, outputTokens } = await result.usage
    call.complete(inputTokens, outputTokens)
    onUsage?.({ input: inputTokens ?? estimated.input, output: outputTokens ?? estimateTokens(line?.length ?? 0) })
    return line
  } catch (error) {
    call.fail(error)
    // The call costs tokens, whether or not its answer was awaited.
    if (abortSignal.aborted) onUsage?.(estimated)
    if (!signal.aborted) log.info({ err: error }, 'the model wrote no query; using rules instead')
    return undefined
  }
}

/** The first line, without quotes around it. */
const readLine = (text: string): string | undefined => {
  const thoughts = createThoughtFilter()
  const [first = ''] = (thoughts.push(text) + thoughts.end()).trim().split('\n')
  const line = first.trim().replace(/^["“„«「](.*)["”“»」]$/u, '$1')
  return line === '' || line.length > longestLine ? undefined : line
}
