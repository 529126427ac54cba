import type { Endpoint } from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { KnownKey } from '../../administration/keys/find-keys.ts'
import { findSite } from '../../administration/sites/find-site.ts'
import { findProject } from '../../agent/projects/projects.ts'
import { keepAct } from '../admission/audit.ts'
import { countRequest } from '../admission/count-request.ts'
import { admitKey } from '../admission/keys.ts'
import type { CountedLimit } from '../admission/limits/decision.ts'
import type { AdministrationCall, BodyOf, Call, Handler, ProjectCall, SiteCall } from './call.ts'
import type { Routes } from './gate.ts'
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

/** The steps between the key and the handler; `Scope` is what the operation is about: a site, an organization, a project. */
export interface MountSteps<Operation extends Endpoint, Scope, Admission> {
  readonly findScope: (request: Request, key: KnownKey) => Promise<Scope>
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

const successOf = (operation: Endpoint): number =>
  Number(Object.keys(operation.responses).find((status) => status < '300'))

const sendAnswer = (response: Response, status: number, answer: unknown): void => {
  if (response.headersSent) return
  response.status(status)
  if (answer === undefined) response.end()
  else response.json(answer)
}

/** Mounts an operation: key, scope, query, body, limits, then the handler. A request that is refused on the way isn’t counted. */
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
    const key = await gate.readKey(request)
    const keyed = { operation, request, response, key }
    await admitKey(gate.database, keyed)
    const scope = await steps.findScope(request, key)
    const query = readQuery(request)
    const limit = (await steps.measure?.({ request, response, ...scope })) ?? ordinaryBody
    const claims = await readBody(request, response, limit)
    const body = steps.prove ? await steps.prove(claims, scope) : claims
    const call = { key, params: paramsOf<Operation>(request), query, body, request, response, ...scope }
    const { counted, admission } = await steps.admit(call)
    await countRequest(gate.takeFromLimits, { operation, request, response, payer: key, more: counted })
    const answer = await keepAct(gate.database, keyed, { body, act: () => steps.handle({ ...call, admission }) })
    sendAnswer(response, success, answer)
  })
}

/** Mounts an operation that an administrator key opens. */
export const mountAdministration = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<AdministrationCall<Operation>>,
): void =>
  mount(routes, operation, {
    findScope: async (_request, key) => ({ organizationId: key.organization_id }),
    admit: admitAll,
    handle,
  })

/** Mounts an operation that an administrator key opens, about a site of its organization. */
export const mountSite = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<SiteCall<Operation>>,
): void =>
  mountAdministration(routes, operation, async (call) => {
    const domain = String(call.request.params.domain)
    return handle({ ...call, site: await findSite(routes.gate.database, call.organizationId, domain) })
  })

const findProjectScope = async ({ gate }: Routes, request: Request, key: KnownKey) => ({
  organizationId: key.organization_id,
  project: await findProject(gate.database, key.organization_id, String(request.params.projectId)),
})

/** Mounts an operation that an administrator key opens, about a project of its organization. */
export const mountProject = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<ProjectCall<Operation>>,
): void =>
  mount(routes, operation, {
    findScope: (request, key) => findProjectScope(routes, request, key),
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
    findScope: (request, key) => findProjectScope(routes, request, key),
    admit: async (call) => ({ counted: [], admission: await steps.prepare(call) }),
    handle: ({ admission }) => steps.handle(admission),
  })
