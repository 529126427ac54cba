import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organizationHourly } from './limits.ts'
import { problemSchema } from './problem.ts'

/** One JSON-RPC message. A list of them is refused: it would be counted as one request. */
export const mcpMessageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(200).optional(),
  })
  .meta({ id: 'McpMessage' })

/** What is no message of the protocol is refused in the words of the protocol, which its clients read. */
const refusalSchema = z.union([
  problemSchema,
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({ code: z.number(), message: z.string() }) }),
])

export const sendMcpMessage = endpoint({
  operationId: 'sendMcpMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/mcp/{domain}',
  summary: 'Search and read over the Model Context Protocol',
  description:
    'Streamable HTTP without sessions: one JSON-RPC message a request, answered as JSON. The tools `search` and `read_page` read, ' +
    'and can do nothing else. Every message counts as a search. What goes wrong within the protocol is a JSON-RPC error.',
  key: 'assistant',
  limits: [organizationHourly('search')],
  body: mcpMessageSchema,
  query: undefined,
  responses: {
    200: { description: 'The answer, as a JSON-RPC message.', schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
    202: { description: 'A notification was received; there is no answer.' },
    400: { description: 'Not a message of the protocol: a JSON-RPC error; or any other error.', schema: refusalSchema },
    406: { description: '`Accept` must list `application/json` and `text/event-stream`.', schema: refusalSchema },
  },
})
