import { z } from 'zod'
import { createKey, createSite, getSync, listKeys, listSites, revokeKey, startSync } from './admin.ts'
import { sendAssistantMessage, sendFeedback } from './assistant.ts'
import type { Endpoint, EndpointResponse } from './endpoint.ts'
import { getHealth, getOpenApi, getReadiness, getWidget, getWidgetFile } from './operation.ts'
import { getPage } from './pages.ts'
import { problemSchema, problemStatus } from './problem.ts'
import { searchPages } from './search.ts'
import { getSiteSettings, updateSiteSettings } from './settings.ts'

/** Every operation of the server, in the order of the manual. */
export const endpoints: readonly Endpoint[] = [
  getPage,
  searchPages,
  sendAssistantMessage,
  sendFeedback,
  createSite,
  listSites,
  getSiteSettings,
  updateSiteSettings,
  startSync,
  getSync,
  createKey,
  listKeys,
  revokeKey,
  getOpenApi,
  getHealth,
  getReadiness,
  getWidget,
  getWidgetFile,
]

type Json = Record<string, unknown>

const parametersOf = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

/** Collects the named schemas (`meta({ id })`) of all operations once, under `#/components/schemas`. */
const createSchemaWriter = () => {
  const components: Json = {}
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const {
      $schema: _,
      $defs,
      ...written
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
    }) as Json
    for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) components[id] = definition
    return JSON.parse(JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')) as Json
  }
  return { components, write }
}

const responseOf = (response: EndpointResponse, write: (schema: z.ZodType) => Json): Json => ({
  description: response.description,
  ...(response.headers && {
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  }),
  ...((response.schema ?? response.contentType) && {
    content: {
      [response.contentType ?? 'application/json']: {
        schema: response.schema ? write(response.schema) : { type: 'string' },
      },
    },
  }),
})

const errorStatuses = (declared: Endpoint): number[] => [
  ...(declared.body ? [400, 413, 415] : []),
  ...(declared.key ? [401, 403] : []),
  ...(declared.path.includes('{') ? [404] : []),
  ...(declared.limits.length > 0 ? [429] : []),
  500,
  503,
]

const statusSentence = (status: number): string =>
  `Error. \`code\` is one of: ${Object.entries(problemStatus)
    .filter(([, itsStatus]) => itsStatus === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')}.`

/** Writes the OpenAPI 3.1 document of all operations. Pure: the same version gives the same document. */
export const writeOpenApi = (version: string): Json => {
  const { components, write } = createSchemaWriter()
  const paths: Record<string, Json> = {}
  for (const declared of endpoints) {
    const responses: Record<string, Json> = {}
    for (const status of errorStatuses(declared)) {
      responses[status] = responseOf({ description: statusSentence(status), schema: problemSchema }, (schema) =>
        write(schema, 'output'),
      )
    }
    for (const [status, response] of Object.entries(declared.responses)) {
      const withBody = Number(status) >= 400 && !response.schema ? { ...response, schema: problemSchema } : response
      responses[status] = responseOf(withBody, (schema) => write(schema, 'output'))
    }
    paths[declared.path] = {
      ...paths[declared.path],
      [declared.method]: {
        operationId: declared.operationId,
        tags: [declared.tag],
        summary: declared.summary,
        ...(declared.description && { description: declared.description }),
        security: declared.key ? [{ [declared.key]: [] }] : [],
        ...(parametersOf(declared.path).length > 0 && { parameters: parametersOf(declared.path) }),
        ...(declared.body && {
          requestBody: { required: true, content: { 'application/json': { schema: write(declared.body, 'input') } } },
        }),
        responses,
      },
    }
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
    components: {
      schemas: components,
      securitySchemes: {
        assistant: {
          type: 'http',
          scheme: 'bearer',
          description: 'Assistant key `svc_dsc_…`: public, bound to one site.',
        },
        administrator: {
          type: 'http',
          scheme: 'bearer',
          description: 'Administrator key `svc_…`: secret, never in a browser.',
        },
      },
    },
  }
}
