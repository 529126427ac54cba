import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { parseSearch, writeSearch } from './layout/address.ts'
import { Frame } from './layout/frame.tsx'
import { NoSuchPage } from './layout/no-such-page.tsx'
import { pageOf } from './layout/page-of.ts'
import { Start } from './layout/start.tsx'
import { ErrorState } from './parts/states.tsx'

/** Each page is a folder in `pages/` with a component `Page`, which is loaded when it is opened. */
const bareRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Frame>
      <NoSuchPage />
    </Frame>
  ),
})

/** Where somebody comes by a link before they are signed in. */
const setupRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: 'setup',
  component: pageOf(() => import('./pages/setup/page.tsx')),
})

const joinRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: 'join',
  component: pageOf(() => import('./pages/join/page.tsx')),
})

const connectRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: 'connect',
  component: pageOf(() => import('./pages/connect/page.tsx')),
})

const rootRoute = createRoute({ getParentRoute: () => bareRoute, id: 'frame', component: Frame })

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/keys',
  component: pageOf(() => import('./pages/keys/page.tsx')),
})

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/people',
  component: pageOf(() => import('./pages/people/page.tsx')),
})

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/audit',
  component: pageOf(() => import('./pages/audit/page.tsx')),
})

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Start })

const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/sites',
  component: pageOf(() => import('./pages/sites/page.tsx')),
})

const siteRoute = createRoute({ getParentRoute: () => rootRoute, path: '$domain' })

const overviewRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  component: pageOf(() => import('./pages/overview/page.tsx')),
})

const conversationsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'conversations',
  component: pageOf(() => import('./pages/conversations/page.tsx')),
})

const gapsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'gaps',
  component: pageOf(() => import('./pages/gaps/page.tsx')),
})

const playgroundRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'playground',
  component: pageOf(() => import('./pages/playground/page.tsx')),
})

const sourcesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'sources',
  component: pageOf(() => import('./pages/sources/page.tsx')),
})

const appearanceRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'appearance',
  component: pageOf(() => import('./pages/appearance/page.tsx')),
})

const settingsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'settings',
  component: pageOf(() => import('./pages/settings/page.tsx')),
})

const agentRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'agent',
  component: pageOf(() => import('./pages/agent/page.tsx')),
})

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/usage',
  component: pageOf(() => import('./pages/usage/page.tsx')),
})

const organizationRoutes = [sitesRoute, usageRoute, keysRoute, peopleRoute, auditRoute]
const siteRoutes = [
  overviewRoute,
  conversationsRoute,
  gapsRoute,
  playgroundRoute,
  sourcesRoute,
  appearanceRoute,
  settingsRoute,
  agentRoute,
]

const routeTree = bareRoute.addChildren([
  setupRoute,
  joinRoute,
  connectRoute,
  rootRoute.addChildren([startRoute, ...organizationRoutes, siteRoute.addChildren(siteRoutes)]),
])

/** Which page stands at which address below `/dashboard/`. */
export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NoSuchPage,
  defaultErrorComponent: ({ error }) => (
    <div className="p-8">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </div>
  ),
})
