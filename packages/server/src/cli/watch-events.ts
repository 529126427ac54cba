import { setTimeout as wait } from 'node:timers/promises'
import { problemSchema } from '@sidenote/contract'
import type { ClientConfig } from '../config.ts'
import { parseJson } from '../parse-json.ts'
import { ask, explainProblem, failureOf, fillPath, findKey, type Operation } from './ask-server.ts'
import { CommandError } from './command-error.ts'

/** An event of a stream, as the server wrote it. */
export interface StreamedEvent {
  readonly type: string
  readonly data: string
}

/** Follows a stream of server-sent events from its start, through lost connections, until the server ends it. */
export type Watch = (operation: Operation, params: Readonly<Record<string, string>>) => AsyncGenerator<StreamedEvent>

const reconnectMilliseconds = 1_000
const mostReconnects = 30

const refusalOf = async (response: Response, address: string, config: ClientConfig): Promise<CommandError> => {
  const problem = problemSchema.safeParse(parseJson(await response.text()))
  const sentence = problem.success
    ? explainProblem(problem.data.message, response.status, config)
    : `${address} answers with ${response.status}.`
  return new CommandError(sentence)
}

/** Creates the reader of event streams. */
export const createWatch = (config: ClientConfig): Watch =>
  async function* (operation, params) {
    const path = fillPath(operation.path, params)
    let lastId = '0'
    for (let failures = 0; ; ) {
      const headers = { authorization: `Bearer ${await findKey(config)}`, 'last-event-id': lastId }
      const response = await ask(config.url, path, { headers }).catch((error: unknown) => error)
      if (response instanceof Response && response.status === 204) return
      if (response instanceof Response && response.status !== 200 && response.status !== 503) {
        throw await refusalOf(response, config.url + path, config)
      }
      if (response instanceof Response && response.ok && response.body) {
        try {
          for await (const event of readEventStream(response.body)) {
            failures = 0
            if (event.id) lastId = event.id
            yield { type: event.type, data: event.data }
            if (event.type === 'done') return
          }
        } catch {
          // The connection was lost; the next one continues after the last event.
        }
      }
      failures += 1
      if (failures > mostReconnects) {
        throw response instanceof CommandError ? response : failureOf(undefined, config.url)
      }
      await wait(reconnectMilliseconds)
    }
  }

async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent & { id: string }> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n')
      if (field('event')) yield { id: field('id'), type: field('event'), data: field('data') }
    }
  }
}
