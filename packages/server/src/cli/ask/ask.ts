import * as contract from '@sidenote/contract'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { plain } from '../../terminal-text.ts'
import { ask, fillPath } from '../ask-server.ts'
import { CommandError } from '../command-error.ts'
import { readDigits } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { withAssistantKey } from './with-assistant-key.ts'

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({
    type: z.literal('source-url'),
    url: z.string(),
    title: z.string().optional(),
    providerMetadata: z.object({ sidenote: z.object({ number: z.int() }) }),
  }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
])

/** The parts of an answer that the command line shows, as they arrive. */
async function* readParts(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const part = partSchema.safeParse(parseJson(event.replace(/^data: /, '')))
      if (part.success) yield part.data
    }
  }
}

const sendQuestion = async (url: string, key: string, { domain, question }: { domain: string; question: string }) => {
  const messages = [{ id: 'question', role: 'user', parts: [{ type: 'text', text: question }] }]
  const response = await ask(url, fillPath(contract.sendAssistantMessage.path, { domain }), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fp: 'anonymous', messages }),
  })
  if (response.ok && response.body) return response.body
  const problem = contract.problemSchema.safeParse(parseJson(await response.text()))
  if (problem.success) throw new CommandError(problem.data.message, { code: problem.data.code })
  throw new CommandError(`${url} answers with ${response.status}.`)
}

interface AskOptions extends CommonOptions {
  readonly key?: string
}

const askSite = async (
  context: CommandContext,
  { domain, question }: { domain: string; question: string },
  { key }: AskOptions,
): Promise<void> => {
  const { url, json, print } = context
  const sources: { number: number; title: string; url: string }[] = []
  let answer = ''
  await withAssistantKey(context, { domain, key }, async (assistantKey) => {
    for await (const part of readParts(await sendQuestion(url, assistantKey, { domain, question }))) {
      if (part.type === 'error') throw new CommandError(part.errorText)
      if (part.type === 'source-url') {
        const { number } = part.providerMetadata.sidenote
        sources.push({ number, title: part.title ?? part.url, url: part.url })
      } else {
        answer += part.delta
        if (!json) process.stdout.write(plain(part.delta))
      }
    }
  })
  const cited = sources.filter(({ number }) => answer.includes(`[${number}]`))
  const list = cited.map((source) => `[${source.number}] ${source.title}\n    ${source.url}`).join('\n')
  print({ answer, sources }, list === '' ? '' : `\n\n${list}`)
}

interface SearchOptions extends AskOptions {
  readonly limit?: number
}

const searchSite = async (
  context: CommandContext,
  { domain, query }: { domain: string; query: string },
  { key, limit }: SearchOptions,
): Promise<void> => {
  const results = await withAssistantKey(context, { domain, key }, async (assistantKey) => {
    const response = await ask(context.url, fillPath(contract.searchPages.path, { domain }), {
      method: 'POST',
      headers: { authorization: `Bearer ${assistantKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, ...(limit !== undefined && { pageSize: limit }) }),
    })
    const answer = parseJson(await response.text())
    if (response.ok) return contract.searchResponseSchema.parse(answer)
    const problem = contract.problemSchema.safeParse(answer)
    if (problem.success) throw new CommandError(problem.data.message, { code: problem.data.code })
    throw new CommandError(`${context.url} answers with ${response.status}.`)
  })
  const lines = results.map(({ metadata }) => `${metadata.breadcrumbs.join(' › ')}\n    ${metadata.url}`)
  context.print(results, lines.join('\n') || `Nothing on ${domain} is about “${query}”.`)
}

const readCount = (text: string): number => {
  const count = readDigits(text)
  if (count !== undefined && count > 0) return count
  throw new InvalidArgumentError('It must be a whole number.')
}

const keyOption = ['--key <key>', 'an assistant key of the site; by default, one is created and revoked again'] as const

/** Adds `ask` and `search` to the program. */
export const addAskCommands = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  clientCommand(program, 'ask <domain> <question>', 'ask a site, as a reader does')
    .option(...keyOption)
    .action((domain: string, question: string, options: AskOptions) =>
      askSite(contextOf(options), { domain, question }, options),
    )
  clientCommand(program, 'search <domain> <words>', 'search a site, as a reader does')
    .option(...keyOption)
    .option('--limit <number>', 'how many sections (10)', readCount)
    .action((domain: string, query: string, options: SearchOptions) =>
      searchSite(contextOf(options), { domain, query }, options),
    )
}
