import type { Endpoint, Limit } from '@sidenote/contract'
import express, { type IRouter, type Request, type Response } from 'express'
import type { z } from 'zod'
import type { KnownKey } from '../../administration/keys/keys.ts'
import { readReader } from '../../administration/sites/identity.ts'
import { findOpenSite } from '../../administration/sites/policy.ts'
import { findSite, noSuchSite } from '../../administration/sites/sites.ts'
import { findProject } from '../../agent/projects/projects.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { KeyRow, ProjectRow, SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { observe } from '../../watch/observe.ts'
import { canonicalAddress } from '../admission/address.ts'
import { keepAct } from '../admission/audit.ts'
import { checkOrigin } from '../admission/cors.ts'
import { admitKey, type ReadKey } from '../admission/keys.ts'
import type { Clock, CountedLimit, LimitState, TakeFromLimits } from '../admission/limits/decision.ts'
import { clean } from './clean.ts'
import { createValidator } from './validate.ts'

/** What every operation needs before its verb may run. */
export interface Gate {
  readonly database: Database
  readonly readKey: ReadKey
  /** Opens the secrets that readers are signed with. */
  readonly seal: Seal
  readonly takeFromLimits: TakeFromLimits
  /** What days are told by. @default the clock of the machine */
  readonly clock?: Clock
}

/** The time by the clock of the gate. */
export const currentTime = async ({ clock }: Pick<Gate, 'clock'>): Promise<Date> =>
  clock ? new Date((await clock()) * 1_000) : new Date()

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface Call<Body> {
  readonly key: KnownKey
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  readonly request: Request
  readonly response: Response
}

/** What a verb of an assistant key is given. */
export interface DiscoveryCall<Body> extends Call<Body> {
  readonly site: SiteRow
}

/** What a verb of an administrator key is given. */
export interface AdministrationCall<Body> extends Call<Body> {
  readonly organizationId: string
}

/** What a verb about one site is given. */
interface SiteCall<Body> extends AdministrationCall<Body> {
  readonly site: SiteRow
}

/** What a verb about one project is given. */
export interface ProjectCall<Body> extends AdministrationCall<Body> {
  readonly project: ProjectRow
}

/** Answers the JSON body; nothing, when it has written the response itself or there is no body. */
type Verb<Call> = (call: Call) => unknown

/** What a body may have at most, in bytes, where an operation says nothing else. */
export const ordinaryBody = 1_048_576
const createParser = (limit: number) => express.json({ limit, strict: false, type: () => true })
const parseOrdinary = createParser(ordinaryBody)

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

const readJson = async (request: Request, response: Response, limit: number): Promise<unknown> => {
  if (!hasBody(request)) throw new AppError('invalid_request', 'The body is empty, but must be a JSON object.')
  if (!request.is(['json', '+json'])) {
    const type = request.get('content-type')
    const found = type ? `Content-Type is ${type}` : 'There is no Content-Type'
    throw new AppError('unsupported_media_type', `${found}, but it must be application/json.`)
  }
  const parse = limit === ordinaryBody ? parseOrdinary : createParser(limit)
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()))
  })
  return clean(request.body)
}

const createBodyReader = <Body extends z.ZodType | undefined>(schema: Body) => {
  const validate = schema && createValidator(schema)
  return async (request: Request, response: Response, limit: number): Promise<Output<Body>> =>
    // The validator gives what its schema says; without a schema the body is undefined.
    validate?.(await readJson(request, response, limit)) as Output<Body>
}

/** Who pays for a request: the organization of the key, or of the site that is open without one. */
type Payer = Pick<KeyRow, 'organization_id'>

interface Counted {
  readonly request: Request
  readonly response: Response
  readonly payer: Payer
  readonly more?: readonly CountedLimit[]
}

const subjectOf = (limit: Limit, request: Request, payer: Payer): string => {
  if (limit.subject === 'organization') return payer.organization_id
  if (limit.subject === 'address') return canonicalAddress(request.ip)
  return String(request.params.projectId)
}

const writeLimitHeaders = (response: Response, states: readonly LimitState[]): void => {
  const policy = states.map(({ limit }) => `"${limit.name}";q=${limit.requests};w=${limit.seconds}`)
  const standing = states.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  )
  response.set({ 'RateLimit-Policy': policy.join(', '), RateLimit: standing.join(', ') })
}

const countedFor: Readonly<Record<Limit['subject'], string>> = {
  organization: 'this organization',
  address: 'this address',
  project: 'this project',
  reader: 'this reader',
}

/** Counts the request against the limits of its operation and against `more`, all or none. */
const takeLimits = async (
  gate: Gate,
  declared: Endpoint,
  { request, response, payer, more = [] }: Counted,
): Promise<void> => {
  const usual = declared.limits.map((limit) => ({ limit, subject: subjectOf(limit, request, payer) }))
  const counted: CountedLimit[] = [...usual, ...more]
  if (counted.length === 0) return
  const decision = await gate.takeFromLimits(counted)
  writeLimitHeaders(response, decision.states)
  if (decision.admitted) return
  const { exceeded, retryAfterSeconds } = decision
  observe('limit-refusal', { limit: exceeded.name })
  throw new AppError(
    'rate_limited',
    `The limit of ${exceeded.requests} requests in ${exceeded.seconds} seconds for ${countedFor[exceeded.subject]} is used up. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}

/** An address of the contract, as Express writes it. The path of a page may hold slashes. */
export const routePath = (path: string): string => path.replace('{path}', '*path').replace(/\{(\w+)\}/g, ':$1')

const successOf = (declared: Endpoint): number =>
  Number(Object.keys(declared.responses).find((status) => status < '300'))

const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]))

/** Refuses a call before it is counted, or says what else it counts against, and what it has found out for the verb. */
type Admit<Call, Admitted> = (
  call: Call,
) => Promise<{ readonly counted: readonly CountedLimit[]; readonly admitted: Admitted }>

/** Says how much may be sent, before anything of it is read. */
type Measure<Extra> = (call: Extra & { readonly request: Request; readonly response: Response }) => Promise<number>

const admitAll = async (): Promise<{ counted: readonly []; admitted: undefined }> => ({
  counted: [],
  admitted: undefined,
})

type Prepare<Extra> = (request: Request, key: KnownKey) => Promise<Extra>

/** Key, then body, then limits, then the verb. What is refused on the way costs nothing. */
const mount = <Body extends z.ZodType | undefined, Extra extends object, Admitted>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  steps: {
    prepare: Prepare<Extra>
    /** How much may be sent, in bytes. @default ordinaryBody */
    measure?: Measure<Extra>
    /** What the body says, once that is proven. */
    prove?: (body: Output<Body>, extra: Extra) => Promise<Output<Body>>
    admit: Admit<Call<Output<Body>> & Extra, Admitted>
    verb: Verb<Call<Output<Body>> & Extra & { readonly admitted: Admitted }>
  },
): void => {
  if (!declared.key) throw new TypeError(`${declared.operationId} takes no key`)
  const readBody = createBodyReader(declared.body)
  const success = successOf(declared)
  router[declared.method](routePath(declared.path), async (request, response) => {
    const key = await gate.readKey(request)
    const asked = { declared, request, response, key }
    await admitKey(gate.database, asked)
    const extra = await steps.prepare(request, key)
    const limit = (await steps.measure?.({ request, response, ...extra })) ?? ordinaryBody
    const said = await readBody(request, response, limit)
    const body = steps.prove ? await steps.prove(said, extra) : said
    const call = { key, body, params: paramsOf(request), request, response, ...extra }
    const { counted, admitted } = await steps.admit(call)
    await takeLimits(gate, declared, { request, response, payer: key, more: counted })
    const answer = await keepAct(gate.database, asked, { body, act: () => steps.verb({ ...call, admitted }) })
    if (response.headersSent) return
    response.status(success)
    if (answer === undefined) response.end()
    else response.json(answer)
  })
}

/** Finds the site of the key, if that is the one the address names. Any other answers as if it did not exist. */
const siteOfKey = (request: Request, key: KnownKey): SiteRow => {
  const domain = String(request.params.domain)
  const { site } = key
  if (site?.domain !== domain) throw noSuchSite(domain)
  checkOrigin(request, site, key)
  return site
}

/** The body, with the reader whom a signed `fp` names. */
const proveReader = async <Body>(gate: Gate, site: SiteRow, body: Body): Promise<Body> => {
  if (typeof body !== 'object' || body === null || !('fp' in body) || typeof body.fp !== 'string') return body
  return { ...body, fp: await readReader(gate, site, body.fp) }
}

/** Mounts an operation that an assistant key opens. */
export const mountDiscovery = <Body extends z.ZodType | undefined>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  verb: Verb<DiscoveryCall<Output<Body>>>,
): void => mountAdmitted(router, gate, declared, { admit: admitAll, verb })

/** Mounts an operation that an assistant key opens, and that looks at a call before it is counted. */
export const mountAdmitted = <Body extends z.ZodType | undefined, Admitted>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  steps: {
    readonly admit: Admit<DiscoveryCall<Output<Body>>, Admitted>
    readonly measure?: Measure<{ readonly site: SiteRow }>
    readonly verb: Verb<DiscoveryCall<Output<Body>> & { readonly admitted: Admitted }>
  },
): void =>
  mount(router, gate, declared, {
    prepare: async (request, key) => ({ site: siteOfKey(request, key) }),
    prove: (body, { site }) => proveReader(gate, site, body),
    ...steps,
  })

/** What a verb is given that needs no key when the owner of the site says so. */
interface OpenCall {
  readonly site: SiteRow
  /** No key was needed. */
  readonly isOpen: boolean
  readonly request: Request
  readonly response: Response
}

/** A site that is not open answers like one that does not exist: with the wish for a key. */
const findReadableSite = async (
  gate: Gate,
  { declared, request, response }: { declared: Endpoint; request: Request; response: Response },
): Promise<Pick<OpenCall, 'site' | 'isOpen'>> => {
  const open = request.get('authorization')
    ? undefined
    : await findOpenSite(gate.database, String(request.params.domain))
  if (open) return { site: open, isOpen: true }
  const key = await gate.readKey(request)
  await admitKey(gate.database, { declared, request, response, key })
  return { site: siteOfKey(request, key), isOpen: false }
}

/** Mounts an operation that an assistant key opens, and nobody needs one for when the pages of the site are open. */
export const mountOpenDiscovery = (
  router: IRouter,
  gate: Gate,
  declared: Endpoint<undefined>,
  verb: (call: OpenCall) => Promise<void>,
): void => {
  router[declared.method](routePath(declared.path), async (request, response) => {
    const found = await findReadableSite(gate, { declared, request, response })
    await takeLimits(gate, declared, { request, response, payer: found.site })
    await verb({ ...found, request, response })
  })
}

/** Mounts an operation that an administrator key opens. */
export const mountAdministration = <Body extends z.ZodType | undefined>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  verb: Verb<AdministrationCall<Output<Body>>>,
): void =>
  mount(router, gate, declared, {
    prepare: async (_request, key) => ({ organizationId: key.organization_id }),
    admit: admitAll,
    verb,
  })

/** Mounts an operation that an administrator key opens, about a site of its organization. */
export const mountSite = <Body extends z.ZodType | undefined>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  verb: Verb<SiteCall<Output<Body>>>,
): void =>
  mountAdministration(router, gate, declared, async (call) =>
    verb({ ...call, site: await findSite(gate.database, call.organizationId, call.params.domain ?? '') }),
  )

/**
 * Mounts an operation that an administrator key opens, about a project of its organization.
 *
 * @param check refuses a call before it is counted
 */
export const mountProject = <Body extends z.ZodType | undefined>(
  router: IRouter,
  gate: Gate,
  declared: Endpoint<Body>,
  verb: Verb<ProjectCall<Output<Body>>>,
  check?: (call: ProjectCall<Output<Body>>) => Promise<void>,
): void =>
  mount(router, gate, declared, {
    prepare: async (request, key) => ({
      organizationId: key.organization_id,
      project: await findProject(gate.database, key.organization_id, String(request.params.projectId)),
    }),
    admit: async (call) => {
      await check?.(call)
      return admitAll()
    },
    verb,
  })
