import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useReachable } from '../api/reachable.ts'
import { sessionQuery } from '../api/session.ts'
import { ErrorState, Loading } from '../parts/states.tsx'
import { Sidebar } from './sidebar.tsx'
import { SmallNavigation } from './small-navigation.tsx'

const SignIn = lazy(() => import('../pages/sign-in/sign-in.tsx').then(({ SignIn }) => ({ default: SignIn })))

/** Says that what is on the page may be old, once the server does not answer any more. */
const Away = () => {
  const isReachable = useReachable()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4">
      {!isReachable && (
        <p className="rounded-lg border border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn shadow-high">
          The server does not answer. What you see may be old.
        </p>
      )}
    </div>
  )
}

/** What surrounds every page, that of the address unless another is given: the navigation, and the way to sign in for who is not. */
export const Frame = ({ children = <Outlet /> }: { readonly children?: ReactNode }) => {
  const session = useQuery(sessionQuery)
  if (session.data === null) {
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    )
  }
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
      <header className="sticky top-0 z-30 h-12 border-b border-line bg-sunken lg:hidden">
        <SmallNavigation />
      </header>
      <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken max-lg:hidden">
        <Sidebar />
      </aside>
      <Away />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {session.data ? <Suspense fallback={<Loading />}>{children}</Suspense> : <Loading />}
      </main>
    </div>
  )
}
