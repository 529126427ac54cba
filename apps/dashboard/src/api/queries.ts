import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeReached } from './reachable.ts'
import { RequestError } from './request.ts'
import { sessionKey } from './session.ts'

/** An answer that says that the session has ended, whatever asked: the frame then shows the way to sign in. */
const noticeLostSession = (error: Error): void => {
  if (error instanceof RequestError && error.status === 401) queries.setQueryData(sessionKey, null)
}

/** A second try helps when the server was away, not when it has refused. */
const isWorthAnotherTry = (count: number, error: Error): boolean =>
  count < 2 && error instanceof RequestError && (error.status === 0 || error.status === 503)

/** What has been fetched, for all pages. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      noticeLostSession(error)
      noticeReached(!(error instanceof RequestError && error.status === 0))
    },
    onSuccess: () => noticeReached(true),
  }),
  mutationCache: new MutationCache({ onError: noticeLostSession }),
  defaultOptions: {
    queries: { retry: isWorthAnotherTry, staleTime: 10_000 },
    mutations: { retry: false },
  },
})
