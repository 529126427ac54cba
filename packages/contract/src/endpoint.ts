import type { z } from 'zod'

/** Which key opens an operation. What kind a key is stands in its stored row; its prefix says nothing. */
export type KeyKind = 'assistant' | 'administrator'

/** What a limit counts: all requests of an organization, of one client address, of a project, or of one reader. */
export type LimitSubject = 'organization' | 'address' | 'project' | 'reader'

/** At most `requests` in any rolling window of `seconds`, counted for each `subject` on its own. */
export interface Limit {
  /** The name that the `RateLimit` headers and the stored counts use. */
  readonly name: string
  readonly subject: LimitSubject
  readonly requests: number
  readonly seconds: number
}

/** One answer of an operation. No `schema` means no body, or the problem of an error; `contentType` is JSON unless said. */
export interface EndpointResponse {
  readonly description: string
  readonly schema?: z.ZodType
  readonly contentType?: string
  /** Text of other types that the request may ask for, or that the address names. */
  readonly otherContentTypes?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One operation as data. Routes, limits, the OpenAPI document and the manual derive from it.
 * `path` is written as OpenAPI writes it: `/discovery/v1/page/{domain}`.
 */
export interface Endpoint<
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly operationId: string
  readonly tag: 'Discovery' | 'Agent' | 'Administration' | 'Operation'
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** There is a better operation, which the description names. */
  readonly deprecated?: true
  /** `null`: open to everybody. */
  readonly key: KeyKind | null
  /** The owner of a site may open it to everybody. */
  readonly keyIsOptional?: true
  /** Only administrator keys of the first organization, which is the operator’s, open it. */
  readonly operatorOnly?: true
  readonly limits: readonly Limit[]
  readonly body: Body
  readonly query: Query
  /** By status. The errors that every operation shares are added by the OpenAPI document. */
  readonly responses: Readonly<Record<number, EndpointResponse>>
}

/** Declares an operation and keeps the exact types of its body and query. */
export const endpoint = <Body extends z.ZodType | undefined, Query extends z.ZodType | undefined>(
  declared: Endpoint<Body, Query>,
): Endpoint<Body, Query> => declared
