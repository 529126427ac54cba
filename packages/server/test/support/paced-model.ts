import { createServer, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** A request that a paced model was sent, and what became of it. */
export interface PacedRequest {
  readonly body: string
  /** Whether the connection was closed before the answer had ended. */
  readonly isAborted: () => boolean
}

export interface PacedModel {
  /** For `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly url: string
  readonly requests: readonly PacedRequest[]
  readonly close: () => Promise<void>
}

interface Pace {
  /** @default 20, for every question */
  readonly everyMilliseconds?: (body: string) => number
  /** How many it says before it ends; with 0 it says nothing and stays silent. */
  readonly deltas: (body: string) => number
}

const writeDelta = (response: ServerResponse, delta: object, finish: string | null) => {
  const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'test' }
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
}

/** A model that speaks the OpenAI chat protocol to many at once, a word at a time. */
export const startPacedModel = async ({ everyMilliseconds = () => 20, deltas }: Pace): Promise<PacedModel> => {
  const requests: PacedRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    let isAborted = false
    requests.push({ body, isAborted: () => isAborted })
    let left = deltas(body)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const timer = left > 0 ? setInterval(say, everyMilliseconds(body)) : undefined
    response.once('close', () => {
      clearInterval(timer)
      isAborted = !response.writableFinished
    })
    function say() {
      left -= 1
      if (left > 0) return writeDelta(response, { content: 'another word ' }, null)
      clearInterval(timer)
      writeDelta(response, {}, 'stop')
      response.end('data: [DONE]\n\n')
    }
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}/v1`,
    requests,
    close,
  }
}
