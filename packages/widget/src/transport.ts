import type { AssistantRequest } from '@sidenote/contract'
import { DefaultChatTransport } from 'ai'
import type { ChatMessage } from './conversation.ts'
import type { WidgetOptions } from './options.ts'
import { problemOfResponse } from './problem.ts'

/** What a request needs to know beside the messages; read when it is sent. */
export interface Asking {
  readonly options: WidgetOptions
  readonly fp: string
  readonly threadId: string | undefined
}

/** How many messages are sent; the server trims what it cannot use, and a body has its limit. */
const longestHistory = 30

interface Turn {
  readonly messages: readonly ChatMessage[]
  readonly trigger: string
}

/** The body of a question: only what the server reads. */
export function requestBody({ messages, trigger }: Turn, { options, fp, threadId }: Asking): AssistantRequest {
  const asked = messages.findLast(({ role }) => role === 'user')?.metadata
  const contexts = asked?.contexts ?? []
  return {
    fp,
    threadId: threadId ?? null,
    retrievalPageSize: options.retrievalPageSize ?? 5,
    filter: options.filter ?? null,
    ...(contexts.length > 0 ? { context: contexts.map(({ language: _, ...item }) => item) } : {}),
    ...(asked?.path ? { currentPath: asked.path } : {}),
    messages: messages.slice(-longestHistory).map(({ id, role, parts }) => ({
      id,
      role,
      parts: parts.flatMap((part) => (part.type === 'text' && part.text ? [{ type: 'text', text: part.text }] : [])),
    })),
    trigger,
  }
}

/**
 * `JSON.stringify` on pages that have changed how things become JSON: Prototype.js gives arrays a `toJSON` that makes
 * strings of them. Nothing of the page runs meanwhile, so it never notices.
 */
export function encodeJson(value: unknown): string {
  const taken = [Array, Object, String, Number, Boolean].flatMap(({ prototype }) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'toJSON')
    return descriptor?.configurable ? [{ prototype, descriptor }] : []
  })
  for (const { prototype } of taken) Reflect.deleteProperty(prototype, 'toJSON')
  try {
    return JSON.stringify(value)
  } finally {
    for (const { prototype, descriptor } of taken) Object.defineProperty(prototype, 'toJSON', descriptor)
  }
}

const addressOf = ({ url, domain }: WidgetOptions, version: 'v1' | 'v2', operation: string): string =>
  `${url.replace(/\/+$/, '')}/discovery/${version}/assistant/${encodeURIComponent(domain)}/${operation}`

/**
 * The SDK's transport for this server. A thread that the server does not know any more is replaced by a new one without a
 * word; every other refusal is thrown as an `AskProblem`.
 */
export function createTransport(asking: () => Asking, ownFetch: typeof fetch): DefaultChatTransport<ChatMessage> {
  let body: AssistantRequest | undefined

  const post = (input: RequestInfo | URL, init: RequestInit | undefined, sent: unknown) =>
    ownFetch(input, { ...init, body: encodeJson(sent) })

  return new DefaultChatTransport<ChatMessage>({
    credentials: 'omit',
    prepareSendMessagesRequest(turn) {
      const current = asking()
      body = requestBody(turn, current)
      return {
        api: addressOf(current.options, 'v2', 'message'),
        headers: { authorization: `Bearer ${current.options.key}` },
        body,
      }
    },
    async fetch(input, init) {
      let response = await post(input, init, body)
      if (response.status === 404 && body?.threadId) response = await post(input, init, { ...body, threadId: null })
      if (!response.ok) throw await problemOfResponse(response)
      return response
    },
  })
}

/** Tells the server whether an answer helped. Throws an `AskProblem` when it was refused. */
export async function postFeedback(
  { options, fp, threadId }: Asking,
  messageId: string,
  helpful: boolean,
  ownFetch: typeof fetch,
): Promise<void> {
  const response = await ownFetch(addressOf(options, 'v1', 'feedback'), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${options.key}` },
    body: encodeJson({ messageId, threadId, fp, helpful }),
  })
  if (!response.ok) throw await problemOfResponse(response)
}
