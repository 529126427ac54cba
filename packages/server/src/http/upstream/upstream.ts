import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AssistantRequest,
  type Endpoint,
  endpoints,
  isAgentAddress,
  sendAssistantMessage,
  sendDataStreamMessage,
} from '@sidenote/contract'
import type { Response as ExpressResponse, Request } from 'express'
import type { Logger } from 'pino'
import type { Caller } from '../../administration/people/caller.ts'
import { visibleChunks } from '../../assistant/visible-chunks.ts'
import type { UpstreamConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { whenCallerEnds } from '../admission/caller.ts'
import type { AnswerEncoding } from '../answers/answer-encoding.ts'
import { dataStream, readDataStreamRequest } from '../answers/data-stream.ts'
import { abortOnClose, writeEventStream } from '../answers/event-stream.ts'
import { clean } from '../mount/clean.ts'
import type { Gate, Routes } from '../mount/gate.ts'
import { mountAdministration } from '../mount/mount.ts'
import { mountDiscovery } from '../mount/mount-discovery.ts'
import { requestIdOf } from '../server/request-id.ts'
import { watchStream } from '../server/watch-requests.ts'
import { callUpstream, unavailable } from './call-upstream.ts'
import { readUpstreamChunks } from './upstream-chunks.ts'

interface UpstreamDependencies {
  readonly upstream: UpstreamConfig
  readonly log: Logger
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
  /** Fires when streams must end that lose nothing by it. */
  readonly stopping: AbortSignal
}

interface Forwarding extends UpstreamDependencies {
  readonly gate: Gate
}

/** The headers that are forwarded. Nothing tells the upstream who the reader is: no cookie, no address, no origin. */
const requestHeaders = ['accept', 'idempotency-key', 'last-event-id']
const responseHeaders = ['content-type', 'cache-control', 'x-accel-buffering', 'x-thread-id']

const isDiscovery = (operation: Endpoint): boolean =>
  operation.key === 'assistant' && operation.path.startsWith('/discovery/')

/**
 * Mounts the operations that are forwarded to the upstream; mount them before those that this server answers itself. Keys,
 * origins, validation and limits are ours; then our key at the upstream replaces the client’s.
 */
export const mountUpstream = (routes: Routes, dependencies: UpstreamDependencies): void => {
  const { upstream } = dependencies
  const forwarding = { ...dependencies, gate: routes.gate }
  for (const operation of endpoints) {
    if (operation === sendDataStreamMessage) continue
    if (isDiscovery(operation)) {
      mountDiscovery(routes, operation, (call) =>
        forward(forwarding, operation, { ...call, upstreamKey: upstream.key }),
      )
    } else if (upstream.adminKey && isAgentAddress(operation.path)) {
      const upstreamKey = upstream.adminKey
      mountAdministration(routes, operation, (call) => forward(forwarding, operation, { ...call, upstreamKey }))
    }
  }
  // Forwarded as the current variant: an upstream need not have both, and then every answer ends properly.
  mountDiscovery(routes, sendDataStreamMessage, ({ body, ...call }) => {
    const current = { ...call, body: readDataStreamRequest(body), encoding: dataStream, upstreamKey: upstream.key }
    return forward(forwarding, sendAssistantMessage, current)
  })
}

interface ForwardedCall {
  readonly request: Request
  readonly response: ExpressResponse
  /** The client on this server. */
  readonly caller: Caller
  /** Our key at the upstream. */
  readonly upstreamKey: string
  /** As the validator returned it. */
  readonly body: unknown
  readonly encoding?: AnswerEncoding
}

const forward = async (forwarding: Forwarding, operation: Endpoint, call: ForwardedCall): Promise<void> => {
  const { request, response, upstreamKey, encoding } = call
  const { upstream } = forwarding
  const abort = abortOnClose(response)
  const release = new AbortController()
  // The upstream judges the fields that this interface doesn’t have.
  const body = encoding || !operation.body ? call.body : clean(request.body)
  const answer = await callUpstream(upstream, {
    // A GET can arrive as HEAD.
    method: request.method,
    path: pathAtUpstream(upstream, operation, request),
    key: upstreamKey,
    headers: { ...pick(requestHeaders, (name) => request.get(name)), 'x-request-id': requestIdOf(response) },
    body,
    signal: AbortSignal.any([abort.signal, release.signal]),
  }).catch((error: unknown) => {
    // The client has left.
    if (abort.signal.aborted) return undefined
    throw error
  })
  if (!answer) return
  const isAnswer = isDiscovery(operation) && answer.headers.get('content-type')?.startsWith('text/event-stream')
  refuseOtherForms(answer)
  if (isAnswer && answer.body) await streamAnswer(forwarding, answer, { ...call, abort, release })
  else await passOn(forwarding, answer, { ...call, abort })
}

const answerTypes = ['application/json', 'text/event-stream']

/** Refuses the page of a gateway in between, whatever its status is. */
const refuseOtherForms = (answer: Response): void => {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 204 || answerTypes.includes(type.split(';')[0]?.trim() ?? '')) return
  void answer.body?.cancel()
  throw unavailable(new Error(`The upstream answered ${answer.status} with the type "${type}".`))
}

/** Streams an answer as if it were made here: with heartbeats, an end, and an `error` part when the upstream breaks off. */
const streamAnswer = async (
  { upstream, log, shutdown }: Forwarding,
  answer: Response,
  { request, response, encoding, abort, release }: ForwardedCall & { abort: AbortController; release: AbortController },
): Promise<void> => {
  if (!answer.body) return
  const isSdk = typeof (request.body as Partial<AssistantRequest> | undefined)?.trigger === 'string'
  const onError = (error: unknown) => {
    if (!abort.signal.aborted) log.error({ err: error, requestId: requestIdOf(response) }, 'the upstream broke off')
  }
  const chunks = visibleChunks(readUpstreamChunks(answer.body, { upstream, isSdk, release }))
  const threadId = answer.headers.get('x-thread-id') ?? ''
  await writeEventStream(response, chunks, { threadId, abort, shutdown, onError, ...(encoding && { encoding }) })
}

/** Passes on whatever isn’t an answer: JSON, an empty body, or the events of a job. */
const passOn = async (
  { gate, log, shutdown, stopping }: Forwarding,
  answer: Response,
  { caller, response, abort }: ForwardedCall & { abort: AbortController },
): Promise<void> => {
  response.status(answer.status).set(pick(responseHeaders, (name) => answer.headers.get(name) ?? undefined))
  if (!answer.body) return void response.end()
  response.flushHeaders()
  const isWatched = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const ends = isWatched ? [stopping, whenCallerEnds(gate.database, caller, response)] : [shutdown]
  if (isWatched) watchStream(response)
  const signal = AbortSignal.any([abort.signal, ...ends])
  await pipeline(Readable.fromWeb(answer.body), response, { signal }).catch((error: unknown) => {
    // The headers are sent: only a broken connection can say that the body is incomplete.
    if (!signal.aborted) log.error({ err: error }, 'the upstream broke off')
    response.destroy()
  })
}

const pick = (names: readonly string[], read: (name: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (read(name) === undefined ? [] : [[name, String(read(name))]])))

/** The path at the upstream: its own domain, and everything else as it was sent. */
const pathAtUpstream = ({ domain }: UpstreamConfig, { path }: Endpoint, request: Request): string => {
  const steps = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = name === 'domain' && domain ? domain : String(request.params[name])
    // Two dots would lead to another operation.
    if (value === '.' || value === '..') throw new AppError('not_found', `There is nothing at ${request.path}.`)
    return encodeURIComponent(value)
  })
  return steps + new URL(request.originalUrl, 'http://localhost').search
}
