import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'
import { problemSchema } from './problem.ts'

/** One JSON-RPC 2.0 message. Batches are refused, since a batch would count as one request. */
export const mcpMessageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(200).optional(),
  })
  .meta({ id: 'McpMessage' })

/** Protocol errors are JSON-RPC errors, which MCP clients can read; all other errors are problems. */
const mcpErrorSchema = z.union([
  problemSchema,
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({ code: z.number(), message: z.string() }) }),
])

/** A site's MCP server: read-only, and stateless. */
export const sendMcpMessage = endpoint({
  operationId: 'sendMcpMessage',
  tag: 'Discovery',
  method: 'post',
  path: '/mcp/{domain}',
  summary: 'Search and read over the Model Context Protocol',
  description:
    'Streamable HTTP without sessions: one JSON-RPC message per request, answered as JSON. Its two tools, `search` and `read_page`, ' +
    'only read. Every message counts as a search. Errors within the protocol are JSON-RPC errors.',
  key: 'assistant',
  limits: publicLimits('search'),
  body: mcpMessageSchema,
  query: undefined,
  responses: {
    200: { description: 'The answer, as a JSON-RPC message.', schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
    202: { description: 'A notification was received; there is no answer.' },
    400: { description: 'Not a message of the protocol (a JSON-RPC error), or another error.', schema: mcpErrorSchema },
    406: { description: '`Accept` must list `application/json` and `text/event-stream`.', schema: mcpErrorSchema },
  },
})
