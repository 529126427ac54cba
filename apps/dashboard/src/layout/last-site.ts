import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sitesQuery } from '../api/sites.ts'

const place = 'sidenote-site'

/**
 * The site that the navigation leads to: of the address, or else the last one that was open in this browser, or else the
 * only one. Undefined while nothing is known, and when several sites wait to be chosen.
 */
export const useCurrentSite = (): string | undefined => {
  const { domain } = useParams({ strict: false })
  const { data: sites = [] } = useQuery(sitesQuery)
  const isThere = sites.some((site) => site.domain === domain)
  useEffect(() => {
    if (domain !== undefined && isThere) localStorage.setItem(place, domain)
  }, [domain, isThere])
  if (domain !== undefined) return domain
  const last = localStorage.getItem(place)
  return sites.find((site) => site.domain === last)?.domain ?? (sites.length === 1 ? sites[0]?.domain : undefined)
}
