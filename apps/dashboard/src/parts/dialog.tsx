import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Its buttons, the main one last. */
  readonly actions?: ReactNode
}

const backdrop = 'appear fixed inset-0 z-40 bg-[light-dark(rgb(40_30_20/0.32),rgb(0_0_0/0.6))]'

/** Asks for something, or for a decision, before work goes on. */
export const Dialog = ({ title, description, isOpen, onClose, children, actions }: DialogProps) => (
  <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <BaseDialog.Portal>
      {/* A dialog that a drawer opens dims the drawer too. */}
      <BaseDialog.Backdrop forceRender className={backdrop} />
      <BaseDialog.Popup className="group/form appear fixed top-[12dvh] left-1/2 z-40 flex max-h-[80dvh] w-[min(32rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised shadow-high outline-none">
        <div className="flex flex-col gap-1 px-5 pt-4.5 pb-3">
          <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description render={<div />} className="text-sm text-soft text-pretty">
              {description}
            </BaseDialog.Description>
          )}
        </div>
        {children && <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-4">{children}</div>}
        {actions && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
)

interface DrawerProps extends Omit<DialogProps, 'description'> {
  /** A line below the title, such as a time or a state. */
  readonly note?: ReactNode
}

/** Shows one thing of a list beside the list; over it on a small screen. */
export const Drawer = ({ title, note, isOpen, onClose, children, actions }: DrawerProps) => (
  <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <BaseDialog.Portal>
      <BaseDialog.Backdrop className={backdrop} />
      <BaseDialog.Popup className="appear fixed inset-y-0 right-0 z-40 flex w-[min(42rem,100vw)] flex-col border-l border-line bg-paper shadow-high outline-none data-ending-style:translate-x-6 data-starting-style:translate-x-6">
        <div className="flex items-start gap-3 border-b border-line px-5 py-3.5">
          <div className="min-w-0 flex-1">
            <BaseDialog.Title className="text-lg font-semibold wrap-anywhere">{title}</BaseDialog.Title>
            {note && <div className="mt-0.5 text-sm text-soft wrap-anywhere">{note}</div>}
          </div>
          <BaseDialog.Close className={buttonStyle('quiet', 'icon')} aria-label="Close">
            <X aria-hidden />
          </BaseDialog.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        {actions && <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3">{actions}</div>}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
)
