import { startVisibleText, visibleValue } from '../visible-text.ts'
import type { AnswerChunk } from './chunk.ts'

/** The parts of an answer without what turns or hides text, in the answer itself and in titles, passages and addresses. */
export async function* visibleChunks(chunks: AsyncIterable<AnswerChunk>): AsyncGenerator<AnswerChunk> {
  const text = startVisibleText()
  for await (const chunk of chunks) {
    // An upstream may send anything.
    if (chunk.type === 'text-delta' && typeof chunk.delta === 'string')
      yield { ...chunk, delta: text.push(chunk.delta) }
    else yield visibleValue(chunk)
  }
}
