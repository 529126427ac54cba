import type { ReactNode } from 'react'
import { sentenceOf } from '../api/request.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, with counts where something is lost. */
  readonly description: ReactNode
  /** The verb on the button, such as “Revoke key”. */
  readonly verb: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  readonly error?: unknown
  readonly children?: ReactNode
}

/** Asks once more before something cannot be undone. */
export const ConfirmDialog = ({ verb, onClose, onConfirm, isBusy = false, error, ...rest }: ConfirmDialogProps) => (
  <Dialog
    {...rest}
    onClose={onClose}
    actions={
      <>
        {error != null && (
          <p role="alert" className="mr-auto text-sm text-bad">
            {sentenceOf(error)}
          </p>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
          {verb}
        </Button>
      </>
    }
  />
)
