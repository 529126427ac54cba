import { endpoints } from '@sidenote/contract'
import express, { type Express, type RequestHandler } from 'express'
import type { Syncs } from './administration/syncs/syncs.ts'
import type { AgentModels } from './agent/projects/agent-models.ts'
import type { UpstreamConfig } from './config.ts'
import type { Seal } from './database/seal.ts'
import { AppError } from './errors.ts'
import { mountAdministrationRoutes } from './http/administration.ts'
import { allowOrigins } from './http/admission/cors.ts'
import { mountAgentRoutes, mountProjectRoutes } from './http/agent.ts'
import { type Answering, mountAnswerRoutes } from './http/answers/answers.ts'
import { mountConversationRoutes } from './http/conversations.ts'
import { mountDiscoveryRoutes } from './http/discovery.ts'
import { mountLocalPullRequests } from './http/local-pull-requests/local-pull-request.ts'
import { mountMcp } from './http/mcp.ts'
import { routePath } from './http/mount/mount.ts'
import { mountOperation, type Operation } from './http/operation.ts'
import { answerProblems } from './http/server/problem.ts'
import { identifyRequest } from './http/server/request-id.ts'
import { watchRequest } from './http/server/watch-requests.ts'
import { mountSiteSettingsRoutes } from './http/site-settings.ts'
import { mountText } from './http/text.ts'
import { mountUpstream } from './http/upstream/upstream.ts'
import { mountWidget } from './http/widget.ts'
import { logRequests } from './watch/log.ts'

export interface AppOptions extends Answering, Operation {
  readonly syncs: Syncs
  /** How many proxies stand in front: so many entries of `X-Forwarded-For` are believed. */
  readonly trustedProxies: number
  readonly agentModels: AgentModels
  readonly seal: Seal
  /** Another service that answers in place of this one. */
  readonly upstream: UpstreamConfig | undefined
  /** Fires at the signal to stop: nobody has to wait for who only watches. */
  readonly stopping: AbortSignal
}

const refuseWhenStopping =
  (isStopping: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    throw new AppError('not_ready', 'The server is shutting down. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }

/** No name has a NUL, PostgreSQL takes none, and whatever stands in an address is looked for there. */
const refuseNul: RequestHandler = (request, _response, next) => {
  if (!request.url.includes('%00')) return next()
  const code = request.path.includes('%00') ? 'not_found' : 'invalid_request'
  throw new AppError(code, 'There is nothing at an address with a NUL character (%00).')
}

/** `…/sites/acme/readers/..` arrives as `…/sites/acme/`: who meant a reader must not delete the site. */
const refuseShortened: RequestHandler = (request, _response, next) => {
  if (request.method !== 'DELETE' || !request.path.endsWith('/')) return next()
  throw new AppError(
    'not_found',
    `There is nothing at DELETE ${request.path}: an address that ends in "/" names nothing.`,
  )
}

/** Answers a known address with a method that it does not have. */
const refuseMethods = (app: Express): void => {
  for (const path of new Set(endpoints.map((declared) => declared.path))) {
    const methods = endpoints.filter((declared) => declared.path === path).map(({ method }) => method.toUpperCase())
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(routePath(path), (request, response) => {
      response.set('Allow', allowed)
      if (request.method === 'OPTIONS') return void response.status(204).end()
      throw new AppError('method_not_allowed', `${request.path} takes ${methods.join(' or ')}, not ${request.method}.`)
    })
  }
}

/** Puts all routes together. Reads no environment, opens nothing. */
export const createApp = (options: AppOptions): Express => {
  const { database, log, syncs, widgetFolder, isStopping } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', options.trustedProxies)
  // Rules that go by the address, such as those of origins, need not think of other spellings.
  app.set('case sensitive routing', true)
  app.use(identifyRequest, watchRequest, logRequests(log), refuseNul)
  mountOperation(app, options)
  mountWidget(app, widgetFolder)
  app.use(allowOrigins(database), refuseWhenStopping(isStopping))
  app.use(refuseShortened)
  if (options.upstream) mountUpstream(app, { ...options, upstream: options.upstream })
  mountDiscoveryRoutes(app, options)
  mountAnswerRoutes(app, options)
  const agent = { ...options, models: options.agentModels, shutdown: options.stopping }
  mountMcp(app, options)
  mountText(app, options)
  mountAgentRoutes(app, agent)
  mountAdministrationRoutes(app, options, syncs)
  mountConversationRoutes(app, options)
  mountProjectRoutes(app, agent)
  mountLocalPullRequests(app, database)
  mountSiteSettingsRoutes(app, options)
  refuseMethods(app)
  app.use((request) => {
    throw new AppError('not_found', `There is nothing at ${request.method} ${request.path}.`)
  })
  app.use(answerProblems(log))
  return app
}
