import { problemSchema } from '@sidenote/contract'
import type { z } from 'zod'
import type { ClientConfig } from '../config.ts'
import { parseJson } from '../parse-json.ts'
import { ask, explainProblem, fillPath, findKey, type Operation } from './ask-server.ts'
import { CommandError } from './command-error.ts'
import { nameOptions } from './option-names.ts'

/** What an operation is called with. */
export interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Calls an operation of the server, and parses its answer with `schema`. */
export type Client = <Schema extends z.ZodType>(
  operation: Operation,
  input: Input,
  schema: Schema,
) => Promise<z.output<Schema>>

const writeQuery = (query: Input['query'] = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value)
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Sends an operation with the administrator key. */
const send = async (
  config: ClientConfig,
  operation: Operation,
  { accept, params, query, body }: Input & { readonly accept: string },
): Promise<Response> => {
  const headers = {
    accept,
    authorization: `Bearer ${await findKey(config)}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return ask(config.url, fillPath(operation.path, params) + writeQuery(query), {
    method: operation.method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Why a server refuses a request, in its own sentence if it is one of this version. */
const refusalOf = (config: ClientConfig, status: number, answer: unknown): CommandError => {
  const problem = problemSchema.safeParse(answer)
  return problem.success
    ? new CommandError(explainProblem(nameOptions(problem.data.message, problem.data.issues ?? []), status, config), {
        code: problem.data.code,
      })
    : new CommandError(`What answers at ${config.url} is not a Sidenote server of this version (status ${status}).`)
}

/** Creates the client of a server’s administration. */
export const createClient =
  (config: ClientConfig): Client =>
  async (operation, input, schema) => {
    const response = await send(config, operation, { ...input, accept: 'application/json' })
    const answer = parseJson(await response.text())
    const result = response.ok ? schema.safeParse(answer) : undefined
    if (result?.success) return result.data
    throw refusalOf(config, response.status, response.ok ? undefined : answer)
  }

/** Reads a list of the server as CSV, with the cursor of its next page. @throws CommandError */
export const readCsv = async (
  config: ClientConfig,
  operation: Operation,
  input: Pick<Input, 'params' | 'query'>,
): Promise<{ csv: string; nextCursor: string | null }> => {
  const response = await send(config, operation, { ...input, accept: 'text/csv' })
  const csv = await response.text()
  if (response.ok) return { csv, nextCursor: response.headers.get('x-next-cursor') }
  throw refusalOf(config, response.status, parseJson(csv))
}
