import type { Delivery, Project } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Drawer } from '../../parts/dialog.tsx'
import { lookMilliseconds, Queued } from '../../parts/queued.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'

/** What was sent to the webhook of a project in the last 30 days, and why something was not taken. */
export const Deliveries = ({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) => {
  const mayChange = useRole('editor')
  const path = address`/admin/v1/projects/${project.id}/deliveries`
  const queryKey = ['projects', project.id, 'deliveries']
  const deliveries = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ deliveries: Delivery[] }>(path, { signal }).then((list) => list.deliveries),
    refetchInterval: lookMilliseconds,
  })
  return (
    <Drawer isOpen onClose={onClose} title="Deliveries" note={project.webhook?.url}>
      <QueryState query={deliveries}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nothing has been sent">What is sent to the webhook appears here for 30 days.</EmptyState>
          ) : (
            <ul className="rounded-lg border border-line bg-raised shadow-low">
              {list.map((delivery) => (
                <Queued
                  key={delivery.id}
                  name={delivery.type}
                  queued={delivery}
                  resend={
                    mayChange && project.webhook
                      ? { path: `${path}${address`/${delivery.id}/resend`}`, queryKey }
                      : undefined
                  }
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Drawer>
  )
}
