import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { readPatience } from '../../retry-after.ts'
import type { Embedder } from './embedder.ts'

/** No text is made shorter than this for a model that refuses it. */
const shortestText = 300
/** So many texts refused in a row: it is not the texts. */
const mostRefused = 10
/** How often the same texts are sent to a model that has no room now, and to one that cannot be reached. */
const mostTries = { busy: 7, away: 3 }
/** In milliseconds: before the second try, doubled for each one after it. */
const firstPause = 2_000
/** In milliseconds. Who asks for more has no room for the rest of a day; the next sync goes on. */
const longestPause = 150_000

/** One that goes through all sections of a site. */
export interface EmbedRun {
  readonly embedder: Embedder
  readonly signal: AbortSignal
  /** Texts that are sent at once: fewer once so many took too long. */
  atOnce: number
  /** Texts that the model has refused since it last took one. */
  refused: number
}

/**
 * The vector of each text; none for one that the model refuses alone, however short. Waits for a model that has no room, as
 * long as it asks for.
 *
 * @throws when the model fails.
 */
export async function embedTexts(run: EmbedRun, texts: readonly string[]): Promise<(readonly number[] | undefined)[]> {
  if (texts.length > run.atOnce) return embedParts(run, texts, run.atOnce)
  if (texts.length === 0) return []
  try {
    const vectors = await askPatiently(run, texts)
    run.refused = 0
    return [...vectors]
  } catch (error) {
    run.signal.throwIfAborted()
    if (isTimeout(error) && texts.length > 1) {
      run.atOnce = Math.max(1, texts.length >> 3)
      return embedTexts(run, texts)
    }
    if (!isRefusal(error)) throw error
    return texts.length > 1 ? embedParts(run, texts, texts.length >> 1) : embedShorter(run, texts[0] ?? '', error)
  }
}

const embedParts = async (run: EmbedRun, texts: readonly string[], size: number) => [
  ...(await embedTexts(run, texts.slice(0, size))),
  ...(await embedTexts(run, texts.slice(size))),
]

/** The vector of as much of a text as the model takes. */
async function embedShorter(run: EmbedRun, text: string, error: unknown) {
  const length = text.length >> 1
  if (length >= shortestText) return embedTexts(run, [text.slice(0, length)])
  run.refused++
  if (run.refused === mostRefused) throw error
  return [undefined]
}

async function askPatiently({ embedder, signal }: EmbedRun, texts: readonly string[]) {
  for (let tries = 1; ; tries++) {
    try {
      return await embedder.embedTexts(texts, signal)
    } catch (error) {
      const milliseconds = pauseAfter(error, tries)
      if (milliseconds === undefined) throw error
      await pause(milliseconds, undefined, { signal })
    }
  }
}

/** Milliseconds until the same is worth another try; nothing when it is not. */
const pauseAfter = (error: unknown, tries: number): number | undefined => {
  if (!APICallError.isInstance(error) || !error.isRetryable || isRefusal(error)) return undefined
  const { statusCode, responseHeaders = {} } = error
  const most = statusCode === 429 || statusCode === 529 ? mostTries.busy : mostTries.away
  const milliseconds = readPatience(responseHeaders) ?? firstPause * 2 ** (tries - 1)
  return tries < most && milliseconds <= longestPause ? milliseconds : undefined
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** 500 is what llama.cpp, and what is built upon it, says of a text that is longer than its model takes. */
const isRefusal = (error: unknown): boolean =>
  APICallError.isInstance(error) && [400, 413, 422, 500].includes(error.statusCode ?? 0)
