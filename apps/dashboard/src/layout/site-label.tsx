import type { Site } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { sitesQuery, useListedSite } from '../api/sites.ts'

/** How the button looks that opens the sites. */
export const siteButtonStyle =
  'flex h-11 w-full items-center gap-2 rounded-md border border-line bg-raised px-3 text-left shadow-low hover:border-edge'

const noneOf = (sites: readonly Site[] | undefined): string => {
  if (sites === undefined) return ''
  return sites.length === 0 ? 'No site yet' : 'Choose a site'
}

/** What the button says that opens the sites. */
export const SiteLabel = ({ domain }: { readonly domain: string | undefined }) => {
  const sites = useQuery(sitesQuery)
  const current = useListedSite(domain)
  return (
    <>
      <span className="sr-only">Site:</span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-medium">{current?.name ?? domain ?? noneOf(sites.data)}</span>
        {current && current.name !== current.domain && (
          <span className="block truncate text-xs text-soft">{current.domain}</span>
        )}
      </span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
    </>
  )
}
