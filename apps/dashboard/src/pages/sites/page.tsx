import type { Site } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRole } from '../../api/session.ts'
import { sitesQuery } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { countOf, formatAgo } from '../../parts/format.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { SiteDialog } from './site-dialog.tsx'

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

/** All sites of the organization. */
export const Page = () => {
  const sites = useQuery(sitesQuery)
  const mayAdd = useRole('editor')
  const [isAdding, setIsAdding] = useState(false)
  const add = mayAdd && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      Add site
    </Button>
  )
  return (
    <PageFrame
      title="Sites"
      about="Each site is one set of documentation, with its own pages, keys and conversations."
      actions={sites.data && sites.data.length > 0 && add}
    >
      <QueryState query={sites}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No site yet" action={add}>
              A site is your documentation, as Sidenote reads it: from a website, a repository, a folder or an OpenAPI
              document.
            </EmptyState>
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {list.map((site) => (
                <SiteCard key={site.domain} site={site} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {isAdding && <SiteDialog onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}
