import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from './listen.ts'

export interface EmbeddingServer {
  /** For `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly url: string
  /** Every text that was sent, oldest first. */
  readonly texts: string[]
  /** The status of the next answers, from how many texts in all on. */
  fail(status: number | undefined, afterTexts?: number): void
  /** Refuses every request that has such a text in it, as models do that have no room for it. @default status 400 */
  refuse(text: RegExp | undefined, status?: number): void
  /** Has no room for so many requests, and asks to wait for so many seconds each time. */
  beBusy(requests: number, seconds: number): void
  /** Takes so many milliseconds for each text. */
  slowDown(milliseconds: number): void
  /** Gives vectors of so many more numbers from now on, as another model would. */
  grow(numbers: number): void
  /** What the next answers are instead of vectors; `undefined`: vectors again. */
  answer(instead: ((response: ServerResponse, count: number) => void) | undefined): void
  /** How many requests came, refused ones too. */
  requests(): number
  /** How many of them came before the time was over that it had asked to wait for. */
  early(): number
  close(): Promise<void>
}

/** A server that speaks OpenAI's /embeddings: a text means the share of each topic's words in it. */
export const startEmbeddingServer = async (topics: readonly RegExp[]): Promise<EmbeddingServer> => {
  const texts: string[] = []
  let refused: { text: RegExp; status: number } | undefined
  const busy = { requests: 0, seconds: 0 }
  let freeAt = 0
  let early = 0
  let slowness = 0
  let more: number[] = []
  let count = 0
  let instead: ((response: ServerResponse, count: number) => void) | undefined
  let failure: { status: number; afterTexts: number } | undefined
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const input: string[] = [JSON.parse(body).input].flat()
    count++
    if (performance.now() < freeAt) early++
    response.setHeader('content-type', 'application/json')
    if (instead) return instead(response, input.length)
    if (failure && texts.length >= failure.afterTexts) {
      response.writeHead(failure.status).end(JSON.stringify({ error: { message: 'out of order' } }))
      return
    }
    if (busy.requests > 0) {
      busy.requests--
      // Timers may be a few milliseconds early.
      freeAt = performance.now() + busy.seconds * 1_000 - 10
      response
        .writeHead(429, { 'retry-after': String(busy.seconds) })
        .end(JSON.stringify({ error: { message: 'busy' } }))
      return
    }
    if (input.some((text) => refused?.text.test(text))) {
      response.writeHead(refused?.status ?? 400).end(JSON.stringify({ error: { message: 'too long' } }))
      return
    }
    await wait(slowness * input.length)
    texts.push(...input)
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [...topics.map((topic) => text.match(topic)?.length ?? 0), 0.01, ...more],
    }))
    response.end(
      JSON.stringify({ object: 'list', data, model: 'topics', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    )
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}/v1`,
    texts,
    fail: (status, afterTexts = 0) => {
      failure = status === undefined ? undefined : { status, afterTexts }
    },
    refuse: (text, status = 400) => {
      refused = text && { text, status }
    },
    beBusy: (requests, seconds) => void Object.assign(busy, { requests, seconds }),
    slowDown: (milliseconds) => {
      slowness = milliseconds
    },
    grow: (numbers) => {
      more = Array.from({ length: numbers }, () => 0)
    },
    answer: (next) => {
      instead = next
    },
    requests: () => count,
    early: () => early,
    close,
  }
}
