import type { Project } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState } from '../../layout/address.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Card, Section } from '../../parts/page.tsx'
import { projectsQuery } from './agent-queries.ts'
import { Deliveries } from './deliveries.tsx'
import { eventNames, WebhookDialog } from './webhook-dialog.tsx'

const RemoveWebhook = ({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.patch<Project>(address`/admin/v1/projects/${project.id}`, { body: { webhook: null } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Remove webhook?"
      description="Nothing is sent to its address any more. Its secret is lost."
      verb="Remove webhook"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  )
}

/** Where the end of jobs, failures and weeks are sent, and what became of it. */
export const Webhook = ({ project }: { readonly project: Project }) => {
  const mayChange = useRole('editor')
  const [{ deliveries }, change] = useAddressState()
  const [dialog, setDialog] = useState<'change' | 'remove'>()
  const { webhook } = project
  const close = () => setDialog(undefined)
  return (
    <Section
      title="Webhook"
      about="Tells a program of yours when a job ends, something fails, or a week is over."
      actions={
        <>
          <Button onClick={() => change({ deliveries: 'all' })}>Deliveries</Button>
          {mayChange && (
            <Button onClick={() => setDialog('change')}>{webhook ? 'Change webhook' : 'Set webhook'}</Button>
          )}
        </>
      }
    >
      <Card className="flex items-center gap-3 py-3 pr-2 pl-4">
        {webhook ? (
          <>
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <p className="font-mono text-xs wrap-anywhere">{webhook.url}</p>
              <p className="flex flex-wrap gap-1.5">
                {webhook.events.map((event) => (
                  <Badge key={event}>{eventNames[event]}</Badge>
                ))}
              </p>
            </div>
            {mayChange && (
              <Button look="quiet" size="small" aria-label="Remove webhook" onClick={() => setDialog('remove')}>
                Remove
              </Button>
            )}
          </>
        ) : (
          <p className="text-sm text-soft">None.</p>
        )}
      </Card>
      {dialog === 'change' && <WebhookDialog project={project} onClose={close} />}
      {dialog === 'remove' && <RemoveWebhook project={project} onClose={close} />}
      {deliveries && <Deliveries project={project} onClose={() => change({ deliveries: undefined })} />}
    </Section>
  )
}
