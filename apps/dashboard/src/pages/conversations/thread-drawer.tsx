import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { threadQuery } from '../../api/figures.ts'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { countOf, formatTime } from '../../parts/format.ts'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { TurnView } from './turn-view.tsx'

interface ThreadDrawerProps {
  readonly domain: string
  readonly threadId: string
  readonly onClose: () => void
}

/** One conversation as its reader saw it, with what its owner knows besides. */
export const ThreadDrawer = ({ domain, threadId, onClose }: ThreadDrawerProps) => {
  const thread = useQuery(threadQuery(domain, threadId))
  const mayDelete = useRole('editor')
  const [asksToDelete, setAsksToDelete] = useState(false)
  const first = thread.data?.[0]
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={first?.question ?? 'Conversation'}
      note={first && `${formatTime(first.askedAt)} · ${first.fp === 'anonymous' ? 'anonymous reader' : first.fp}`}
      actions={
        mayDelete &&
        first && (
          <Button look="danger" onClick={() => setAsksToDelete(true)}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        )
      }
    >
      <QueryState query={thread}>
        {(turns) =>
          turns.length === 0 ? (
            <EmptyState title="This conversation is gone">
              It was deleted, or it is older than the site keeps any.
            </EmptyState>
          ) : (
            <ol className="flex flex-col gap-8">
              {turns.map((turn) => (
                <TurnView key={turn.id} turn={turn} />
              ))}
            </ol>
          )
        }
      </QueryState>
      {asksToDelete && thread.data && (
        <DeleteDialog
          domain={domain}
          threadId={threadId}
          questions={thread.data.length}
          onClose={() => setAsksToDelete(false)}
          onDelete={onClose}
        />
      )}
    </Drawer>
  )
}

interface DeleteDialogProps extends ThreadDrawerProps {
  readonly questions: number
  readonly onDelete: () => void
}

const DeleteDialog = ({ domain, threadId, questions, onClose, onDelete }: DeleteDialogProps) => {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(address`/admin/v1/sites/${domain}/conversations/${threadId}`),
    onSuccess: async () => {
      sayDone('Conversation deleted.')
      await queries.invalidateQueries({ queryKey: ['turns', domain] })
      onDelete()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title="Delete this conversation?"
      description={`${countOf(questions, 'question')} with answers and feedback will be gone for good. The figures by day stay.`}
      verb="Delete conversation"
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}
