import type { MessageMetadata } from '@sidenote/contract'
import { AppError } from '../../errors.ts'
import type { AnswerChunk } from '../chunk.ts'

const unknownFailure = 'The answer could not be completed. Please try again.'

/**
 * Writes the end of an answer that failed: whether and when another try may help, and a sentence. Only our own sentences
 * reach a reader. What programs need is in the metadata, because clients reject unknown fields on `error`.
 */
export function* explainFailure(error: unknown, threadId: string): Generator<AnswerChunk> {
  const appError = error instanceof AppError ? error : undefined
  const messageMetadata: MessageMetadata = {
    threadId,
    retryable: appError?.code !== 'internal',
    ...(appError?.retryAfterSeconds !== undefined && { retryAfterSeconds: appError.retryAfterSeconds }),
  }
  yield { type: 'message-metadata', messageMetadata }
  yield { type: 'error', errorText: appError?.message ?? unknownFailure }
}
