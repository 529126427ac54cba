import type { FileUIPart } from 'ai'
import type { MessageDetails } from './message.ts'

/** A question, ready to be sent. */
export interface PreparedQuestion {
  readonly question: string
  readonly details: MessageDetails
  readonly files: FileUIPart[]
}

/** A question that waits until the previous one has been answered. */
export interface QueuedQuestion extends PreparedQuestion {
  readonly id: string
}

/** The names of the files that go with a question. */
export const filesOfQuestion = ({ files }: PreparedQuestion): string[] =>
  files.map(({ filename, mediaType }) => filename ?? mediaType)
