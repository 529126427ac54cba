import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { assistantRequestSchema, problemStatus } from '@sidenote/contract'
import express, { type ErrorRequestHandler } from 'express'
import { pino } from 'pino'
import { type Assistant, answer } from '../../src/assistant/answer.ts'
import type { AnswerChunk } from '../../src/assistant/chunk.ts'
import { type Models, openModels } from '../../src/assistant/models/models.ts'
import { readQuestion } from '../../src/assistant/read-question.ts'
import type { Database } from '../../src/database/database.ts'
import type { SiteRow } from '../../src/database/tables.ts'
import { AppError } from '../../src/errors.ts'
import { abortOnClose, writeEventStream } from '../../src/http/answers/event-stream.ts'
import type { EventStreamTimes } from '../../src/http/answers/stream-writer.ts'
import type { Embedder } from '../../src/search/embeddings/embedder.ts'
import { openSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import { syncSite } from '../../src/sources/sync.ts'
import { createTestDatabase } from './database.ts'
import { insertSite } from './insert-site.ts'
import { listen } from './listen.ts'
import { reading } from './reading.ts'
import { writeFiles } from './write-files.ts'

export interface AssistantServer {
  readonly url: string
  readonly database: Database
  readonly site: SiteRow
  /** Asks these models from now on, and waits so long for them. */
  use(models: Models, deadlines?: Assistant['deadlines']): void
  /** Searches by meaning as well from now on. */
  embedWith(embedder: Embedder): void
  /** Ends all streams, as a server that is told to stop does. */
  shutDown(): void
  addSite(domain: string, pages: Record<string, string>): Promise<SiteRow>
  close(): Promise<void>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Of a stream. */
  readonly chunks: AnswerChunk[]
  /** All text of the answer. */
  readonly text: string
  /** Everything that was received. */
  readonly raw: string
}

/** The assistant alone behind HTTP: real database, real index, real streams, no keys and no limits. */
export const startAssistant = async (options: {
  pages: Record<string, string>
  models?: Models
  deadlines?: Assistant['deadlines']
  times?: Partial<EventStreamTimes>
  engine?: Parameters<typeof createTestDatabase>[0]
}): Promise<AssistantServer> => {
  const store = await createTestDatabase(options.engine)
  const { database } = store
  let { searchIndex } = store
  const shutdown = new AbortController()
  let models = options.models ?? (await openModels({ environment: {} }))
  const log = pino({ level: 'silent' })
  let { deadlines } = options
  const addSite = (domain: string, pages: Record<string, string>) =>
    createSite(searchIndex, join(store.options.dataFolder, domain), domain, pages)
  const app = express()
  app.post('/:domain/message', express.json({ limit: '1mb' }), async (request, response) => {
    const site = await database
      .selectFrom('sites')
      .selectAll()
      .where('domain', '=', request.params.domain)
      .executeTakeFirstOrThrow()
    const abort = abortOnClose(response)
    const body = assistantRequestSchema.parse(request.body)
    const conversation = await readQuestion(database, site, body)
    const { threadId, chunks } = await answer(
      { database, searchIndex, models, log, ...(deadlines && { deadlines }) },
      { site, request: body, conversation, signal: abort.signal },
    )
    await writeEventStream(response, chunks, {
      threadId,
      abort,
      shutdown: shutdown.signal,
      ...(options.times && { times: options.times }),
    })
  })
  app.use(writeProblem)
  const server = createServer(app)
  const { url, close } = await listen(server)
  return {
    url,
    database,
    site: await addSite('docs', options.pages),
    use: (others, patience) => {
      models = others
      deadlines = patience
    },
    embedWith: (embedder) => {
      searchIndex = openSearchIndex({ database, embedder })
    },
    shutDown: () => shutdown.abort(),
    addSite,
    close: async () => {
      await close()
      await store.close()
    },
  }
}

const writeProblem: ErrorRequestHandler = (error, _request, response, _next) => {
  const code = error instanceof AppError ? error.code : 'internal'
  response.status(problemStatus[code]).json({ code, message: String(error) })
}

const createSite = async (
  searchIndex: SearchIndex,
  folder: string,
  domain: string,
  pages: Record<string, string>,
): Promise<SiteRow> => {
  await writeFiles(folder, pages)
  const site = await insertSite(searchIndex.database, {
    id: randomUUID(),
    organization_id: randomUUID(),
    domain,
    name: domain,
    folder,
  })
  await syncSite({ searchIndex, reading }, site, { onProgress: () => {}, signal: new AbortController().signal })
  await rm(folder, { recursive: true })
  return site
}

/** The shortest request that asks something. */
export const question = (text: string, more: object = {}): object => ({
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
})

/** Asks and reads the whole answer. */
export const ask = async (server: AssistantServer, body: object, domain = 'docs'): Promise<Reply> => {
  const response = await fetch(`${server.url}/${domain}/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const raw = await response.text()
  const chunks = response.ok ? readChunks(raw) : []
  const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
  return { status: response.status, headers: response.headers, chunks, text, raw }
}

/** A response that is read piece by piece; each gives all that has been read so far. */
export const openText = (response: Response) => {
  let raw = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    const { done, value } = (await reader?.read()) ?? { done: true }
    raw += value ?? ''
    return !done
  }
  return {
    /** Reads as far as these words, or to the end when they do not come. */
    until: async (words: string): Promise<string> => {
      while (!raw.includes(words) && (await read()));
      return raw
    },
    rest: async (): Promise<string> => {
      while (await read());
      return raw
    },
  }
}

/** Reads server-sent events as a plain reader does. */
export const readChunks = (raw: string): AnswerChunk[] =>
  raw
    .split('\n\n')
    .filter((event) => event.startsWith('data: ') && event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.slice('data: '.length)))

/** In milliseconds: what a busy machine does not need, and less than a test has. */
const longestWait = 60_000

/** Waits until something is so. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + longestWait
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It was never so within ${longestWait / 1_000} s: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
