import type { Endpoint, PathParameters } from '@sidenote/contract'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { AppError } from '../../errors.ts'
import type { BodyOf, QueryOf } from './call.ts'
import { clean } from './clean.ts'
import { createValidator } from './validate.ts'

/** The largest body of most operations, in bytes. */
export const ordinaryBody = 1_048_576

/** A body up to this size, in bytes, is read whatever else is on its way. */
const smallBody = 65_536
/** What larger bodies may hold while they arrive, in bytes, of all connections together. */
const mostArriving = 67_108_864
let arriving = 0

/** The most bytes that a body can have; of one without a length, or that is packed, only the limit is known. */
const sizeOf = ({ headers }: Request, limit: number): number => {
  const isPacked = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity'
  return isPacked ? limit : Math.min(limit, Number(headers['content-length'] ?? limit))
}

/** Reads a body once there is room for it beside all others. @throws AppError `not_ready` when there is none */
const readInRoom = async <Result>(size: number, read: () => Promise<Result>): Promise<Result> => {
  if (size <= smallBody) return read()
  if (arriving + size > mostArriving) {
    const message = 'The server is reading as many large requests as it can. Please try again in a few seconds.'
    throw new AppError('not_ready', message, { retryAfterSeconds: 5 })
  }
  arriving += size
  return read().finally(() => {
    arriving -= size
  })
}

const createParser = (limit: number) => express.json({ limit, strict: false, type: () => true })
const parseOrdinary = createParser(ordinaryBody)

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

const promiseBody = (parse: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()))
  })

const mostFields = 30
const parseForm = express.urlencoded({ extended: false, limit: smallBody, parameterLimit: mostFields })

/** Fields of a form, each a text; one that is there twice is a list of them. */
const readForm = async (request: Request, response: Response): Promise<unknown> => {
  if (hasBody(request) && !request.is('application/x-www-form-urlencoded')) {
    const type = request.get('content-type') ?? 'missing'
    throw new AppError(
      'unsupported_media_type',
      `Content-Type is ${type}, but it must be application/x-www-form-urlencoded.`,
    )
  }
  await promiseBody(parseForm, request, response)
  return clean({ ...request.body })
}

const readJson = async (request: Request, response: Response, limit: number): Promise<unknown> => {
  if (!hasBody(request)) throw new AppError('invalid_request', 'The body is empty, but must be a JSON object.')
  if (!request.is(['json', '+json'])) {
    const type = request.get('content-type')
    const header = type ? `Content-Type is ${type}` : 'There is no Content-Type'
    throw new AppError('unsupported_media_type', `${header}, but it must be application/json.`)
  }
  const parse = limit === ordinaryBody ? parseOrdinary : createParser(limit)
  await readInRoom(sizeOf(request, limit), () => promiseBody(parse, request, response))
  return clean(request.body)
}

const parseBytes = express.raw({ limit: ordinaryBody, type: () => true, inflate: false })

/** Reads a body as it was sent, of at most 1 MB. @throws AppError */
export const readBytes = async (request: Request, response: Response): Promise<Buffer> => {
  if (hasBody(request)) {
    await readInRoom(sizeOf(request, ordinaryBody), () => promiseBody(parseBytes, request, response))
  }
  const bytes: unknown = request.body
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
}

/** Prepares the reader of an operation’s bodies, of at most `limit` bytes. @throws AppError */
export const createBodyReader = <Operation extends Endpoint>({ body, bodyType }: Operation) => {
  const read = bodyType === undefined ? readJson : readForm
  const validate = body && createValidator(body)
  return async (request: Request, response: Response, limit: number): Promise<BodyOf<Operation>> =>
    // The validator returns what the operation’s schema says; without a schema the body is undefined.
    validate?.(await read(request, response, limit)) as BodyOf<Operation>
}

/** Prepares the reader of an operation’s queries. @throws AppError `invalid_request` */
export const createQueryReader = <Operation extends Endpoint>({ query }: Operation) => {
  const validate = query && createValidator(query)
  // As for bodies.
  return (request: Request): QueryOf<Operation> => validate?.({ ...request.query }) as QueryOf<Operation>
}

/** The parameters of the address, decoded; the steps of a page’s path are joined by slashes. */
export const paramsOf = <Operation extends Endpoint>(request: Request): PathParameters<Operation['path']> =>
  // Express has matched the operation’s path, so every parameter is there.
  Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [name, [value].flat().join('/')]),
  ) as PathParameters<Operation['path']>
