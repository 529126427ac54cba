import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseSearch, writeSearch } from './layout/address.ts'
import { Frame } from './layout/frame.tsx'
import { NoSuchPage } from './layout/no-such-page.tsx'
import { Start } from './layout/start.tsx'
import { ErrorState } from './parts/states.tsx'

/** Each page is a folder in `pages/` with a component `Page`, which is loaded when it is opened. */
const bareRoute = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage })

/** Where somebody comes by a link before they are signed in. */
const setupRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: 'setup',
  component: lazyRouteComponent(() => import('./pages/setup/page.tsx'), 'Page'),
})

const joinRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: 'join',
  component: lazyRouteComponent(() => import('./pages/join/page.tsx'), 'Page'),
})

const rootRoute = createRoute({ getParentRoute: () => bareRoute, id: 'frame', component: Frame })

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/keys',
  component: lazyRouteComponent(() => import('./pages/keys/page.tsx'), 'Page'),
})

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/people',
  component: lazyRouteComponent(() => import('./pages/people/page.tsx'), 'Page'),
})

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/audit',
  component: lazyRouteComponent(() => import('./pages/audit/page.tsx'), 'Page'),
})

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Start })

const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/sites',
  component: lazyRouteComponent(() => import('./pages/sites/page.tsx'), 'Page'),
})

const siteRoute = createRoute({ getParentRoute: () => rootRoute, path: '$domain' })

const overviewRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/page.tsx'), 'Page'),
})

const conversationsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'conversations',
  component: lazyRouteComponent(() => import('./pages/conversations/page.tsx'), 'Page'),
})

const gapsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'gaps',
  component: lazyRouteComponent(() => import('./pages/gaps/page.tsx'), 'Page'),
})

const playgroundRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'playground',
  component: lazyRouteComponent(() => import('./pages/playground/page.tsx'), 'Page'),
})

const sourcesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'sources',
  component: lazyRouteComponent(() => import('./pages/sources/page.tsx'), 'Page'),
})

const appearanceRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'appearance',
  component: lazyRouteComponent(() => import('./pages/appearance/page.tsx'), 'Page'),
})

const settingsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/settings/page.tsx'), 'Page'),
})

const agentRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'agent',
  component: lazyRouteComponent(() => import('./pages/agent/page.tsx'), 'Page'),
})

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organization/usage',
  component: lazyRouteComponent(() => import('./pages/usage/page.tsx'), 'Page'),
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
  defaultErrorComponent: ({ error, reset }) => (
    <div className="p-8">
      <ErrorState error={error} onRetry={reset} />
    </div>
  ),
})
