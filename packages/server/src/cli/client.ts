import { problemSchema } from '@sidenote/contract'
import type { z } from 'zod'
import type { ClientConfig } from '../config.ts'
import { parseJson } from '../parse-json.ts'
import { ask, explainProblem, fillPath, findKey, type Operation } from './ask-server.ts'
import { CommandError } from './command-error.ts'

interface Input {
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

/** Creates the client of a server’s administration. */
export const createClient = (config: ClientConfig): Client => {
  const { url } = config
  return async (operation, { params, query, body }, schema) => {
    const headers = {
      authorization: `Bearer ${await findKey(config)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await ask(url, fillPath(operation.path, params) + writeQuery(query), {
      method: operation.method.toUpperCase(),
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = parseJson(await response.text())
    if (response.ok) {
      const result = schema.safeParse(answer)
      if (result.success) return result.data
    } else {
      const problem = problemSchema.safeParse(answer)
      if (problem.success) throw new CommandError(explainProblem(problem.data.message, response.status, config))
    }
    throw new CommandError(
      `What answers at ${url} is not a Sidenote server of this version (status ${response.status}).`,
    )
  }
}
