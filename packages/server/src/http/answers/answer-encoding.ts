import type { AnswerChunk } from '../../assistant/chunk.ts'

/** How the chunks of an answer are written to the wire. */
export interface AnswerEncoding {
  readonly headers: Readonly<Record<string, string>>
  /** Empty for a chunk that the encoding can’t express. */
  readonly chunk: (chunk: AnswerChunk) => string
  /** Written into a silent stream; clients skip it. */
  readonly heartbeat: string
  readonly end: string
}

/** Server-sent events, as versions 5 and later of the AI SDK read them. */
export const uiMessageStream: AnswerEncoding = {
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-vercel-ai-ui-message-stream': 'v1' },
  chunk: (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  heartbeat: ': keep-alive\n\n',
  end: 'data: [DONE]\n\n',
}

/** What a reader sees when the answer breaks off. */
export const interrupted = 'The answer was interrupted. Please ask again.'
/** What a reader sees when the server shuts down during the answer. */
export const shuttingDown = 'The server is restarting. Please ask again in a moment.'
