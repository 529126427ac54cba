import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const notModified = { description: 'Nothing has changed since.' }

const open = { tag: 'Operation', method: 'get', key: null, limits: [], body: undefined, query: undefined } as const

export const getOpenApi = endpoint({
  ...open,
  operationId: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document',
  responses: { 200: { description: 'The OpenAPI 3.1 document of every operation.', schema: z.looseObject({}) } },
})

export const getHealth = endpoint({
  ...open,
  operationId: 'getHealth',
  path: '/healthz',
  summary: 'Is the process alive?',
  responses: { 200: { description: 'It is.', schema: z.object({ status: z.literal('ok') }) } },
})

export const readinessSchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  missing: z.array(z.string()).describe('What stands in the way, in sentences.'),
  degraded: z.array(z.string()).describe('What is done in another way meanwhile, in sentences.'),
})

export const getReadiness = endpoint({
  ...open,
  operationId: 'getReadiness',
  path: '/readyz',
  summary: 'Can it serve readers?',
  responses: {
    200: { description: 'It can.', schema: readinessSchema },
    503: { description: 'Not now.', schema: readinessSchema },
  },
})

export const getWidget = endpoint({
  ...open,
  operationId: 'getWidget',
  path: '/widget.js',
  summary: 'The widget’s loader',
  responses: { 200: { description: 'A classic script.', contentType: 'text/javascript' }, 304: notModified },
})

export const getWidgetFile = endpoint({
  ...open,
  operationId: 'getWidgetFile',
  path: '/widget/{version}/{file}',
  summary: 'A file of the widget',
  description: 'Its name holds a hash of its content, so it may be kept for ever.',
  responses: {
    200: {
      description: 'The file.',
      contentType: 'text/javascript',
      otherContentTypes: ['text/css', 'application/json', 'image/svg+xml', 'font/woff2', 'text/plain'],
    },
    304: notModified,
  },
})

export const getLocalPullRequest = endpoint({
  ...open,
  operationId: 'getLocalPullRequest',
  tag: 'Agent',
  path: '/agent/projects/{projectId}/pull-requests/{number}',
  summary: 'The page of a pull request on this machine',
  description: 'For people with a browser: where `prLink` leads when the repository is a folder on the server’s disk.',
  responses: { 200: { description: 'Title, description, checks and changes.', contentType: 'text/html' } },
})
