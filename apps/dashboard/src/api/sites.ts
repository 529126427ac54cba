import type { Site } from '@sidenote/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { address, api } from './request.ts'

/** All sites of the organization. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => api.get<{ sites: Site[] }>('/admin/v1/sites', { signal }).then(({ sites }) => sites),
})

/** What the list of sites says of one; undefined until it is there. */
export const useListedSite = (domain: string | undefined): Site | undefined =>
  useQuery(sitesQuery).data?.find((site) => site.domain === domain)

/** One site. */
export const siteQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain],
    queryFn: ({ signal }) => api.get<Site>(address`/admin/v1/sites/${domain}`, { signal }),
  })
