import { type RequestSettings, readPage, sendJson } from './send-json.ts'

interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: { readonly readOnlyHint: true }
  execute(input: unknown): Promise<unknown>
}

/** WebMCP: what a browser with an agent offers to pages. */
interface ModelContext {
  registerTool(tool: Tool, settings: { readonly signal: AbortSignal }): unknown
  /** Browsers of the first draft know no signal. */
  unregisterTool?(name: string): void
}

declare global {
  interface Document {
    readonly modelContext?: ModelContext
  }
  interface Navigator {
    readonly modelContext?: ModelContext
  }
}

/** The longest text that a tool takes, as the server's limit for a search. */
const longestText = 1_000

const textOf = (input: unknown, name: string): string => {
  const value =
    input && typeof input === 'object' && name in input ? Object.entries(input).find(([key]) => key === name)?.[1] : ''
  const text = typeof value === 'string' ? value.trim().slice(0, longestText) : ''
  if (!text) throw new Error(`The tool needs "${name}", a text.`)
  return text
}

const absolute = (address: string): string => new URL(address, document.baseURI).href

async function searchDocs(settings: RequestSettings, query: string): Promise<string> {
  const { filter } = settings.options()
  const response = await sendJson(settings, 'v1/search/{domain}', { query, pageSize: 8, ...(filter ? { filter } : {}) })
  const results: readonly { content: string; path: string; metadata: { title: string; url: string } }[] =
    await response.json()
  const texts = results.map(
    ({ content, path, metadata: { title, url } }) =>
      `# ${title}\nPage: ${path}\nAddress: ${absolute(url)}\n\n${content}`,
  )
  return texts.join('\n\n---\n\n') || 'Nothing was found.'
}

interface Chunk {
  readonly type: string
  readonly delta?: string
  readonly url?: string
  readonly title?: string
  readonly errorText?: string
  readonly providerMetadata?: { readonly sidenote?: { readonly number?: number } }
}

/** The answer with its sources, once it is whole. */
async function askDocs(settings: RequestSettings, question: string): Promise<string> {
  const { filter } = settings.options()
  const messages = [{ id: 'question', role: 'user', parts: [{ type: 'text', text: question }] }]
  const body = { fp: 'anonymous', retrievalPageSize: 5, messages, ...(filter ? { filter } : {}) }
  const stream = await (await sendJson(settings, 'v2/assistant/{domain}/message', body)).text()
  const chunks = stream
    .split('\n')
    .flatMap((line): Chunk | [] => (line.startsWith('data: {') ? JSON.parse(line.slice(6)) : []))
  const failure = chunks.find(({ type }) => type === 'error')
  if (failure) throw new Error(failure.errorText ?? 'There is no answer.')
  const text = chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('')
  const sources = chunks.flatMap(({ type, url, title, providerMetadata }) => {
    const number = providerMetadata?.sidenote?.number
    return type === 'source-url' && url && text.includes(`[${number}]`) ? `[${number}] ${title}: ${absolute(url)}` : []
  })
  return [text.trim(), sources.join('\n')].filter(Boolean).join('\n\n')
}

/** A tool with one parameter, which reads and changes nothing. */
const createTool = (
  names: { readonly name: string; readonly parameter: string; readonly description: string; readonly meaning: string },
  run: (text: string) => Promise<string>,
): Tool => ({
  name: names.name,
  description: names.description,
  inputSchema: {
    type: 'object',
    properties: { [names.parameter]: { type: 'string', maxLength: longestText, description: names.meaning } },
    required: [names.parameter],
  },
  annotations: { readOnlyHint: true },
  execute: async (input) => ({ content: [{ type: 'text', text: await run(textOf(input, names.parameter)) }] }),
})

/** Registers tools for the browser's agent: to search the documentation, read a page of it, and ask about it. */
export function registerTools(settings: RequestSettings): void {
  const context = document.modelContext ?? navigator.modelContext
  if (!context) return
  const tools = [
    createTool(
      {
        name: 'search_docs',
        parameter: 'query',
        description:
          'Searches this site’s documentation. Returns the best sections as Markdown, with page and address.',
        meaning: 'A question or search words.',
      },
      (query) => searchDocs(settings, query),
    ),
    createTool(
      {
        name: 'read_page',
        parameter: 'path',
        description: 'Reads one page of this site’s documentation as Markdown.',
        meaning: 'Path of the page as search_docs gives it, or its address.',
      },
      (path) => readPage(settings, path),
    ),
    createTool(
      {
        name: 'ask_docs',
        parameter: 'question',
        description: 'Answers a question from this site’s documentation, with numbered sources.',
        meaning: 'The question.',
      },
      (question) => askDocs(settings, question),
    ),
  ]
  const { signal } = settings
  for (const tool of tools) context.registerTool(tool, { signal })
  signal.addEventListener('abort', () => {
    for (const { name } of tools) context.unregisterTool?.(name)
  })
}
