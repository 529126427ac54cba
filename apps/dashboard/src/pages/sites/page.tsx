import type { Site } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { sitesQuery } from '../../api/sites.ts'
import { countOf, formatAgo } from '../../parts/format.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'

const SiteCard = ({ site }: { readonly site: Site }) => (
  <li>
    <Link
      to="/$domain"
      params={{ domain: site.domain }}
      className="flex h-full flex-col gap-0.5 rounded-lg border border-line bg-raised px-5 py-4 shadow-low hover:border-edge"
    >
      <span className="text-lg font-semibold">{site.name}</span>
      <span className="text-sm text-soft">{site.url ?? site.domain}</span>
      <span className="mt-3 text-sm text-soft">
        {countOf(site.pages, 'page')}
        {site.syncedAt ? `, read ${formatAgo(site.syncedAt)}` : ', never read'}
        {site.lastSync?.status === 'failed' && <span className="text-bad">, last sync failed</span>}
      </span>
    </Link>
  </li>
)

/** All sites; with one site, that site. */
export const Page = () => {
  const sites = useQuery(sitesQuery)
  const [first, second] = sites.data ?? []
  if (first && !second) return <Navigate to="/$domain" params={{ domain: first.domain }} replace />
  return (
    <PageFrame title="Sites" about="Each site is a documentation with its own pages, keys and conversations.">
      <QueryState query={sites}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No site yet">A site is your documentation, as Sidenote reads it.</EmptyState>
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {list.map((site) => (
                <SiteCard key={site.domain} site={site} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </PageFrame>
  )
}
