import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { listen } from './listen.ts'

const requestSchema = z.object({
  model: z.string().optional(),
  query: z.string(),
  documents: z.array(z.string()).optional(),
  texts: z.array(z.string()).optional(),
})

type RerankingRequest = z.output<typeof requestSchema> & { authorization: string | undefined }

/** How a service is spoken to, and how it answers. */
type Dialect = 'cohere' | 'voyage' | 'text-embeddings-inference'

export interface RerankingServer {
  /** For `COHERE_COMPATIBLE_BASE_URL`. */
  readonly url: string
  /** Everything that was asked, oldest first. */
  readonly requests: RerankingRequest[]
  /** What the next answers are instead of an order; `undefined`: an order again. */
  answer(instead: ((response: ServerResponse) => void) | undefined): void
  speak(dialect: Dialect): void
  close(): Promise<void>
}

/** A server that speaks `/rerank`: a text is the better the more often it has the pattern, and is not sorted for anyone. */
export const startRerankingServer = async (wanted: RegExp): Promise<RerankingServer> => {
  const requests: RerankingRequest[] = []
  let instead: ((response: ServerResponse) => void) | undefined
  let dialect: Dialect = 'cohere'
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = requestSchema.parse(JSON.parse(body))
    requests.push({ ...asked, authorization: request.headers.authorization })
    if (instead) return instead(response)
    const texts = dialect === 'text-embeddings-inference' ? asked.texts : asked.documents
    if (request.url !== '/v1/rerank' || !texts) {
      response.writeHead(request.url === '/v1/rerank' ? 422 : 404).end('{"error":"not so"}')
      return
    }
    const score = (text: string) => 1 - 1 / (1 + (text.match(wanted)?.length ?? 0))
    const results = texts.map((text, index) => ({ index, relevance_score: score(text) }))
    const answers: Record<Dialect, unknown> = {
      cohere: { id: '1', results, meta: { api_version: { version: '2' } } },
      voyage: { object: 'list', data: results, model: asked.model },
      'text-embeddings-inference': results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[dialect]))
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}/v1`,
    requests,
    answer: (next) => {
      instead = next
    },
    speak: (next) => {
      dialect = next
    },
    close,
  }
}
