import { setTimeout as wait } from 'node:timers/promises'
import { problemSchema, sendAssistantMessage } from '@sidenote/contract'
import { z } from 'zod'
import type { Outcome } from '../../assistant/evaluation/measure.ts'
import { plainPath } from '../../assistant/evaluation/plain-path.ts'
import { parseJson } from '../../parse-json.ts'
import { ask, fillPath } from '../ask-server.ts'
import { CommandError } from '../command-error.ts'

/** The reader whose questions these are: they can be told from others, and deleted. */
export const evaluationReader = 'eval'

const mostWaits = 5
const longestWait = 120
const usualWait = 10

const eventSchema = z.union([
  z.object({
    type: z.literal('source-url'),
    providerMetadata: z.object({ sidenote: z.object({ path: z.string() }) }),
  }),
  z.object({ type: z.literal('finish'), messageMetadata: z.object({ answered: z.boolean().optional() }) }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
])

/** Where questions go. */
export interface Assistant {
  readonly url: string
  readonly domain: string
  readonly key: string
}

const send = async ({ url, domain, key }: Assistant, question: string): Promise<Response> => {
  const message = { id: 'question', role: 'user', parts: [{ type: 'text', text: question }] }
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fp: evaluationReader, messages: [message] }),
  }
  for (let waits = 0; ; waits++) {
    const response = await ask(url, fillPath(sendAssistantMessage.path, { domain }), request)
    const seconds = Number(response.headers.get('retry-after') ?? usualWait)
    if (response.status !== 429 || waits >= mostWaits || !(seconds <= longestWait)) return response
    await response.body?.cancel()
    await wait(seconds * 1_000)
  }
}

/** Asks a site’s assistant a question, as a new conversation. @throws CommandError */
export const askQuestion = async (assistant: Assistant, question: string): Promise<Outcome> => {
  const start = performance.now()
  const response = await send(assistant, question)
  const text = await response.text()
  const problem = problemSchema.safeParse(parseJson(text)).data?.message
  const refusal = response.ok ? null : (problem ?? `The server answers with status ${response.status}.`)
  // What is refused for itself is refused for every question.
  if (refusal !== null && response.status !== 429 && response.status < 500) throw new CommandError(refusal)
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .flatMap((line) => eventSchema.safeParse(parseJson(line.slice('data: '.length))).data ?? [])
  const failure = events.find(({ type }) => type === 'error')
  const finish = events.find(({ type }) => type === 'finish')
  const broken = failure?.type === 'error' ? failure.errorText : 'The answer has no end.'
  const error = refusal ?? (finish?.type === 'finish' ? null : broken)
  return {
    pages: events.flatMap((event) =>
      event.type === 'source-url' ? [plainPath(event.providerMetadata.sidenote.path)] : [],
    ),
    answered: finish?.type === 'finish' && finish.messageMetadata.answered === true,
    error,
    milliseconds: Math.round(performance.now() - start),
  }
}
