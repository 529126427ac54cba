import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Frame } from './layout/frame.tsx'
import { NoSuchPage } from './layout/no-such-page.tsx'
import { ErrorState } from './parts/states.tsx'

/** Each page is a folder in `pages/` with a component `Page`, which is loaded when it is opened. */
const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage })

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/sites/page.tsx'), 'Page'),
})

const siteRoute = createRoute({ getParentRoute: () => rootRoute, path: '$domain' })

/** A site’s address without a page leads to its first page. */
const siteIndexRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$domain/sources', params })
  },
})

const sourcesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'sources',
  component: lazyRouteComponent(() => import('./pages/sources/page.tsx'), 'Page'),
})

const settingsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/settings/page.tsx'), 'Page'),
})

const routeTree = rootRoute.addChildren([
  startRoute,
  siteRoute.addChildren([siteIndexRoute, sourcesRoute, settingsRoute]),
])

/** Which page stands at which address below `/dashboard/`. */
export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NoSuchPage,
  defaultErrorComponent: ({ error, reset }) => (
    <div className="p-8">
      <ErrorState error={error} onRetry={reset} />
    </div>
  ),
})
