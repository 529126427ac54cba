import type { MessageMetadata } from '@sidenote/contract'
import { AppError } from '../../errors.ts'
import type { AnswerChunk } from '../chunk.ts'

const failed = 'The answer could not be completed. Please try again.'

/**
 * The end of an answer that failed: whether and when another try is worth it, and a sentence. Only sentences of ours reach
 * a reader. What programs decide by stands in the metadata, because clients refuse fields that they do not know on `error`.
 */
export function* explainFailure(error: unknown, threadId: string): Generator<AnswerChunk> {
  const known = error instanceof AppError ? error : undefined
  const messageMetadata: MessageMetadata = {
    threadId,
    retryable: known?.code !== 'internal',
    ...(known?.retryAfterSeconds !== undefined && { retryAfterSeconds: known.retryAfterSeconds }),
  }
  yield { type: 'message-metadata', messageMetadata }
  yield { type: 'error', errorText: known?.message ?? failed }
}
