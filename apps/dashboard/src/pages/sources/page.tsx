import type { Source, Sync } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { siteQuery } from '../../api/sites.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { countOf } from '../../parts/format.ts'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { QueryState, Skeleton } from '../../parts/states.tsx'
import { sayError } from '../../parts/toast.tsx'
import { History } from './history.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { SourceList } from './source-list.tsx'
import { SyncDrawer } from './sync-drawer.tsx'
import { SyncProgress } from './sync-progress.tsx'
import { isOpen, syncsQuery } from './syncs.ts'

/** Starts a sync, and follows it. */
const useSync = (domain: string) => {
  const queries = useQueryClient()
  const syncs = useQuery(syncsQuery(domain))
  const running = syncs.data?.syncs.find(isOpen)
  const ended = syncs.data?.syncs.find((sync) => !isOpen(sync))?.id
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: siteQuery(domain).queryKey, exact: true })
  }, [ended, domain, queries])
  const start = useMutation({
    mutationFn: () => api.post<Sync>(address`/admin/v1/sites/${domain}/syncs`),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: syncsQuery(domain).queryKey }),
  })
  return { syncs, running, start }
}

/** Where the site’s pages come from, and every time that they were read. */
export const Page = () => {
  const domain = useDomain()
  const mayChange = useRole('editor')
  const [{ sync: openedSync }, change] = useAddressState()
  const [dialog, setDialog] = useState<{ readonly source?: Source }>()
  const site = useQuery(siteQuery(domain))
  const { syncs, running, start } = useSync(domain)
  const about =
    site.data && `${countOf(site.data.pages, 'page')} in the index, in ${countOf(site.data.sections, 'section')}.`
  return (
    <PageFrame
      title="Sources"
      about={about ?? ' '}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setDialog({})}>
              <Plus aria-hidden />
              Add source
            </Button>
            <Button
              look="primary"
              disabled={running !== undefined}
              isBusy={start.isPending}
              onClick={() => start.mutate()}
            >
              <RefreshCw aria-hidden />
              Sync now
            </Button>
          </>
        )
      }
    >
      {running && (
        <div className="mb-6">
          <SyncProgress domain={domain} sync={running} />
        </div>
      )}
      <Section title="Read from">
        <QueryState query={site} skeleton={<Skeleton className="h-16" />}>
          {(data) => <SourceList site={data} onOpen={(source) => setDialog({ source })} />}
        </QueryState>
      </Section>
      <Section title="History" about="Syncs of the last 30 days. Open one for its report.">
        <QueryState query={syncs}>
          {(list) => <History syncs={list.syncs} onOpen={({ id }) => change({ sync: id })} />}
        </QueryState>
      </Section>
      {dialog && <SourceDialog domain={domain} source={dialog.source} onClose={() => setDialog(undefined)} />}
      {openedSync && <SyncDrawer domain={domain} id={openedSync} onClose={() => change({ sync: undefined })} />}
    </PageFrame>
  )
}
