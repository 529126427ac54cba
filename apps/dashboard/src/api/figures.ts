import type { EmptySearches, Policy, Statistics, Topics, Turns, Usage } from '@sidenote/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Days } from '../parts/days.ts'
import { address, api } from './request.ts'

/** What a list of questions or a sum of figures is narrowed to, under the names that the server has. */
export type Filters = Readonly<Record<string, string | undefined>>

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The range of days as the server takes it: without the day that ends it. */
export const rangeOf = ({ from, to }: Days): { from: string; to: string } => ({ from, to: nextDay(to) })

/** What was asked on a site, by day, and what became of it. */
export const statisticsQuery = (domain: string, days: Days, filters: Filters = {}) =>
  queryOptions({
    queryKey: ['statistics', domain, days, filters],
    queryFn: ({ signal }) => {
      const query = { ...rangeOf(days), ...filters, limit: 50 }
      return api.get<Statistics>(address`/admin/v1/sites/${domain}/statistics`, { query, signal })
    },
    placeholderData: (before) => before,
    refetchInterval: 10_000,
  })

/** The same for all sites of the organization. */
export const usageQuery = (days: Days) =>
  queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => api.get<Usage>('/admin/v1/usage', { query: rangeOf(days), signal }),
    placeholderData: (before) => before,
  })

/** What readers asked, newest first, a page after the other. */
export const turnsQuery = (domain: string, days: Days, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['turns', domain, days, filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...rangeOf(days), ...filters, limit: 50, ...(pageParam !== '' && { cursor: pageParam }) }
      return api.get<Turns>(address`/admin/v1/sites/${domain}/conversations`, { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // What readers ask appears by itself.
    refetchInterval: 5_000,
  })

/** One conversation, from its first question on. */
export const threadQuery = (domain: string, threadId: string) =>
  queryOptions({
    queryKey: ['thread', domain, threadId],
    queryFn: async ({ signal }) => {
      const query = { threadId, from: '2000-01-01', limit: 200 }
      const { turns } = await api.get<Turns>(address`/admin/v1/sites/${domain}/conversations`, { query, signal })
      return turns.toReversed()
    },
  })

/** What the documentation did not answer well, by topic. */
export const topicsQuery = (domain: string, days: Days, { state, limit }: { state: string; limit: number }) =>
  queryOptions({
    queryKey: ['topics', domain, days, state, limit],
    queryFn: ({ signal }) => {
      const query = { ...rangeOf(days), state, limit }
      return api.get<Topics>(address`/admin/v1/sites/${domain}/questions`, { query, signal })
    },
    placeholderData: (before) => before,
  })

/** What readers searched for in vain. */
export const emptySearchesQuery = (domain: string, days: Days) =>
  queryOptions({
    queryKey: ['empty-searches', domain, days],
    queryFn: ({ signal }) => {
      const query = { ...rangeOf(days), limit: 200 }
      return api.get<EmptySearches>(address`/admin/v1/sites/${domain}/empty-searches`, { query, signal })
    },
  })

/** What a site keeps of its readers’ questions. */
export const policyQuery = (domain: string) =>
  queryOptions({
    queryKey: ['policy', domain],
    queryFn: ({ signal }) => api.get<Policy>(address`/admin/v1/sites/${domain}/policy`, { signal }),
  })
