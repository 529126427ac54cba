import type { UIMessageChunk } from 'ai'

/** A part of the answer stream. `threadId` is on `finish` only, for clients that are not the AI SDK. */
export type AnswerChunk = UIMessageChunk & { threadId?: string }
