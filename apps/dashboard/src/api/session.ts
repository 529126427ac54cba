import type { Health, Role, Session } from '@sidenote/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, RequestError } from './request.ts'

/** The key of the session among the queries. */
export const sessionKey = ['session'] as const

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) =>
    api.get<Session>('/admin/v1/session', { signal }).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 401) return null
      throw error
    }),
  staleTime: 60_000,
})

/** Which version of Sidenote the server is; it does not change while the page is open. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.get<Health>('/healthz', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const ranks: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 }

/** Whether the person may do what needs at least this role. */
export const useRole = (least: Role): boolean => {
  const { data } = useQuery(sessionQuery)
  return data ? ranks[data.role] >= ranks[least] : false
}
