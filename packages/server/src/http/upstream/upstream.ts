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
import type { Response as ExpressResponse, IRouter, Request } from 'express'
import type { Logger } from 'pino'
import type { KnownKey } from '../../administration/keys/keys.ts'
import type { UpstreamConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { whenKeyEnds } from '../admission/keys.ts'
import { dataStream, readDataStreamRequest } from '../answers/data-stream.ts'
import { type AnswerEncoding, abortOnClose, writeEventStream } from '../answers/event-stream.ts'
import { clean } from '../mount/clean.ts'
import { type Gate, mountAdministration, mountDiscovery } from '../mount/mount.ts'
import { requestIdOf } from '../server/request-id.ts'
import { watchStream } from '../server/watch-requests.ts'
import { callUpstream, unavailable } from './call-upstream.ts'
import { readUpstreamChunks } from './upstream-chunks.ts'

interface Forwarding extends Gate {
  readonly upstream: UpstreamConfig
  readonly log: Logger
  /** Fires when answers that still stream must end. */
  readonly shutdown: AbortSignal
  /** Fires when streams must end that lose nothing by it. */
  readonly stopping: AbortSignal
}

/** All that goes along with a request. Who the reader is, the upstream does not learn: no cookie, no address, no origin. */
const requestHeaders = ['accept', 'idempotency-key', 'last-event-id']
const responseHeaders = ['content-type', 'cache-control', 'x-accel-buffering', 'x-thread-id']

const isDiscovery = (declared: Endpoint): boolean =>
  declared.key === 'assistant' && declared.path.startsWith('/discovery/')

/**
 * Mounts, in place of what this server would answer itself, the same operations forwarded to the upstream. Keys, origins,
 * validation and limits are ours; then our key there takes the place of the client’s. To be mounted before the others.
 */
export const mountUpstream = (router: IRouter, forwarding: Forwarding): void => {
  const { upstream } = forwarding
  for (const declared of endpoints) {
    if (declared === sendDataStreamMessage) continue
    if (isDiscovery(declared)) {
      mountDiscovery(router, forwarding, declared, (call) =>
        forward(forwarding, declared, { ...call, upstreamKey: upstream.key }),
      )
    } else if (upstream.adminKey && isAgentAddress(declared.path)) {
      const upstreamKey = upstream.adminKey
      mountAdministration(router, forwarding, declared, (call) =>
        forward(forwarding, declared, { ...call, upstreamKey }),
      )
    }
  }
  // The earlier variant is asked for as the later one: an upstream need not have both, and every answer has its end.
  mountDiscovery(router, forwarding, sendDataStreamMessage, ({ body, ...call }) => {
    const asLater = { ...call, body: readDataStreamRequest(body), encoding: dataStream, upstreamKey: upstream.key }
    return forward(forwarding, sendAssistantMessage, asLater)
  })
}

interface ForwardedCall {
  readonly request: Request
  readonly response: ExpressResponse
  /** The client’s, here. */
  readonly key: KnownKey
  /** Ours, at the upstream. */
  readonly upstreamKey: string
  /** As validated. */
  readonly body: unknown
  readonly encoding?: AnswerEncoding
}

const forward = async (forwarding: Forwarding, declared: Endpoint, call: ForwardedCall): Promise<void> => {
  const { request, response, upstreamKey, encoding } = call
  const { upstream } = forwarding
  const abort = abortOnClose(response)
  const letGo = new AbortController()
  // Fields that this interface does not know are for the upstream to judge.
  const body = encoding || !declared.body ? call.body : clean(request.body)
  const answer = await callUpstream(upstream, {
    // Of a GET, the headers alone may be asked for.
    method: request.method,
    path: pathAtUpstream(upstream, declared, request),
    key: upstreamKey,
    headers: { ...pick(requestHeaders, (name) => request.get(name)), 'x-request-id': requestIdOf(response) },
    body,
    signal: AbortSignal.any([abort.signal, letGo.signal]),
  }).catch((error: unknown) => {
    // Nobody is there to be told.
    if (abort.signal.aborted) return undefined
    throw error
  })
  if (!answer) return
  const isAnswer = isDiscovery(declared) && answer.headers.get('content-type')?.startsWith('text/event-stream')
  refuseOtherForms(answer)
  if (isAnswer && answer.body) await streamAnswer(forwarding, answer, { ...call, abort, letGo })
  else await passOn(forwarding, answer, { ...call, abort })
}

/** A page of some gateway is no answer, whatever its status says. */
const refuseOtherForms = (answer: Response): void => {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 204 || /^(?:application\/json|text\/event-stream)\b/.test(type)) return
  void answer.body?.cancel()
  throw unavailable(new Error(`The upstream answered ${answer.status} with the type "${type}".`))
}

/** Streams an answer as if it were made here: with its comments, its end, and an `error` part when the upstream breaks off. */
const streamAnswer = async (
  { upstream, log, shutdown }: Forwarding,
  answer: Response,
  { request, response, encoding, abort, letGo }: ForwardedCall & { abort: AbortController; letGo: AbortController },
): Promise<void> => {
  if (!answer.body) return
  const isSdk = typeof (request.body as Partial<AssistantRequest> | undefined)?.trigger === 'string'
  const onError = (error: unknown) => {
    if (!abort.signal.aborted) log.error({ err: error, requestId: requestIdOf(response) }, 'the upstream broke off')
  }
  const chunks = readUpstreamChunks(answer.body, { upstream, isSdk, letGo })
  const threadId = answer.headers.get('x-thread-id') ?? ''
  await writeEventStream(response, chunks, { threadId, abort, shutdown, onError, ...(encoding && { encoding }) })
}

/** Passes on whatever is no answer: JSON, nothing, or the events of a job. */
const passOn = async (
  { database, log, shutdown, stopping }: Forwarding,
  answer: Response,
  { key, response, abort }: ForwardedCall & { abort: AbortController },
): Promise<void> => {
  response.status(answer.status).set(pick(responseHeaders, (name) => answer.headers.get(name) ?? undefined))
  if (!answer.body) return void response.end()
  response.flushHeaders()
  const isWatched = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const ends = isWatched ? [stopping, whenKeyEnds(database, key, response)] : [shutdown]
  if (isWatched) watchStream(response)
  const signal = AbortSignal.any([abort.signal, ...ends])
  await pipeline(Readable.fromWeb(answer.body), response, { signal }).catch((error: unknown) => {
    // The headers are gone: to break off is the only way to say that this is not all.
    if (!signal.aborted) log.error({ err: error }, 'the upstream broke off')
    response.destroy()
  })
}

const pick = (names: readonly string[], read: (name: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (read(name) === undefined ? [] : [[name, String(read(name))]])))

/** The address there: its own domain, and every other step as it was sent. */
const pathAtUpstream = ({ domain }: UpstreamConfig, { path }: Endpoint, request: Request): string => {
  const steps = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = name === 'domain' && domain ? domain : String(request.params[name])
    // Two dots would lead to another operation.
    if (/^\.{1,2}$/.test(value)) throw new AppError('not_found', `There is nothing at ${request.path}.`)
    return encodeURIComponent(value)
  })
  return steps + new URL(request.originalUrl, 'http://localhost').search
}
