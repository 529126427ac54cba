import { z } from 'zod'
import {
  createSite,
  createWebhook,
  deleteSite,
  deleteWebhook,
  getSite,
  getSync,
  listSites,
  receiveWebhook,
  startSync,
  updateSite,
} from './admin.ts'
import {
  archiveAgentJob,
  cancelAgentJob,
  createAgentJob,
  getAgentJob,
  getAgentJobReport,
  listAgentJobs,
  sendAgentMessage,
  watchAgentJob,
} from './agent.ts'
import { resumeAnswer, sendAssistantMessage, sendFeedback, stopAnswer } from './assistant.ts'
import { listAudit } from './audit.ts'
import { getBudget, updateBudget } from './budget.ts'
import { getChallenge } from './challenge.ts'
import { deleteReader, getPolicy, listEmptySearches, listTopics, listTurns, updatePolicy } from './conversations.ts'
import { sendDataStreamMessage } from './data-stream.ts'
import type { Endpoint, EndpointResponse } from './endpoint.ts'
import { createIdentity, deleteIdentity } from './identity.ts'
import { createKey, getKey, listKeys, revokeKey } from './keys.ts'
import { sendMcpMessage } from './mcp.ts'
import { getHealth, getLocalPullRequest, getOpenApi, getReadiness, getWidget, getWidgetFile } from './operation.ts'
import {
  createOrganization,
  createOrganizationKey,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts'
import { getPage } from './pages.ts'
import { agentProblemSchema, isAgentAddress, problemSchema, problemStatus } from './problem.ts'
import {
  createJobFromQuestions,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  listQuestionGroups,
  updateProject,
} from './projects.ts'
import { searchPages } from './search.ts'
import { getSiteSettings, updateSiteSettings } from './settings.ts'
import { getSiteLimits, updateSiteLimits } from './site-limits.ts'
import { getAllPages, getPageList, getPageText } from './text.ts'

/** Every operation of the server, in the order of the manual. */
export const endpoints: readonly Endpoint[] = [
  getPage,
  searchPages,
  sendAssistantMessage,
  resumeAnswer,
  stopAnswer,
  sendDataStreamMessage,
  sendFeedback,
  getChallenge,
  createAgentJob,
  getAgentJob,
  listAgentJobs,
  sendAgentMessage,
  archiveAgentJob,
  cancelAgentJob,
  watchAgentJob,
  getAgentJobReport,
  getLocalPullRequest,
  sendMcpMessage,
  getPageList,
  getAllPages,
  getPageText,
  createSite,
  listSites,
  getSite,
  updateSite,
  deleteSite,
  getSiteSettings,
  updateSiteSettings,
  getSiteLimits,
  updateSiteLimits,
  getBudget,
  updateBudget,
  startSync,
  getSync,
  createWebhook,
  deleteWebhook,
  receiveWebhook,
  createIdentity,
  deleteIdentity,
  createKey,
  listKeys,
  getKey,
  revokeKey,
  listAudit,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  createOrganizationKey,
  createProject,
  listProjects,
  getProject,
  updateProject,
  deleteProject,
  listQuestionGroups,
  createJobFromQuestions,
  getPolicy,
  updatePolicy,
  listTurns,
  listTopics,
  listEmptySearches,
  deleteReader,
  getOpenApi,
  getHealth,
  getReadiness,
  getWidget,
  getWidgetFile,
]

type Json = Record<string, unknown>

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = (query: z.ZodType | undefined, write: (schema: z.ZodType) => Json): Json[] => {
  const { properties = {}, required = [] } = query ? write(query) : {}
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

/** Schemas refer to one another wherever they stand. */
const rebase = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Json

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
    for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) {
      // What is sent and answered is described as it may be sent: with fields that nobody knows.
      if (io === 'input' || !(id in components)) components[id] = rebase(definition as Json)
    }
    return rebase(written)
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
      ...Object.fromEntries((response.otherContentTypes ?? []).map((type) => [type, { schema: { type: 'string' } }])),
    },
  }),
})

const errorStatuses = (declared: Endpoint): number[] => [
  // An address can hold a broken % sequence wherever it has a parameter.
  ...(declared.body || declared.query || declared.path.includes('{') ? [400] : []),
  ...(declared.body ? [413, 415] : []),
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

const responsesOf = (declared: Endpoint, write: (schema: z.ZodType) => Json): Record<string, Json> => {
  const problem = isAgentAddress(declared.path) ? agentProblemSchema : problemSchema
  const errors = errorStatuses(declared).map((status) => {
    const response = { description: statusSentence(status), schema: problem }
    return [status, responseOf(response, write)] as const
  })
  const own = Object.entries(declared.responses).map(([status, response]) => {
    const withBody = Number(status) >= 400 ? { schema: problem, ...response } : response
    return [status, responseOf(withBody, write)] as const
  })
  return Object.fromEntries([...errors, ...own])
}

const writeOperation = (declared: Endpoint, write: ReturnType<typeof createSchemaWriter>['write']): Json => {
  const parameters = [
    ...pathParameters(declared.path),
    ...queryParameters(declared.query, (schema) => write(schema, 'input')),
  ]
  return {
    operationId: declared.operationId,
    tags: [declared.tag],
    summary: declared.summary,
    ...(declared.description && { description: declared.description }),
    ...(declared.deprecated && { deprecated: true }),
    security: declared.key ? [{ [declared.key]: [] }, ...(declared.keyIsOptional ? [{}] : [])] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(declared.body && {
      requestBody: { required: true, content: { 'application/json': { schema: write(declared.body, 'input') } } },
    }),
    responses: responsesOf(declared, (schema) => write(schema, 'output')),
  }
}

const securitySchemes = {
  assistant: { type: 'http', scheme: 'bearer', description: 'Assistant key `svc_dsc_…`: public, bound to one site.' },
  administrator: {
    type: 'http',
    scheme: 'bearer',
    description: 'Administrator key `svc_…`: secret, never in a browser.',
  },
}

/** Writes the OpenAPI 3.1 document of all operations. Pure: the same version gives the same document. */
export const writeOpenApi = (version: string): Json => {
  const { components, write } = createSchemaWriter()
  const paths: Record<string, Json> = {}
  for (const declared of endpoints) {
    paths[declared.path] = { ...paths[declared.path], [declared.method]: writeOperation(declared, write) }
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
