import type { ServerResponse } from 'node:http'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Request, RequestHandler, Response } from 'express'
import { observe } from '../../watch/observe.ts'
import { requestIdOf } from './request-id.ts'

const tracer = trace.getTracer('sidenote')
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The address as the contract writes it: there are few of these, and any number of paths. */
const routeOf = (request: Request): string => {
  const path: unknown = request.route?.path
  if (typeof path !== 'string') return 'unmatched'
  const steps = path.split('/').map((step) => (':*'.includes(step.charAt(0) || ' ') ? `{${step.slice(1)}}` : step))
  return steps.join('/')
}

const count = (request: Request, response: Response, startedAt: number): void => {
  const method = methods.has(request.method) ? request.method : 'OTHER'
  const seconds = (performance.now() - startedAt) / 1_000
  observe('request', { route: routeOf(request), method, status: response.statusCode, seconds })
}

/** Counts each request, and gives it a span: part of the caller’s trace if it sends `traceparent`. */
export const watchRequest: RequestHandler = (request, response, next) => {
  const startedAt = performance.now()
  const caller = propagation.extract(context.active(), request.headers)
  const attributes = { 'http.request.method': request.method, 'sidenote.request_id': requestIdOf(response) }
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller)
  if (span.isRecording()) response.locals.traceId = span.spanContext().traceId
  response.once('close', () => {
    count(request, response, startedAt)
    const route = routeOf(request)
    span.updateName(`${request.method} ${route}`)
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode })
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  context.with(trace.setSpan(caller, span), next)
}

/** Counts a response as an open stream until it has ended. */
export const watchStream = (response: ServerResponse): void => {
  observe('stream', { change: 1 })
  response.once('close', () => observe('stream', { change: -1 }))
}
