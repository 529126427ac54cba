import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { countOf } from '../../parts/format.ts'
import { sayDone } from '../../parts/toast.tsx'

interface DeleteDialogProps {
  readonly domain: string
  /** One conversation, or all of a reader. */
  readonly loss: { readonly threadId: string; readonly questions: number } | { readonly fp: string }
  readonly onClose: () => void
  readonly onDelete: () => void
}

/** Asks before conversations are deleted, and deletes them. */
export const DeleteDialog = ({ domain, loss, onClose, onDelete }: DeleteDialogProps) => {
  const queries = useQueryClient()
  const isReader = 'fp' in loss
  const remove = useMutation({
    mutationFn: () =>
      api.delete(
        isReader
          ? address`/admin/v1/sites/${domain}/readers/${loss.fp}`
          : address`/admin/v1/sites/${domain}/conversations/${loss.threadId}`,
      ),
    onSuccess: async () => {
      sayDone(isReader ? 'Reader deleted.' : 'Conversation deleted.')
      await queries.invalidateQueries({ queryKey: ['turns', domain] })
      onDelete()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={isReader ? 'Delete this reader?' : 'Delete this conversation?'}
      description={`${isReader ? `Every conversation of ${loss.fp}` : countOf(loss.questions, 'question')} with answers and feedback will be gone for good. The figures by day stay.`}
      verb={isReader ? 'Delete reader' : 'Delete conversation'}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}
