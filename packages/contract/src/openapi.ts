import { z } from 'zod'
import type { Endpoint, EndpointResponse } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import {
  agentProblemSchema,
  isAgentAddress,
  isTokenAddress,
  problemSchema,
  problemStatus,
  tokenProblemSchema,
} from './problem.ts'

type Json = Record<string, unknown>

const pathParameters = (path: string): Json[] =>
  path
    .split('/')
    .filter((segment) => segment.startsWith('{'))
    .map((segment) => ({ name: segment.slice(1, -1), in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = (query: z.ZodType | undefined, write: (schema: z.ZodType) => Json): Json[] => {
  const { properties = {}, required = [] } = query ? write(query) : {}
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

/** Points references at where the OpenAPI document keeps its schemas. */
const rebase = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Json

/** Collects the schemas that have an id (`meta({ id })`) under `#/components/schemas`, each of them once. */
const createSchemaWriter = () => {
  const components: Json = {}
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, $defs, ...body } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as Json
    for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) {
      // A schema of both requests and answers is written as a request: requests may have unknown fields.
      if (io === 'input' || !(id in components)) components[id] = rebase(definition as Json)
    }
    return rebase(body)
  }
  return { components, write }
}

const writeHeaders = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

const writeContent = (response: EndpointResponse, write: (schema: z.ZodType) => Json): Json => ({
  [response.contentType ?? 'application/json']: {
    schema: response.schema ? write(response.schema) : { type: 'string' },
  },
  ...Object.fromEntries(
    (response.otherContentTypes ?? []).map((type) => [
      type,
      // A file of JSON can be any value.
      { schema: type === 'application/json' ? {} : { type: 'string' } },
    ]),
  ),
})

const writeResponse = (response: EndpointResponse, write: (schema: z.ZodType) => Json): Json => ({
  description: response.description,
  ...(response.headers && { headers: writeHeaders(response.headers) }),
  ...((response.schema ?? response.contentType) && { content: writeContent(response, write) }),
})

const errorStatuses = (operation: Endpoint): number[] => [
  // Any path parameter can hold a broken % sequence.
  ...(operation.body || operation.query || operation.path.includes('{') ? [400] : []),
  ...(operation.body ? [413, 415] : []),
  ...(operation.key ? [401, 403] : []),
  ...(operation.path.includes('{') ? [404] : []),
  ...(operation.limits.length > 0 ? [429] : []),
  500,
  503,
]

const describeError = (status: number): string =>
  `Error. \`code\` is one of: ${Object.entries(problemStatus)
    .filter(([, codeStatus]) => codeStatus === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')}.`

const problemOf = (path: string): z.ZodType => {
  if (isAgentAddress(path)) return agentProblemSchema
  return isTokenAddress(path) ? tokenProblemSchema : problemSchema
}

/** The errors that the operation shares with others, and its own responses, which win. */
const writeResponses = (operation: Endpoint, write: (schema: z.ZodType) => Json): Record<string, Json> => {
  const problem = problemOf(operation.path)
  const errors = errorStatuses(operation).map((status) => {
    const response = { description: describeError(status), schema: problem }
    return [status, writeResponse(response, write)] as const
  })
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const withBody = Number(status) >= 400 ? { schema: problem, ...response } : response
    return [status, writeResponse(withBody, write)] as const
  })
  return Object.fromEntries([...errors, ...responses])
}

const writeSecurity = ({ key, role, keyIsOptional, takesConnections }: Endpoint): Json[] => [
  ...(key ? [{ [key]: [] }] : []),
  ...(takesConnections ? [{ connection: [] }] : []),
  ...(role ? [{ session: [] }] : []),
  ...(keyIsOptional ? [{}] : []),
]

const writeOperation = (operation: Endpoint, write: ReturnType<typeof createSchemaWriter>['write']): Json => {
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(operation.query, (schema) => write(schema, 'input')),
  ]
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.deprecated && { deprecated: true }),
    security: writeSecurity(operation),
    ...(operation.role && { 'x-least-role': operation.role }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { [operation.bodyType ?? 'application/json']: { schema: write(operation.body, 'input') } },
      },
    }),
    responses: writeResponses(operation, (schema) => write(schema, 'output')),
  }
}

const securitySchemes = {
  assistant: { type: 'http', scheme: 'bearer', description: 'Assistant key `svc_dsc_…`: public, bound to one site.' },
  administrator: {
    type: 'http',
    scheme: 'bearer',
    description: 'Administrator key `svc_…`: secret, never in a browser.',
  },
  connection: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of an MCP client that a person has connected: bound to one site, for an hour.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sidenote-session',
    description: 'A person who has signed in to the dashboard, whose role is at least `x-least-role`.',
  },
}

/** Writes the OpenAPI 3.1 document of all operations. Pure: the same version gives the same document. */
export const writeOpenApi = (version: string): Json => {
  const { components, write } = createSchemaWriter()
  const paths: Record<string, Json> = {}
  for (const operation of endpoints) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: writeOperation(operation, write) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sidenote',
      version,
      summary: 'Answers from a documentation site’s own pages.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: { schemas: components, securitySchemes },
  }
}
