import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
  responses: { 200: { description: 'A classic script.', contentType: 'text/javascript' } },
})

export const getWidgetFile = endpoint({
  ...open,
  operationId: 'getWidgetFile',
  path: '/widget/{version}/{file}',
  summary: 'A file of the widget',
  description: 'Its name holds a hash of its content, so it may be kept for ever.',
  responses: { 200: { description: 'The file.', contentType: 'text/javascript' } },
})
