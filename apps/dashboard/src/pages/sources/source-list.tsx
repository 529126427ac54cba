import type { Site, Source, SyncedSource } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { siteQuery } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { Recognized } from './recognized.tsx'
import { detailOf, kindNames, placeOf } from './source-draft.ts'
import { syncQuery } from './syncs.ts'

const RemoveSource = ({ domain, source }: { readonly domain: string; readonly source: Source }) => {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      api.patch<Site>(address`/admin/v1/sites/${domain}`, { body: { removeSources: [placeOf(source)] } }),
    onSuccess: (site) => {
      queries.setQueryData(siteQuery(domain).queryKey, site)
      sayDone('Source removed.')
    },
  })
  return (
    <>
      <Button look="quiet" size="icon" aria-label={`Remove ${placeOf(source)}`} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        title="Remove source?"
        description={`The next complete sync takes the pages of ${placeOf(source)} out of the index.`}
        verb="Remove source"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        error={remove.error}
      />
    </>
  )
}

/** What the last sync says of a source’s pages. */
const LastRead = ({ source, reports }: { readonly source: Source; readonly reports: readonly SyncedSource[] }) => {
  const report = reports.find(({ place }) => place === placeOf(source))
  return report ? <Recognized source={report} /> : null
}

interface SourceListProps {
  readonly site: Site
  readonly onOpen: (source: Source) => void
}

/** The sources of a site. */
export const SourceList = ({ site, onOpen }: SourceListProps) => {
  const mayChange = useRole('editor')
  const { id } = site.lastSync ?? {}
  const { data } = useQuery({ ...syncQuery(site.domain, id ?? ''), enabled: id !== undefined })
  const reports = data?.sources ?? []
  return (
    <ul className="rounded-lg border border-line bg-raised shadow-low">
      {site.sources.map((source) => (
        <li
          key={`${placeOf(source)} ${detailOf(source)}`}
          className="flex items-center gap-3 border-b border-line py-2.5 pr-2 pl-4 last:border-0"
        >
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium" title={placeOf(source)}>
              {placeOf(source)}
            </p>
            <p className="truncate text-xs text-soft">
              {[kindNames[source.kind], detailOf(source)].filter(Boolean).join(' · ')}
            </p>
            <LastRead source={source} reports={reports} />
          </div>
          {mayChange && (
            <Button look="quiet" size="small" aria-label={`Change ${placeOf(source)}`} onClick={() => onOpen(source)}>
              Change
            </Button>
          )}
          {mayChange && site.sources.length > 1 && <RemoveSource domain={site.domain} source={source} />}
        </li>
      ))}
    </ul>
  )
}
