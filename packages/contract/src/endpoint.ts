import type { z } from 'zod'
import type { Role } from './roles.ts'

/** The kind of key that opens an operation. The stored row says what kind a key is; its prefix doesn't. */
export type KeyKind = 'assistant' | 'administrator'

type LimitSubject = 'organization' | 'address' | 'network' | 'project' | 'reader' | 'account'

/** At most `requests` in any rolling window of `seconds`, counted separately for each `subject`. */
export interface Limit {
  /** Used in the `RateLimit` headers and for the stored counts. */
  readonly name: string
  /**
   * What is counted: the requests of an organization, of a client address, of the network of an IPv6 address (/48), of a
   * project, of a reader, or those that want to sign in as one person.
   */
  readonly subject: LimitSubject
  /** Counted for each organization separately: a share of what the organization has. */
  readonly within?: 'organization'
  readonly requests: number
  readonly seconds: number
}

/** One possible answer of an operation. Without a `schema` it has no body, or an error's problem body. */
export interface EndpointResponse {
  readonly description: string
  readonly schema?: z.ZodType
  /** Default `application/json`. */
  readonly contentType?: string
  /** Other text types that a request can ask for, by its `Accept` header or its address. */
  readonly otherContentTypes?: readonly string[]
  /** Descriptions of the response headers, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One operation as data. The server's routes and limits, the OpenAPI document and the manual derive from it. */
export interface Endpoint<
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Path extends string = string,
> {
  readonly operationId: string
  readonly tag: 'Discovery' | 'Agent' | 'Administration' | 'Dashboard' | 'Operation'
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** As OpenAPI writes it: `/discovery/v1/page/{domain}`. */
  readonly path: Path
  readonly summary: string
  readonly description?: string
  /** The description names a better operation. */
  readonly deprecated?: true
  /** The kind of key it needs; `null` means none. */
  readonly key: KeyKind | null
  /** The least role of a person who has signed in: every operation that an administrator key opens has one, and no other. */
  readonly role?: Role
  /** The owner of a site can open the operation to requests without a key. */
  readonly keyIsOptional?: true
  /** What an MCP client gets when a person signs in for it opens the operation too. */
  readonly takesConnections?: true
  /** The type of its body. @default application/json */
  readonly bodyType?: 'application/x-www-form-urlencoded'
  /** Only administrator keys of the first organization, the operator's, open it. */
  readonly operatorOnly?: true
  readonly limits: readonly Limit[]
  readonly body: Body
  readonly query: Query
  /** By status. The OpenAPI document adds the errors that all operations share. */
  readonly responses: Readonly<Record<number, EndpointResponse>>
}

/** The names in braces of a path, as a union: `'domain' | 'id'` of `/sites/{domain}/syncs/{id}`. */
type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

/** The values of a path's parameters, by name; of an unknown path, any. */
export type PathParameters<Path extends string> = Readonly<
  Record<string extends Path ? string : ParameterName<Path>, string>
>

/** An operation says its least role exactly when administrator keys open it. */
type KeyAndRole =
  | { readonly key: 'administrator'; readonly role: Role }
  | { readonly key: 'assistant' | null; readonly role?: never }

/** Declares an operation, and keeps the exact types of its body, its query and the parameters of its path. */
export const endpoint = <
  Body extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  const Path extends string,
>(
  operation: Endpoint<Body, Query, Path> & KeyAndRole,
): Endpoint<Body, Query, Path> => operation
