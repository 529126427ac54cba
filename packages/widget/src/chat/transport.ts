import type { AssistantRequest } from '@sidenote/contract'
import {
  DefaultChatTransport,
  type FileUIPart,
  parseJsonEventStream,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import { encodeJson } from './encode-json.ts'
import { fieldsOf, stringOf } from './fields.ts'
import { type ChatMessage, filesOf, filterOf, threadOf } from './message.ts'
import { AskProblem, problemOfResponse } from './problem.ts'
import { answerAddress, assistantAddress, keyHeader, type Requester } from './server-address.ts'

/** How many messages are sent. The server trims what it can't use, and limits the body. */
const longestHistory = 30

interface Turn {
  /** The chat, which the server resumes or stops its answer by. */
  readonly id: string
  readonly messages: readonly ChatMessage[]
  readonly trigger: string
}

/** A file without its name, which is the reader's own business; nothing if its bytes weren't stored. */
const filePart = ({ type, mediaType, url }: FileUIPart) => (url ? [{ type, mediaType, url }] : [])

/**
 * The body of a question, with only what the server reads. The thread comes from the messages before the question, so that
 * asking the first question again, or changing it, starts a new thread: the server would remember the old answer.
 */
export function requestBody({ id, messages, trigger }: Turn, { options, fp }: Requester): AssistantRequest {
  const question = messages.findLast(({ role }) => role === 'user')
  const details = question?.metadata
  const contexts = details?.contexts ?? []
  const filter = filterOf(messages)
  return {
    fp,
    threadId: threadOf(messages) ?? null,
    retrievalPageSize: options.retrievalPageSize ?? 5,
    filter: filter ? { ...filter, ...options.filter } : (options.filter ?? null),
    ...(contexts.length > 0 ? { context: contexts.map(({ language: _, ...item }) => item) } : {}),
    ...(details?.path ? { currentPath: details.path } : {}),
    messages: messages.slice(-longestHistory).map((message) => ({
      id: message.id,
      role: message.role,
      parts: [
        ...(message === question ? filesOf(message).flatMap(filePart) : []),
        ...message.parts.flatMap((part) =>
          part.type === 'text' && part.text ? [{ type: 'text', text: part.text }] : [],
        ),
      ],
    })),
    trigger,
    id,
    resumable: true,
  }
}

/** In ms. The server sends a heartbeat every 15 s, so after this long without a byte the connection is dead. */
const longestSilence = 45_000

/** Fails a silent response like a lost connection: one that died while the computer slept never ends by itself. */
function failOnSilence(response: Response): Response {
  // In some browsers a 204 has a body, but can't be created with one.
  if (response.status !== 200 || !response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    // Otherwise a page that extends Object.prototype could set it.
    type: undefined,
    async pull(controller) {
      const timer = setTimeout(() => {
        controller.error(new TypeError('The network was silent.'))
        void reader.cancel()
      }, longestSilence)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (!done) controller.enqueue(value)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}

/** In ms. The server sends its headers before it searches, so after this long without them the request is lost. */
const longestWait = 20_000

/** Sends a request, and gives it up if no headers come. Aborting `init.signal` also ends the response's body. */
async function sendInTime(send: typeof fetch, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const ending = new AbortController()
  const { signal } = init
  const abort = () => ending.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let timer: ReturnType<typeof setTimeout> | undefined
  const lateness = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AskProblem('unreachable', 'The server sent no headers.', { code: 'no_headers' }))
      ending.abort()
    }, longestWait)
  })
  try {
    // A page's own fetch may ignore the signal.
    return await Promise.race([send(input, { ...init, signal: ending.signal }), lateness])
  } finally {
    clearTimeout(timer)
  }
}

/** Parts without which the text would have a gap, so that one which can't be read ends the answer. */
const essentialParts = ['text-start', 'text-delta', 'text-end', 'error']

/** The SDK's transport, which also reads answers of servers that are newer than this widget. */
class TolerantTransport extends DefaultChatTransport<ChatMessage> {
  /** Passes over parts that the SDK doesn't know: it would end the answer. Notes that the answer has come to its end. */
  protected override processResponseStream(
    stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  ): ReadableStream<UIMessageChunk> {
    return parseJsonEventStream({ stream, schema: uiMessageChunkSchema }).pipeThrough(
      new TransformStream({
        transform(part, controller) {
          if (!part.success) {
            const type = stringOf(fieldsOf(part.rawValue).type)
            if (type === undefined || essentialParts.includes(type)) throw part.error
          } else if (part.value.type === 'finish')
            controller.enqueue({
              ...part.value,
              messageMetadata: { ...fieldsOf(part.value.messageMetadata), ended: true },
            })
          else controller.enqueue(part.value)
        },
      }),
    )
  }
}

/** Whether it's an answer at all: a network that wants a log-in answers every request with its own page. */
function isAnswer({ ok, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return ok && !type.includes('html') && !type.includes('json')
}

/** Fetches a challenge and solves it. Returns the header with the proof. */
async function prove({ options }: Requester, send: typeof fetch): Promise<Record<string, string>> {
  const [{ solve }, response] = await Promise.all([
    import('./proof.ts'),
    send(assistantAddress(options, 'v1', 'challenge'), { credentials: 'omit', headers: keyHeader(options) }),
  ])
  // The owner has just turned it off.
  if (response.status === 404) return {}
  if (!response.ok) throw await problemOfResponse(response)
  const challenge = await response.json()
  const proof = await solve(challenge).catch(({ message }) => {
    throw new AskProblem('proof', message, { code: 'proof_required' })
  })
  return { 'x-sidenote-proof': btoa(encodeJson(proof)) }
}

/**
 * The AI SDK's transport for this server. Silently replaces a thread that the server has forgotten, and gives a proof of
 * work if asked. Throws any other refusal as an `AskProblem`.
 */
export function createTransport(requester: () => Requester, send: typeof fetch): DefaultChatTransport<ChatMessage> {
  let body: AssistantRequest | undefined
  /** After the first request for a proof, questions come with one right away. */
  let needsProof = false

  const ask: typeof fetch = async (input, init) => {
    let request = body
    let proof = needsProof ? await prove(requester(), send) : {}
    for (let tries = 0; ; tries++) {
      const headers = { ...(init?.headers as Record<string, string>), ...proof }
      const response = await sendInTime(send, input, { ...init, headers, body: encodeJson(request) })
      if (isAnswer(response)) return response
      const problem = await problemOfResponse(response)
      const isUnknownThread = response.status === 404 && request?.threadId
      if (tries === 3 || (problem.kind !== 'proof' && !isUnknownThread)) throw problem
      if (isUnknownThread && request) request = { ...request, threadId: null }
      needsProof ||= problem.kind === 'proof'
      // A refused question uses up its proof too.
      proof = needsProof ? await prove(requester(), send) : {}
    }
  }

  return new TolerantTransport({
    credentials: 'omit',
    prepareSendMessagesRequest(turn) {
      const current = requester()
      body = requestBody(turn, current)
      return { api: assistantAddress(current.options, 'v2', 'message'), headers: keyHeader(current.options), body }
    },
    prepareReconnectToStreamRequest({ id }) {
      const current = requester()
      return { api: answerAddress(id, current), headers: keyHeader(current.options) }
    },
    async fetch(input, init) {
      if (init?.method === 'POST') return failOnSilence(await ask(input, init))
      const response = await sendInTime(send, input, init)
      if (!response.ok) throw await problemOfResponse(response)
      return failOnSilence(response)
    },
  })
}
