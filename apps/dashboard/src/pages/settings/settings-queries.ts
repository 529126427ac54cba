import type { Budget, Policy, SiteLimits, SiteModel, SiteSettings } from '@sidenote/contract'
import { queryOptions } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'

/** How a site answers. */
export const settingsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'settings'],
    queryFn: ({ signal }) => api.get<SiteSettings>(address`/admin/v1/sites/${domain}/settings`, { signal }),
  })

/** Which language model answers. */
export const modelQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'model'],
    queryFn: ({ signal }) => api.get<SiteModel>(address`/admin/v1/sites/${domain}/model`, { signal }),
  })

/** How much a site’s readers may ask. */
export const limitsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'limits'],
    queryFn: ({ signal }) => api.get<SiteLimits>(address`/admin/v1/sites/${domain}/limits`, { signal }),
  })

/** What a site keeps. */
export const policyQuery = (domain: string) =>
  queryOptions({
    queryKey: ['sites', domain, 'policy'],
    queryFn: ({ signal }) => api.get<Policy>(address`/admin/v1/sites/${domain}/policy`, { signal }),
  })

/** What the organization may spend in a day, and has spent today. */
export const budgetQuery = queryOptions({
  queryKey: ['budget'],
  queryFn: ({ signal }) => api.get<Budget>('/admin/v1/budget', { signal }),
})
