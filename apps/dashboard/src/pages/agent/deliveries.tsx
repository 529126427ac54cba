import type { Delivery, Project } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { countOf, formatAgo } from '../../parts/format.ts'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { sayError } from '../../parts/toast.tsx'

const lookMilliseconds = 2_000
const tones: Readonly<Record<Delivery['state'], Tone>> = { waiting: 'accent', delivered: 'good', failed: 'bad' }

const pathOf = ({ id }: Project): string => address`/admin/v1/projects/${id}/deliveries`

/** What was sent to the webhook; looked at again and again, as more may be sent at any time. */
const useDeliveries = (project: Project) =>
  useQuery({
    queryKey: ['projects', project.id, 'deliveries'],
    queryFn: ({ signal }) =>
      api.get<{ deliveries: Delivery[] }>(pathOf(project), { signal }).then(({ deliveries }) => deliveries),
    refetchInterval: lookMilliseconds,
  })

interface EntryProps {
  readonly project: Project
  readonly delivery: Delivery
}

const SendAgain = ({ project, delivery }: EntryProps) => {
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.post<Delivery>(`${pathOf(project)}${address`/${delivery.id}/resend`}`),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['projects', project.id, 'deliveries'] }),
  })
  return (
    <Button
      size="small"
      aria-label={`Send again: ${delivery.type}, ${formatAgo(delivery.createdAt)}`}
      isBusy={send.isPending}
      onClick={() => send.mutate()}
    >
      Send again
    </Button>
  )
}

const Entry = ({ project, delivery }: EntryProps) => {
  const mayChange = useRole('editor')
  const { type, state, attempts, error, createdAt } = delivery
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-mono text-xs wrap-anywhere">{type}</span>
          <Badge tone={tones[state]}>{state}</Badge>
        </p>
        <p className="mt-0.5 text-xs text-soft">
          {formatAgo(createdAt)}
          {attempts > 0 && ` · ${countOf(attempts, 'try', 'tries')}`}
        </p>
        {error && <p className="mt-1 text-sm text-bad wrap-anywhere">{error}</p>}
      </div>
      {mayChange && project.webhook && state !== 'waiting' && <SendAgain project={project} delivery={delivery} />}
    </li>
  )
}

/** What was sent to the webhook of a project in the last 30 days, and why something was not taken. */
export const Deliveries = ({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) => {
  const deliveries = useDeliveries(project)
  return (
    <Drawer isOpen onClose={onClose} title="Deliveries" note={project.webhook?.url}>
      <QueryState query={deliveries}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nothing has been sent">What is sent to the webhook appears here for 30 days.</EmptyState>
          ) : (
            <ul className="rounded-lg border border-line bg-raised shadow-low">
              {list.map((delivery) => (
                <Entry key={delivery.id} project={project} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Drawer>
  )
}
