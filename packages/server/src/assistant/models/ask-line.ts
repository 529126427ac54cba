import type { Logger } from 'pino'
import { askBriefly, type BriefCall } from './ask-briefly.ts'
import type { Models } from './models.ts'

/** Milliseconds. The reader waits for the search meanwhile. */
const timeout = 3_000
/** Tokens. */
const longestOutput = 400
/** Characters. */
const longestLine = 300

/** What a short call of a model depends on. */
export interface LineCall extends BriefCall {
  readonly log: Logger
}

/**
 * Asks the first model for one short line, in one short call. Undefined when no model is configured, or when it is
 * suspended, fails, takes too long, or writes a line that is too long.
 */
export const askLine = async (
  [named]: Models,
  { instructions, prompt }: { instructions: string; prompt: string },
  call: LineCall,
): Promise<string | undefined> => {
  if (named.name === 'quote' || named.breaker.isOpen()) return undefined
  try {
    return readLine(await askBriefly(named, { instructions, prompt, timeout, longestOutput }, call))
  } catch (error) {
    if (!call.signal.aborted) call.log.info({ err: error }, 'the model wrote no query; using rules instead')
    return undefined
  }
}

/** The first line, without quotes around it. */
const readLine = (text: string): string | undefined => {
  const [first = ''] = text.split('\n')
  const line = first.trim().replace(/^["“„«「](.*)["”“»」]$/u, '$1')
  return line === '' || line.length > longestLine ? undefined : line
}
