import { type Endpoint, type PathParameters, problemStatus } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { readConnectedSite } from '../../administration/connections/read-connection.ts'
import { protectedResourcePath } from '../../administration/connections/resource.ts'
import { isAccessToken } from '../../administration/connections/token-text.ts'
import { findOpenSite, ownNameOf } from '../../administration/domains/open-pages.ts'
import type { Caller } from '../../administration/people/caller.ts'
import { readReader } from '../../administration/readers/read-reader.ts'
import { noSuchSite } from '../../administration/sites/find-site.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { checkKeylessOrigin, checkOrigin } from '../admission/cors.ts'
import { countRequest } from '../admission/count-request.ts'
import { admitKey, bearerOf } from '../admission/keys.ts'
import { serverAddress } from '../admission/own-origin.ts'
import type { BodyOf, DiscoveryCall, Handler } from './call.ts'
import type { Gate, Routes } from './gate.ts'
import { type Admit, admitAll, type Measure, mount } from './mount.ts'
import { createBodyReader, ordinaryBody, paramsOf } from './read-request.ts'
import { routePath } from './route-path.ts'

/** The site of the key, if the address names it. Any other site answers as if it didn’t exist. */
const siteOfKey = (request: Request, caller: Caller, nameOf = ({ domain }: SiteRow) => domain): SiteRow => {
  const name = String(request.params.domain)
  if (caller.kind === 'session' || !caller.site || nameOf(caller.site) !== name) throw noSuchSite(name)
  checkOrigin(request, caller.site, caller)
  return caller.site
}

/** The body with the reader that a signed `fp` names. */
const proveReader = async <Body>(gate: Gate, site: SiteRow, body: Body): Promise<Body> => {
  if (typeof body !== 'object' || body === null || !('fp' in body) || typeof body.fp !== 'string') return body
  return { ...body, fp: await readReader(gate, site, body.fp) }
}

/** Mounts an operation that an assistant key opens. */
export const mountDiscovery = <Operation extends Endpoint>(
  routes: Routes,
  operation: Operation,
  handle: Handler<DiscoveryCall<Operation>>,
): void => mountAdmitted(routes, operation, { admit: admitAll, handle })

/** Mounts an operation that an assistant key opens, and that looks at a call before it is counted. */
export const mountAdmitted = <Operation extends Endpoint, Admission>(
  routes: Routes,
  operation: Operation,
  steps: {
    readonly admit: Admit<DiscoveryCall<Operation>, Admission>
    readonly measure?: Measure<{ readonly site: SiteRow }>
    readonly handle: Handler<DiscoveryCall<Operation> & { readonly admission: Admission }>
  },
): void =>
  mount(routes, operation, {
    findScope: async (request, caller) => ({ site: siteOfKey(request, caller) }),
    prove: (body, { site }) => proveReader(routes.gate, site, body),
    ...steps,
  })

/** A call that needs no key when the owner of the site has opened its pages. */
interface OpenCall<Operation extends Endpoint> {
  readonly site: SiteRow
  /** True when the site is open: no key was needed. */
  readonly isOpen: boolean
  readonly params: PathParameters<Operation['path']>
  readonly body: BodyOf<Operation>
  readonly request: Request
  readonly response: Response
}

interface Asked {
  readonly operation: Endpoint
  readonly request: Request
  readonly response: Response
}

/**
 * Tells a client that is refused where a person can sign in for it (RFC 9728), whether there is such a site or not.
 *
 * @throws whatever it was refused with
 */
const sayWhereToSignIn = (
  { operation, request, response }: Asked,
  publicUrl: string | undefined,
  error: unknown,
): never => {
  if (operation.takesConnections && error instanceof AppError && problemStatus[error.code] === 401) {
    const metadata = `${serverAddress(request, publicUrl)}${protectedResourcePath(String(request.params.domain))}`
    const reason = request.get('authorization') ? 'error="invalid_token", ' : ''
    response.set('WWW-Authenticate', `Bearer ${reason}scope="read", resource_metadata="${metadata}"`)
  }
  throw error
}

/** A site that isn’t open answers like one that doesn’t exist: it asks for a key. */
const findReadableSite = async (
  { database, readKey, publicUrl }: Gate,
  { operation, request, response }: Asked,
): Promise<{ site: SiteRow; isOpen: boolean }> => {
  const name = String(request.params.domain)
  const open = request.get('authorization') ? undefined : await findOpenSite(database, name)
  if (open) {
    // Whoever may read may read from any page; what costs more than reading is for the site’s own pages.
    if (operation.method !== 'get') checkKeylessOrigin(request, open, publicUrl)
    return { site: open, isOpen: true }
  }
  const token = operation.takesConnections && bearerOf(request)
  if (token && isAccessToken(token)) return { site: await readConnectedSite(database, token, name), isOpen: false }
  const key = await readKey(request)
  await admitKey(database, { operation, request, response, caller: key })
  const nameOf = (site: SiteRow) => (name === ownNameOf(site) ? name : site.domain)
  return { site: siteOfKey(request, key, nameOf), isOpen: false }
}

/** Mounts an operation that an assistant key opens, and that needs none when the pages of the site are open. */
export const mountOpenDiscovery = <Operation extends Endpoint>(
  { router, gate }: Routes,
  operation: Operation,
  handle: (call: OpenCall<Operation>) => Promise<void>,
): void => {
  const readBody = createBodyReader(operation)
  router[operation.method](routePath(operation.path), async (request, response) => {
    const { site, isOpen } = await findReadableSite(gate, { operation, request, response }).catch((error: unknown) =>
      sayWhereToSignIn({ operation, request, response }, gate.publicUrl, error),
    )
    const body = await readBody(request, response, ordinaryBody)
    await countRequest(gate.takeFromLimits, { operation, request, response, payer: site })
    await handle({ site, isOpen, params: paramsOf<Operation>(request), body, request, response })
  })
}
