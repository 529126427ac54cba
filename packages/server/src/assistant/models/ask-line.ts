import { streamText } from 'ai'
import type { Logger } from 'pino'
import { watchCall } from '../../watch/model.ts'
import { notKept } from './ask-model.ts'
import { estimateTokens } from './meter.ts'
import type { Models } from './models.ts'
import { createThoughtFilter } from './thoughts.ts'

/** Milliseconds that a model has for it. The reader waits for the search meanwhile. */
const patience = 3_000
const longestLine = 300

export interface LineCall {
  readonly signal: AbortSignal
  readonly log: Logger
  readonly onTokens?: ((tokens: number) => void) | undefined
}

/**
 * Asks the first model for one short line, in one short call. Gives nothing when no model is configured, or when it is left
 * alone, fails, takes too long, or writes more than a line should have.
 */
export const askLine = async (
  [{ name, model, breaker }]: Models,
  { instructions, prompt }: { instructions: string; prompt: string },
  { signal, log, onTokens }: LineCall,
): Promise<string | undefined> => {
  if (name === 'quote' || breaker.isOpen()) return undefined
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const call = watchCall(name, abortSignal)
  const estimated = estimateTokens(instructions.length + prompt.length)
  try {
    const result = streamText({
      model,
      instructions,
      prompt,
      maxOutputTokens: 400,
      // A model that thinks first has no time left to write. A server that is only like OpenAI’s may refuse to be told.
      ...(!model.provider.startsWith('openai-compatible') && { reasoning: 'none' }),
      providerOptions: notKept,
      maxRetries: 0,
      abortSignal,
      onError: () => undefined,
    })
    const line = readLine(await result.text)
    const { inputTokens, outputTokens, totalTokens } = await result.usage
    call.complete(inputTokens, outputTokens)
    onTokens?.(totalTokens ?? estimated)
    return line
  } catch (error) {
    call.fail(error)
    // What was asked is paid for, whether or not the answer was waited for.
    if (abortSignal.aborted) onTokens?.(estimated)
    if (!signal.aborted) log.info({ err: error }, 'the model wrote no query: searched by rules')
    return undefined
  }
}

/** The first line of what was said, without quotes around it. */
const readLine = (text: string): string | undefined => {
  const thoughts = createThoughtFilter()
  const [first = ''] = (thoughts.push(text) + thoughts.end()).trim().split('\n')
  const line = first.trim().replace(/^["“„«「](.*)["”“»」]$/u, '$1')
  return line === '' || line.length > longestLine ? undefined : line
}
