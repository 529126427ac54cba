import type { Site } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { siteQuery } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Card } from '../../parts/page.tsx'

const questions = {
  create: {
    title: 'Replace the secret?',
    description:
      'Readers that your application signed with the current one are refused until it signs with the new one.',
    verb: 'Replace secret',
  },
  remove: {
    title: 'Stop accepting signed readers?',
    description: 'Readers that your application has signed are refused from now on.',
    verb: 'Remove secret',
  },
}

/** The secret by which an application vouches for its signed-in readers. */
export const ReadersCard = ({ site }: { readonly site: Site }) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const [asking, setAsking] = useState<keyof typeof questions>()
  const path = address`/admin/v1/sites/${site.domain}/identity`
  const settle = () => {
    setAsking(undefined)
    return queries.invalidateQueries({ queryKey: siteQuery(site.domain).queryKey, exact: true })
  }
  const create = useMutation({ mutationFn: () => api.post<{ secret: string }>(path), onSuccess: settle })
  const remove = useMutation({ mutationFn: () => api.delete(path), onSuccess: settle })
  const action = asking === 'remove' ? remove : create
  return (
    <Card className="p-5 flex flex-col items-start gap-3">
      <p className="max-w-prose text-sm text-soft">
        Your application signs its readers with a secret, so that each has their own conversations on every device.{' '}
        {site.signedReaders ? 'A secret is in use.' : 'There is no secret yet.'}
      </p>
      {create.data && site.signedReaders && (
        <div className="w-full">
          <p className="mb-1.5 text-sm font-medium">The secret, shown only this once</p>
          <CopyField label="secret" value={create.data.secret} />
        </div>
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            isBusy={create.isPending}
            onClick={() => (site.signedReaders ? setAsking('create') : create.mutate())}
          >
            {site.signedReaders ? 'Replace secret' : 'Create secret'}
          </Button>
          {site.signedReaders && (
            <Button look="danger" onClick={() => setAsking('remove')}>
              Remove secret
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        {...questions[asking ?? 'create']}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => action.mutate()}
        isBusy={action.isPending}
        error={action.error}
      />
    </Card>
  )
}
