import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** What the model does in its two steps, in the words of each provider. */
export type ProviderName = 'anthropic' | 'openai' | 'google'

export interface ProviderServer {
  /** Without the version. */
  readonly url: string
  /** The bodies that were sent, oldest first. */
  readonly requests: Record<string, unknown>[]
  close(): Promise<void>
}

/** Events as Anthropic names them, and others do not. */
const events = (all: readonly object[]): string =>
  all.map((event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join('')

const said = 'Set it [1].'
const query = JSON.stringify({ query: 'temperature' })

const anthropicStart = (input_tokens: number) => ({
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude',
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens, output_tokens: 1 },
  },
})
const anthropicEnd = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
  { type: 'message_stop' },
]
const usage = { input_tokens: 900, output_tokens: 10 }

const scripts: Readonly<Record<ProviderName, (isCut: boolean) => readonly [string, string]>> = {
  anthropic: (isCut) => [
    events([
      anthropicStart(900),
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'THOUGHT' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 't', name: 'search', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: query } },
      { type: 'content_block_stop', index: 1 },
      ...anthropicEnd('tool_use'),
    ]),
    events([
      anthropicStart(900),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: said } },
      { type: 'content_block_stop', index: 0 },
      ...anthropicEnd(isCut ? 'max_tokens' : 'end_turn'),
    ]),
  ],
  openai: (isCut) => {
    const reasoning = { id: 'rs', type: 'reasoning', summary: [], encrypted_content: 'THOUGHT' }
    const call = { id: 'fc', type: 'function_call', call_id: 'c', name: 'search', arguments: query }
    const message = { id: 'msg', type: 'message', role: 'assistant', content: [] }
    const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt' } }
    const incomplete_details = isCut ? { reason: 'max_output_tokens' } : null
    return [
      events([
        created,
        { type: 'response.output_item.added', output_index: 0, item: reasoning },
        { type: 'response.output_item.done', output_index: 0, item: reasoning },
        { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
        { type: 'response.output_item.done', output_index: 1, item: { ...call, status: 'completed' } },
        { type: 'response.completed', response: { id: 'r', incomplete_details: null, usage } },
      ]),
      events([
        created,
        { type: 'response.output_item.added', output_index: 0, item: message },
        { type: 'response.output_text.delta', item_id: 'msg', output_index: 0, content_index: 0, delta: said },
        { type: 'response.output_item.done', output_index: 0, item: message },
        {
          type: isCut ? 'response.incomplete' : 'response.completed',
          response: { id: 'r', incomplete_details, usage },
        },
      ]),
    ]
  },
  google: (isCut) => {
    const usageMetadata = { promptTokenCount: 900, candidatesTokenCount: 10, totalTokenCount: 910 }
    const functionCall = { name: 'search', args: JSON.parse(query) }
    const step = (part: object, finishReason: string) =>
      events([{ candidates: [{ content: { role: 'model', parts: [part] }, finishReason, index: 0 }], usageMetadata }])
    return [
      step({ functionCall, thoughtSignature: 'THOUGHT' }, 'STOP'),
      step({ text: said }, isCut ? 'MAX_TOKENS' : 'STOP'),
    ]
  },
}

/** A server that speaks one provider’s own protocol: its model thinks, searches once, and then says “Set it [1].” */
export const startProviderServer = async (
  name: ProviderName,
  { isCut = false }: { isCut?: boolean } = {},
): Promise<ProviderServer> => {
  const requests: ProviderServer['requests'] = []
  const [first, second] = scripts[name](isCut)
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(requests.length === 1 ? first : second)
  })
  return { ...(await listen(server)), requests }
}
