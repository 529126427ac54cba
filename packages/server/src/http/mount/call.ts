import type { Endpoint, PathParameters } from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Caller } from '../../administration/people/caller.ts'
import type { ProjectRow, SiteRow } from '../../database/tables.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The JSON body of an operation, as its schema reads it; undefined when it takes none. */
export type BodyOf<Operation extends Endpoint> = Output<Operation['body']>

/** The query of an operation, as its schema reads it; undefined when it takes none. */
export type QueryOf<Operation extends Endpoint> = Output<Operation['query']>

/** A request to an operation that its key or its session opens, as the handler gets it. */
export interface Call<Operation extends Endpoint> {
  readonly caller: Caller
  readonly params: PathParameters<Operation['path']>
  readonly query: QueryOf<Operation>
  readonly body: BodyOf<Operation>
  readonly request: Request
  readonly response: Response
}

/** A call with an assistant key: it is about the key’s site. */
export interface DiscoveryCall<Operation extends Endpoint> extends Call<Operation> {
  readonly site: SiteRow
}

/** A call with an administrator key or of a person: it is about their organization. */
export interface AdministrationCall<Operation extends Endpoint> extends Call<Operation> {
  readonly organizationId: string
}

/** Such a call about one site of the organization. */
export interface SiteCall<Operation extends Endpoint> extends AdministrationCall<Operation> {
  readonly site: SiteRow
}

/** Such a call about one project of the organization. */
export interface ProjectCall<Operation extends Endpoint> extends AdministrationCall<Operation> {
  readonly project: ProjectRow
}

/** Returns the JSON body of the response; nothing when there is none, or when it has written the response itself. */
export type Handler<Call> = (call: Call) => unknown
