import type { Endpoint } from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { Caller } from '../../administration/people/caller.ts'
import { findSite } from '../../administration/sites/find-site.ts'
import { findProject } from '../../agent/projects/projects.ts'
import { type CalledRequest, keepAct } from '../admission/audit.ts'
import { readCaller } from '../admission/caller.ts'
import { countRequest } from '../admission/count-request.ts'
import { admitKey } from '../admission/keys.ts'
import type { CountedLimit } from '../admission/limits/decision.ts'
import { admitSession } from '../admission/sessions.ts'
import type { AdministrationCall, BodyOf, Call, Handler, ProjectCall, SiteCall } from './call.ts'
import type { Gate, Routes } from './gate.ts'
import { createBodyReader, createQueryReader, ordinaryBody, paramsOf } from './read-request.ts'
import { routePath } from './route-path.ts'

/**
 * Looks at a call before it is counted: refuses it, or returns the limits it counts against beside those of the operation,
 * and what it has found out for the handler.
 */
export type Admit<Call, Admission> = (
  call: Call,
) => Promise<{ readonly counted: readonly CountedLimit[]; readonly admission: Admission }>

/** Decides the largest body, in bytes, before any of it is read. */
export type Measure<Scope> = (
  call: Scope & { readonly request: Request; readonly response: Response },
) => Promise<number>

/** The steps between the caller and the handler; `Scope` is what the operation is about: a site, an organization, a project. */
export interface MountSteps<Operation extends Endpoint, Scope, Admission> {
  readonly findScope: (request: Request, caller: Caller) => Promise<Scope>
  /** @default ordinaryBody */
  readonly measure?: Measure<Scope>
  /** Replaces what the body claims by what is proven. */
  readonly prove?: (body: BodyOf<Operation>, scope: Scope) => Promise<BodyOf<Operation>>
  readonly admit: Admit<Call<Operation> & Scope, Admission>
  readonly handle: Handler<Call<Operation> & Scope & { readonly admission: Admission }>
}

/** Admits every call, and counts it against nothing else. */
export const admitAll = async (): Promise<{ counted: readonly []; admission: undefined }> => ({
  counted: [],
  admission: undefined,
})

/** The status of an answer that is no error. */
export const successOf = (operation: Endpoint): number =>
  Number(Object.keys(operation.responses).find((status) => status < '300'))

/** Sends what a handler has returned, unless it has sent something itself. */
export const sendAnswer = (response: Response, status: number, answer: unknown): void => {
  if (response.headersSent) return
  response.status(status)
  if (answer === undefined) response.end()
  else response.json(answer)
}

const admit = ({ database, publicUrl }: Gate, called: CalledRequest): Promise<void> => {
  const { caller } = called
  return caller.kind === 'session'
    ? admitSession(database, { ...called, caller }, publicUrl)
    : admitKey(database, { ...called, caller })
}

/** Mounts an operation: caller, scope, query, body, limits, then the handler. A request that is refused on the way isn’t counted. */
export const mount = <Operation extends Endpoint, Scope extends object, Admission>(
  { router, gate }: Routes,
  operation: Operation,
  steps: MountSteps<Operation, Scope, Admission>,
): void => {
  if (!operation.key) throw new TypeError(`${operation.operationId} takes no key`)
  const readBody = createBodyReader(operation)
  const readQuery = createQueryReader(operation)
  const success = successOf(operation)
  router[operation.method](routePath(operation.path), async (request, response) => {
    const caller = await readCaller(gate, operation, request)
    const called = { operation, request, response, caller }
    await admit(gate, called)
    const scope = await steps.findScope(request, caller)
    const query = readQuery(request)
    const limit = (await steps.measure?.({ request, response, ...scope })) ?? ordinaryBody
    const claims = await readBody(request, response, limit)
    const body = steps.prove ? await steps.prove(claims, scope) : claims
    const call = { caller, params: paramsOf<Operation>(request), query, body, request, response, ...scope }
    const { counted, admission } = await steps.admit(call)
    await countRequest(gate.takeFromLimits, { operation, request, response, payer: caller, more: counted })
    const answer = await keepAct(gate.database, called, { body, act: () => steps.handle({ ...call, admission }) })
    sendAnswer(response, success, answer)
  })
}

/** Mounts an operation that an administrator key opens, and a person’s role. */
export const mountAdministration = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<AdministrationCall<Operation>>,
): void =>
  mount(routes, operation, {
    findScope: async (_request, caller) => ({ organizationId: caller.organization_id }),
    admit: admitAll,
    handle,
  })

/** Mounts such an operation about a site of the organization. */
export const mountSite = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<SiteCall<Operation>>,
): void =>
  mountAdministration(routes, operation, async (call) => {
    const domain = String(call.request.params.domain)
    return handle({ ...call, site: await findSite(routes.gate.database, call.organizationId, domain) })
  })

const findProjectScope = async ({ gate }: Routes, request: Request, caller: Caller) => ({
  organizationId: caller.organization_id,
  project: await findProject(gate.database, caller.organization_id, String(request.params.projectId)),
})

/** Mounts such an operation about a project of the organization. */
export const mountProject = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<ProjectCall<Operation>>,
): void =>
  mount(routes, operation, {
    findScope: (request, caller) => findProjectScope(routes, request, caller),
    admit: admitAll,
    handle,
  })

/** The same, for an operation that is prepared before it is counted: what can’t be done costs nothing. */
export const mountPrepared = <Operation extends Endpoint, Preparation>(
  routes: Routes,
  operation: Operation,
  steps: {
    readonly prepare: (call: ProjectCall<Operation>) => Promise<Preparation>
    readonly handle: (preparation: Preparation) => unknown
  },
): void =>
  mount(routes, operation, {
    findScope: (request, caller) => findProjectScope(routes, request, caller),
    admit: async (call) => ({ counted: [], admission: await steps.prepare(call) }),
    handle: ({ admission }) => steps.handle(admission),
  })
