import type { Sync, SyncList, SyncSummary } from '@sidenote/contract'
import { queryOptions } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import type { Tone } from '../../parts/badge.tsx'

const runningMilliseconds = 1_000
/** A schedule or a webhook can start one at any time. */
const quietMilliseconds = 20_000

/** Whether a sync waits or runs. */
export const isOpen = ({ finishedAt }: Pick<Sync, 'finishedAt'>): boolean => finishedAt === null

/** The latest syncs of a site, followed while one runs. */
export const syncsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'syncs'],
    queryFn: ({ signal }) =>
      api.get<SyncList>(address`/admin/v1/sites/${domain}/syncs`, { query: { limit: 25 }, signal }),
    refetchInterval: ({ state }) => (state.data?.syncs.some(isOpen) ? runningMilliseconds : quietMilliseconds),
  })

/** One sync with its problems. */
export const syncQuery = (domain: string, id: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'syncs', id],
    queryFn: ({ signal }) => api.get<Sync>(address`/admin/v1/sites/${domain}/syncs/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? runningMilliseconds : false),
  })

/** How a state looks. */
export const toneOf = ({ status, failed }: Pick<SyncSummary, 'status' | 'failed'>): Tone => {
  if (status === 'completed') return failed > 0 ? 'warn' : 'good'
  if (status === 'failed') return 'bad'
  return status === 'cancelled' ? 'neutral' : 'accent'
}
