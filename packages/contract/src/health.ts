import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const probe = { tag: 'Operation', method: 'get', key: null, limits: [], body: undefined, query: undefined } as const

/** Whether the server is ready, and why not. The CLI's `doctor` reads it. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  missing: z.array(z.string()).describe('What keeps the server from being ready, in sentences.'),
  degraded: z.array(z.string()).describe('What works differently in the meantime, in sentences.'),
})

/** That the process runs, and which version of Sidenote it is. */
const healthSchema = z.object({ status: z.literal('ok'), version: z.string() })

/** Liveness probe: answers as long as the process runs. */
export const getHealth = endpoint({
  ...probe,
  operationId: 'getHealth',
  path: '/healthz',
  summary: 'Is the process alive?',
  responses: { 200: { description: 'It is.', schema: healthSchema } },
})

/** Readiness probe: says whether the server can serve readers, and what is missing. */
export const getReadiness = endpoint({
  ...probe,
  operationId: 'getReadiness',
  path: '/readyz',
  summary: 'Can it serve readers?',
  responses: {
    200: { description: 'It can.', schema: readinessSchema },
    503: { description: 'Not now.', schema: readinessSchema },
  },
})

/** That the process runs; see `getHealth`. */
export type Health = z.infer<typeof healthSchema>
