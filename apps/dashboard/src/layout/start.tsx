import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { sitesQuery } from '../api/sites.ts'
import { Loading } from '../parts/states.tsx'
import { useCurrentSite } from './last-site.ts'

/** What the first address leads to: the site that was open last, or all of them. */
export const Start = () => {
  const sites = useQuery(sitesQuery)
  const domain = useCurrentSite()
  if (sites.isPending) return <Loading />
  if (domain === undefined) return <Navigate to="/organization/sites" replace />
  return <Navigate to="/$domain" params={{ domain }} replace />
}
