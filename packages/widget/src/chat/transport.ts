import type { AssistantRequest } from '@sidenote/contract'
import { DefaultChatTransport, type FileUIPart } from 'ai'
import type { WidgetOptions } from '../page/options.ts'
import { type ChatMessage, chosenFilter, filesOf, threadOf } from './conversation.ts'
import { encodeJson } from './encode-json.ts'
import { AskProblem, problemOfResponse } from './problem.ts'
import { addressOf, withKey } from './server-address.ts'
import { answerAddress } from './stop-answer.ts'

/** What a request needs to know beside the messages; read when it is sent. */
export interface Asking {
  readonly options: WidgetOptions
  readonly fp: string
}

/** How many messages are sent; the server trims what it cannot use, and a body has its limit. */
const longestHistory = 30

interface Turn {
  /** The conversation, as the server knows it to resume or stop its answer. */
  readonly id: string
  readonly messages: readonly ChatMessage[]
  readonly trigger: string
}

/** What its reader calls a file is nobody else’s business. */
const sentFile = ({ type, mediaType, url }: FileUIPart) => (url ? [{ type, mediaType, url }] : [])

/**
 * The body of a question: only what the server reads. The thread is the one that the messages before it name, so that the
 * first question, asked again or changed, begins a new one: the server would remember the old one's answer.
 */
export function requestBody({ id: chat, messages, trigger }: Turn, { options, fp }: Asking): AssistantRequest {
  const question = messages.findLast(({ role }) => role === 'user')
  const asked = question?.metadata
  const contexts = asked?.contexts ?? []
  const chosen = chosenFilter(messages)
  return {
    fp,
    threadId: threadOf(messages) ?? null,
    retrievalPageSize: options.retrievalPageSize ?? 5,
    filter: chosen ? { ...chosen, ...options.filter } : (options.filter ?? null),
    ...(contexts.length > 0 ? { context: contexts.map(({ language: _, ...item }) => item) } : {}),
    ...(asked?.path ? { currentPath: asked.path } : {}),
    messages: messages.slice(-longestHistory).map((message) => ({
      id: message.id,
      role: message.role,
      parts: [
        ...(message === question ? filesOf(message).flatMap(sentFile) : []),
        ...message.parts.flatMap((part) =>
          part.type === 'text' && part.text ? [{ type: 'text', text: part.text }] : [],
        ),
      ],
    })),
    trigger,
    id: chat,
    resumable: true,
  }
}

/** The server says every 15 s that it is still there. Who hears nothing for so long has no connection any more, in ms. */
const longestSilence = 45_000

/** The response, which fails like a lost connection when nothing comes: one that died while the computer slept tells nobody. */
function endSilence(response: Response): Response {
  // One that says that there is no answer has a body in some browsers, and may not be given one.
  if (response.status !== 200 || !response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    // Else that of a page which gives all objects things of its own.
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

/** A network that wants a log-in answers whatever is asked with a page of its own. */
const isAnswer = ({ ok, headers }: Response): boolean => ok && !/html|json/.test(headers.get('content-type') ?? '')

/** Does what the server asks of a browser before each question. */
async function prove({ options }: Asking, ownFetch: typeof fetch): Promise<Record<string, string>> {
  const [{ solve }, response] = await Promise.all([
    import('./proof.ts'),
    ownFetch(addressOf(options, 'v1', 'challenge'), { credentials: 'omit', headers: withKey(options) }),
  ])
  // The owner has just switched it off.
  if (response.status === 404) return {}
  if (!response.ok) throw await problemOfResponse(response)
  const challenge = await response.json()
  const proof = await solve(challenge).catch(({ message }) => {
    throw new AskProblem('proof', message, { code: 'proof_required' })
  })
  return { 'x-sidenote-proof': btoa(encodeJson(proof)) }
}

/**
 * The SDK's transport for this server. A thread that the server does not know any more is replaced by a new one, and a
 * proof of work is given, without a word; every other refusal is thrown as an `AskProblem`.
 */
export function createTransport(asking: () => Asking, ownFetch: typeof fetch): DefaultChatTransport<ChatMessage> {
  let body: AssistantRequest | undefined
  /** Once asked for a proof, it comes with the question instead of after a refusal. */
  let needsProof = false

  const ask: typeof fetch = async (input, init) => {
    let sent = body
    let proof = needsProof ? await prove(asking(), ownFetch) : {}
    for (let tries = 0; ; tries++) {
      const headers = { ...(init?.headers as Record<string, string>), ...proof }
      const response = await ownFetch(input, { ...init, headers, body: encodeJson(sent) })
      if (isAnswer(response)) return response
      const problem = await problemOfResponse(response)
      const isUnknown = response.status === 404 && sent?.threadId
      if (tries === 3 || (problem.kind !== 'proof' && !isUnknown)) throw problem
      if (isUnknown && sent) sent = { ...sent, threadId: null }
      needsProof ||= problem.kind === 'proof'
      // A proof is spent by a question that was refused, too.
      proof = needsProof ? await prove(asking(), ownFetch) : {}
    }
  }

  const transport = new DefaultChatTransport<ChatMessage>({
    credentials: 'omit',
    prepareSendMessagesRequest(turn) {
      const current = asking()
      body = requestBody(turn, current)
      return { api: addressOf(current.options, 'v2', 'message'), headers: withKey(current.options), body }
    },
    prepareReconnectToStreamRequest({ id }) {
      const current = asking()
      return { api: answerAddress(id, current), headers: withKey(current.options) }
    },
    async fetch(input, init) {
      if (init?.method === 'POST') return endSilence(await ask(input, init))
      const response = await ownFetch(input, init)
      if (!response.ok) throw await problemOfResponse(response)
      return endSilence(response)
    },
  })
  // The server begins again from the start of the answer.
  return Object.assign(transport, { resumeStreamIsReplay: true })
}
