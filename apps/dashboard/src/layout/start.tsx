import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { takeAddress } from '../api/return-address.ts'
import { sitesQuery } from '../api/sites.ts'
import { Loading } from '../parts/states.tsx'
import { useCurrentSite } from './last-site.ts'

/** What the first address leads to: where somebody was going before they signed in, otherwise the site that was open last, or all of them. */
export const Start = () => {
  const [address] = useState(takeAddress)
  const sites = useQuery(sitesQuery)
  const domain = useCurrentSite()
  useEffect(() => {
    if (address !== undefined) window.location.replace(address)
  }, [address])
  if (address !== undefined || sites.isPending) return <Loading />
  if (domain === undefined) return <Navigate to="/organization/sites" replace />
  return <Navigate to="/$domain" params={{ domain }} replace />
}
