import { Progress } from '@base-ui/react/progress'
import type { Sync, SyncSummary } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { sayError } from '../../parts/toast.tsx'
import { syncsQuery } from './syncs.ts'

const sentence = ({ status, total, read }: SyncSummary): string => {
  if (status === 'waiting') return 'Waiting for other syncs'
  if (total === null) return 'Looking for pages'
  return `${formatCount(read)} of ${formatCount(total)} pages read`
}

/** How far a sync is, with a way to end it. */
export const SyncProgress = ({ domain, sync }: { readonly domain: string; readonly sync: SyncSummary }) => {
  const queries = useQueryClient()
  const mayCancel = useRole('editor')
  const cancel = useMutation({
    mutationFn: () => api.post<Sync>(address`/admin/v1/sites/${domain}/syncs/${sync.id}/cancel`),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: syncsQuery(domain).queryKey }),
  })
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line bg-accent-soft px-4 py-3">
      <Progress.Root value={sync.total === null ? null : sync.read} max={sync.total ?? 1} className="min-w-0 flex-1">
        <Progress.Label className="figures mb-2 block text-sm font-medium" role="status">
          {sentence(sync)}
          {sync.failed > 0 && <span className="text-bad"> · {formatCount(sync.failed)} failed</span>}
        </Progress.Label>
        <Progress.Track className="block h-1.5 overflow-hidden rounded-full bg-line">
          <Progress.Indicator className="block h-full rounded-full bg-accent transition-[width] duration-300 data-indeterminate:w-1/4 motion-safe:data-indeterminate:animate-pulse" />
        </Progress.Track>
      </Progress.Root>
      {mayCancel && (
        <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel sync
        </Button>
      )}
    </div>
  )
}
