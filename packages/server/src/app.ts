import { endpoints } from '@sidenote/contract'
import express, { type Express, type RequestHandler } from 'express'
import type { ReadClient } from './administration/connections/clients.ts'
import type { Authentication } from './administration/people/authentication.ts'
import type { Syncs } from './administration/syncs/syncs.ts'
import type { AgentModels } from './agent/projects/agent-models.ts'
import type { HandOffDependencies } from './assistant/hand-off.ts'
import type { Config, UpstreamConfig } from './config.ts'
import { AppError } from './errors.ts'
import { allowOrigins } from './http/admission/cors.ts'
import { mountAnswerRoutes } from './http/answers/answers.ts'
import type { AnswerDependencies } from './http/answers/begin-answer.ts'
import { mountAuditRoutes } from './http/audit.ts'
import { mountBudgetRoutes } from './http/budget.ts'
import { mountConnectionRoutes } from './http/connections.ts'
import { mountConversationRoutes } from './http/conversations.ts'
import { mountDashboard } from './http/dashboard.ts'
import { mountDiscoveryRoutes } from './http/discovery.ts'
import { mountGapRoutes } from './http/gaps.ts'
import { mountInstallationRoutes } from './http/installation.ts'
import { mountJobRoutes } from './http/jobs.ts'
import { mountKeyRoutes } from './http/keys.ts'
import { mountLocalPullRequests } from './http/local-pull-requests/local-pull-request.ts'
import { mountAuthorization } from './http/mcp/authorization.ts'
import { mountMcp } from './http/mcp/mount-mcp.ts'
import type { Gate } from './http/mount/gate.ts'
import { routePath } from './http/mount/route-path.ts'
import { mountOperation, type Operation } from './http/operation.ts'
import { mountOrganizationRoutes } from './http/organizations.ts'
import { mountPeopleRoutes } from './http/people.ts'
import { mountPlaygroundRoutes } from './http/playground.ts'
import { mountProjectRoutes } from './http/projects.ts'
import { logRequests } from './http/server/log-requests.ts'
import { answerProblems } from './http/server/problem.ts'
import { identifyRequest } from './http/server/request-id.ts'
import { watchRequest } from './http/server/watch-requests.ts'
import { mountSignInRoutes } from './http/sign-in.ts'
import { mountSiteModelRoutes } from './http/site-models.ts'
import { mountSiteRoutes } from './http/sites.ts'
import { mountStatisticsRoutes } from './http/statistics.ts'
import { mountSyncRoutes } from './http/syncs.ts'
import { mountText } from './http/text.ts'
import { mountUpstream } from './http/upstream/upstream.ts'
import { mountWidget } from './http/widget.ts'
import type { Quotas } from './quotas.ts'

/** What the routes work with; `main.ts` builds it. */
export interface AppDependencies extends AnswerDependencies, HandOffDependencies, Operation {
  readonly gate: Gate
  readonly authentication: Authentication
  /** Finds out which client wants to read for a person. */
  readonly readClient: ReadClient
  readonly syncs: Syncs
  readonly quotas: Quotas
  /** The folder of the built dashboard. */
  readonly dashboardFolder: string
  readonly agentModels: AgentModels
  /** For the operator, who sees it without its secrets. */
  readonly config: Config
  /** How many proxies stand in front: so many entries of `X-Forwarded-For` are believed. */
  readonly trustedProxies: number
  /** Another service that answers instead of this one. */
  readonly upstream: UpstreamConfig | undefined
  /** Fires at the signal to stop, for streams that only watch: shutdown doesn’t wait for watchers. */
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

/** PostgreSQL refuses NUL, and parts of the address end up in queries. No name has one. */
const refuseNul: RequestHandler = (request, _response, next) => {
  if (!request.url.includes('%00')) return next()
  const code = request.path.includes('%00') ? 'not_found' : 'invalid_request'
  throw new AppError(code, 'There is nothing at an address with a NUL character (%00).')
}

/** `DELETE …/sites/acme/readers/..` arrives as `…/sites/acme/`: it must not delete the site. */
const refuseShortened: RequestHandler = (request, _response, next) => {
  if (request.method !== 'DELETE' || !request.path.endsWith('/')) return next()
  throw new AppError(
    'not_found',
    `There is nothing at DELETE ${request.path}: an address that ends in "/" names nothing.`,
  )
}

/** Answers 405 where the address is right and the method is wrong. */
const refuseMethods = (app: Express): void => {
  for (const path of new Set(endpoints.map((operation) => operation.path))) {
    const methods = endpoints.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase())
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(routePath(path), (request, response) => {
      response.set('Allow', allowed)
      if (request.method === 'OPTIONS') return void response.status(204).end()
      throw new AppError('method_not_allowed', `${request.path} takes ${methods.join(' or ')}, not ${request.method}.`)
    })
  }
}

/** Puts all routes together. It reads no environment and opens nothing. */
export const createApp = (dependencies: AppDependencies): Express => {
  const { gate, log, syncs, quotas, upstream } = dependencies
  const app = express()
  const routes = { router: app, gate }
  const agent = { models: dependencies.agentModels, stopping: dependencies.stopping }
  app.disable('x-powered-by')
  app.set('trust proxy', dependencies.trustedProxies)
  // Rules that go by the address, such as those about origins, need not think of other spellings.
  app.set('case sensitive routing', true)
  app.use(identifyRequest, watchRequest, logRequests(log), refuseNul)
  mountOperation(app, dependencies)
  mountWidget(app, dependencies.widgetFolder)
  mountDashboard(app, dependencies.dashboardFolder)
  app.use(allowOrigins, refuseWhenStopping(dependencies.isStopping), refuseShortened)
  if (upstream) mountUpstream(routes, { ...dependencies, upstream })
  mountDiscoveryRoutes(routes, dependencies)
  mountAnswerRoutes(routes, dependencies)
  mountMcp(routes, dependencies)
  mountAuthorization(routes)
  mountText(routes)
  mountJobRoutes(routes, agent)
  mountProjectRoutes(routes, { models: agent.models, quotas })
  mountLocalPullRequests(routes)
  mountSiteRoutes(routes, { syncs, quotas, sendMail: dependencies.sendMail })
  mountSiteModelRoutes(routes, dependencies.siteModels)
  mountSyncRoutes(routes, syncs)
  mountStatisticsRoutes(routes)
  mountConversationRoutes(routes)
  mountGapRoutes(routes, dependencies)
  mountPlaygroundRoutes(routes, dependencies)
  mountKeyRoutes(routes)
  mountPeopleRoutes(routes)
  mountConnectionRoutes(routes, dependencies.readClient)
  mountSignInRoutes(routes, { authentication: dependencies.authentication, oidc: dependencies.config.oidc })
  mountBudgetRoutes(routes)
  mountAuditRoutes(routes)
  mountOrganizationRoutes(routes, syncs)
  mountInstallationRoutes(routes, dependencies)
  refuseMethods(app)
  app.use((request) => {
    throw new AppError('not_found', `There is nothing at ${request.method} ${request.path}.`)
  })
  app.use(answerProblems(log))
  return app
}
