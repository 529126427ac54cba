import type { Endpoint, PathParameters } from '@sidenote/contract'
import express, { type Request, type Response } from 'express'
import { AppError } from '../../errors.ts'
import type { BodyOf, QueryOf } from './call.ts'
import { clean } from './clean.ts'
import { createValidator } from './validate.ts'

/** The largest body of most operations, in bytes. */
export const ordinaryBody = 1_048_576

const createParser = (limit: number) => express.json({ limit, strict: false, type: () => true })
const parseOrdinary = createParser(ordinaryBody)

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

const readJson = async (request: Request, response: Response, limit: number): Promise<unknown> => {
  if (!hasBody(request)) throw new AppError('invalid_request', 'The body is empty, but must be a JSON object.')
  if (!request.is(['json', '+json'])) {
    const type = request.get('content-type')
    const header = type ? `Content-Type is ${type}` : 'There is no Content-Type'
    throw new AppError('unsupported_media_type', `${header}, but it must be application/json.`)
  }
  const parse = limit === ordinaryBody ? parseOrdinary : createParser(limit)
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()))
  })
  return clean(request.body)
}

/** Prepares the reader of an operation’s bodies, of at most `limit` bytes. @throws AppError */
export const createBodyReader = <Operation extends Endpoint>({ body }: Operation) => {
  const validate = body && createValidator(body)
  return async (request: Request, response: Response, limit: number): Promise<BodyOf<Operation>> =>
    // The validator returns what the operation’s schema says; without a schema the body is undefined.
    validate?.(await readJson(request, response, limit)) as BodyOf<Operation>
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
