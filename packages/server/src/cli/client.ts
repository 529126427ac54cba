import { setTimeout as wait } from 'node:timers/promises'
import { type Endpoint, problemSchema } from '@sidenote/contract'
import type { z } from 'zod'
import { adminKeyFile, readAdminKey } from '../administration/keys/admin-key-file.ts'
import type { ClientConfig } from '../config.ts'
import { parseJson } from '../parse-json.ts'
import { trustHint } from './doctor/finding.ts'

/** A command that could not be done: a sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A command that was written wrongly. */
export class UsageError extends CommandError {}

type Operation = Pick<Endpoint, 'method' | 'path'>

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Calls an operation of the server and reads its answer as `schema`. */
export type Client = <Schema extends z.ZodType>(
  operation: Operation,
  input: Input,
  schema: Schema,
) => Promise<z.output<Schema>>

const findKey = async ({ adminKey, dataFolder }: ClientConfig): Promise<string> => {
  const key =
    adminKey ??
    (await readAdminKey(dataFolder).catch((cause: Error) => {
      throw new CommandError(
        `The administrator key cannot be read: ${cause.message}. Run the command as the user of the server, or set SIDENOTE_ADMIN_KEY.`,
        { cause },
      )
    }))
  if (key) return key
  throw new CommandError(
    `There is no administrator key: SIDENOTE_ADMIN_KEY is not set, and ${adminKeyFile(dataFolder)} holds none. The server writes that file at its first start; point --data or SIDENOTE_DATA to its data folder.`,
  )
}

const failureOf = (error: unknown, url: string): CommandError => {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const detail = code && ` (${code})`
  const cure = trustHint(code) || ' Start it with "sidenote serve", or set SIDENOTE_URL to where it is.'
  return new CommandError(`No Sidenote server answers at ${url}${detail}.${cure}`, { cause: error })
}

/** @throws UsageError for what an address cannot hold: with a shell's empty variable it would name something else */
const fill = (path: string, params: Input['params'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (/^\.{0,2}$/.test(value)) throw new UsageError(`The ${name} is "${value}", which names nothing.`)
    return encodeURIComponent(value)
  })

const writeQuery = (query: Input['query'] = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value)
  return parameters.size === 0 ? '' : `?${parameters}`
}

/**
 * Asks the server. A redirect is not followed: it would go without the key, and as another request.
 *
 * @throws CommandError
 */
const ask = async (url: string, path: string, request: RequestInit): Promise<Response> => {
  const response = await fetch(url + path, { ...request, redirect: 'manual' }).catch((error: unknown) => {
    throw failureOf(error, url)
  })
  const to = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || to === null) return response
  const origin = URL.parse(to, url)?.origin ?? to
  throw new CommandError(
    `${url} redirects to ${origin} (status ${response.status}). Set SIDENOTE_URL to the address of the server itself.`,
  )
}

/** Opens a client of the server’s administration. */
export const createClient = (config: ClientConfig): Client => {
  const { url } = config
  return async (operation, { params, query, body }, schema) => {
    const headers = {
      authorization: `Bearer ${await findKey(config)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await ask(url, fill(operation.path, params) + writeQuery(query), {
      method: operation.method.toUpperCase(),
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = parseJson(await response.text())
    if (response.ok) {
      const read = schema.safeParse(answer)
      if (read.success) return read.data
    } else {
      const problem = problemSchema.safeParse(answer)
      if (problem.success) throw new CommandError(explain(problem.data.message, response.status, config))
    }
    throw new CommandError(
      `What answers at ${url} is not a Sidenote server of this version (status ${response.status}).`,
    )
  }
}

const explain = (message: string, status: number, { adminKey, dataFolder }: ClientConfig): string => {
  if (status !== 401) return message
  return `${message} It comes from ${adminKey ? 'SIDENOTE_ADMIN_KEY' : adminKeyFile(dataFolder)}.`
}

/** One event of a stream, as the server wrote it. */
export interface StreamedEvent {
  readonly type: string
  readonly data: string
}

/** Follows a stream of server-sent events from its beginning, through lost connections, until the server ends it. */
export type Watch = (operation: Operation, params: Readonly<Record<string, string>>) => AsyncGenerator<StreamedEvent>

const reconnectMilliseconds = 1_000
const mostReconnects = 30

/** Opens the reader of event streams. */
export const createWatch = (config: ClientConfig): Watch =>
  async function* (operation, params) {
    const path = fill(operation.path, params)
    let seen = '0'
    for (let failures = 0; ; ) {
      const headers = { authorization: `Bearer ${await findKey(config)}`, 'last-event-id': seen }
      const response = await ask(config.url, path, { headers }).catch((error: unknown) => error)
      if (response instanceof Response && response.status === 204) return
      if (response instanceof Response && response.status !== 200 && response.status !== 503) {
        const problem = problemSchema.safeParse(parseJson(await response.text()))
        throw new CommandError(
          problem.success
            ? explain(problem.data.message, response.status, config)
            : `${config.url + path}: ${response.status}`,
        )
      }
      if (response instanceof Response && response.ok && response.body) {
        try {
          for await (const event of readEventStream(response.body)) {
            failures = 0
            if (event.id) seen = event.id
            yield { type: event.type, data: event.data }
            if (event.type === 'done') return
          }
        } catch {
          // The connection was lost; the next one begins after the last event that was seen.
        }
      }
      failures += 1
      if (failures > mostReconnects)
        throw response instanceof CommandError ? response : failureOf(undefined, config.url)
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
