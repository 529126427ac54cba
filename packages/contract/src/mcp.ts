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

const mcp = {
  tag: 'Discovery',
  key: 'assistant',
  keyIsOptional: true,
  takesConnections: true,
  limits: publicLimits('search'),
  query: undefined,
} as const

/** A site's MCP server: it only reads, and keeps nothing between requests. */
export const sendMcpMessage = endpoint({
  ...mcp,
  operationId: 'sendMcpMessage',
  method: 'post',
  path: '/mcp/{domain}',
  summary: 'Search, read and ask over the Model Context Protocol',
  description:
    'Streamable HTTP without sessions: one JSON-RPC message per request, answered as JSON. The tools are `search`, `read_page` ' +
    'and `ask`; pages are resources. Every message counts as a search, and `ask` counts as a question too. Errors within the ' +
    'protocol are JSON-RPC errors. Needs no key if the site’s policy has `openPages`. Otherwise a 401 tells clients ' +
    'where a person can sign in for them (`resource_metadata` of `WWW-Authenticate`).',
  body: mcpMessageSchema,
  responses: {
    200: { description: 'The answer, as a JSON-RPC message.', schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
    202: { description: 'A notification was received; there is no answer.' },
    400: { description: 'Not a message of the protocol (a JSON-RPC error), or another error.', schema: mcpErrorSchema },
    404: { description: 'No such site, or a method that it doesn’t have (a JSON-RPC error).', schema: mcpErrorSchema },
    406: { description: '`Accept` must list `application/json` and `text/event-stream`.', schema: mcpErrorSchema },
  },
})

/** What a client may know of a site's MCP server before it connects. */
export const mcpServerCardSchema = z
  .looseObject({
    $schema: z.url(),
    name: z.string().describe('The host that answers, reversed, and the site: `com.example.sidenote/acme`.'),
    version: z.string(),
    title: z.string(),
    description: z.string(),
    websiteUrl: z.string().optional(),
    remotes: z.array(z.looseObject({ type: z.literal('streamable-http'), url: z.string() })),
  })
  .meta({ id: 'McpServerCard' })

/** The server card of a site's MCP server (SEP-2127, a draft). */
export const getMcpServerCard = endpoint({
  ...mcp,
  operationId: 'getMcpServerCard',
  method: 'get',
  path: '/mcp/{domain}/server-card',
  summary: 'What the MCP server is, before connecting',
  description: 'An MCP server card. Needs no key if the site’s policy has `openPages`.',
  body: undefined,
  responses: {
    200: { description: 'The card.', schema: mcpServerCardSchema },
    404: { description: 'No such site.' },
  },
})
