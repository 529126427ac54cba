import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Request as HttpRequest, Response as HttpResponse } from 'express'

/** A message as the protocol’s library takes it; its body has been read already. */
const toWebRequest = ({ headersDistinct, originalUrl }: HttpRequest, signal: AbortSignal): Request => {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return new Request(new URL(originalUrl, 'http://localhost'), { method: 'POST', headers, signal })
}

interface Message {
  readonly request: HttpRequest
  readonly response: HttpResponse
  readonly body: unknown
  readonly signal: AbortSignal
}

/** Answers one message as JSON: nothing is sent of itself, so nobody can subscribe. Older versions of the protocol begin with a handshake, which keeps nothing here. */
const answerMessage = async ({ request, body, signal }: Message, create: () => McpServer): Promise<Response> => {
  const message = toWebRequest(request, signal)
  if (!(await isLegacyRequest(message, body))) {
    const handler = createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0 })
    return handler.fetch(message, { parsedBody: body })
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await create().connect(transport)
  return transport.handleRequest(message, { parsedBody: body })
}

/** Answers one message of the protocol, of any version, with a server that lives as long as that takes. */
export const exchangeMessage = async (message: Message, create: () => McpServer): Promise<void> => {
  const { response } = message
  const answer = await answerMessage(message, create)
  const text = await answer.text()
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.set(name, value)
  response.end(text)
}
