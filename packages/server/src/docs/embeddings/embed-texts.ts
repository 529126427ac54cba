import type { Embedder } from './embedder.ts'

/** Of a text that the model refuses as it is. */
const shortText = 1_500
/** So many texts refused in a row: it is not the texts. */
const mostRefused = 10

/** One that goes through all sections of a site. */
export interface EmbedRun {
  readonly embedder: Embedder
  readonly signal: AbortSignal
  /** Texts that the model has refused since it last took one. */
  refused: number
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && [400, 413, 422].includes(Number(error.statusCode))

/** The vector of each text; none for one that the model refuses alone, and shortened. @throws when the model fails. */
export async function embedTexts(run: EmbedRun, texts: readonly string[]): Promise<(readonly number[] | undefined)[]> {
  if (texts.length === 0) return []
  try {
    const vectors = await run.embedder.embedTexts(texts, run.signal)
    run.refused = 0
    return [...vectors]
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [first = ''] = texts
    const middle = texts.length >> 1
    if (middle > 0) {
      return [...(await embedTexts(run, texts.slice(0, middle))), ...(await embedTexts(run, texts.slice(middle)))]
    }
    if (first.length > shortText) return embedTexts(run, [first.slice(0, shortText)])
    run.refused++
    if (run.refused === mostRefused) throw error
    return [undefined]
  }
}
