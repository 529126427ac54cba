import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sessionQuery } from '../api/session.ts'
import { SignIn } from '../pages/sign-in/sign-in.tsx'
import { ErrorState, Skeleton } from '../parts/states.tsx'
import { Sidebar } from './sidebar.tsx'

const SmallNavigation = lazy(() =>
  import('./small-navigation.tsx').then(({ SmallNavigation }) => ({ default: SmallNavigation })),
)

const Loading = () => (
  <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-8 sm:px-8" aria-busy>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-40" />
  </div>
)

/** What surrounds every page: the navigation, and the way to sign in for who is not. */
export const Frame = () => {
  const session = useQuery(sessionQuery)
  if (session.data === null) return <SignIn />
  if (session.error) {
    return (
      <main className="mx-auto max-w-lg p-8">
        <ErrorState error={session.error} onRetry={() => session.refetch()} />
      </main>
    )
  }
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="absolute left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-2"
      >
        Skip to the page
      </a>
      <div className="sticky top-0 z-30 h-12 border-b border-line bg-sunken lg:hidden">
        <Suspense>
          <SmallNavigation />
        </Suspense>
      </div>
      <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken max-lg:hidden">
        <Sidebar />
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {session.data ? (
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        ) : (
          <Loading />
        )}
      </main>
    </div>
  )
}
