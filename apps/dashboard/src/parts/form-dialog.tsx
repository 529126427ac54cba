import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormProblem, type FormValues, valuesOf } from './form.tsx'

interface FormDialogProps {
  readonly title: string
  readonly description?: string
  /** What the button says that sends the form. */
  readonly submit: string
  /** The state of sending it, with what the server refused. */
  readonly save: { readonly error: Error | null; readonly isPending: boolean }
  /** Called with the values of fields that have a name. */
  readonly onSubmit: (values: FormValues) => void
  readonly onClose: () => void
  /** How its fields are laid out. */
  readonly className?: string
  readonly children: ReactNode
}

/** A dialog that asks for something new, sends it, and says below what was wrong with it. */
export const FormDialog = ({
  submit,
  save,
  onSubmit,
  className = 'flex flex-col gap-4',
  children,
  ...dialog
}: FormDialogProps) => {
  const form = useId()
  return (
    <Dialog
      {...dialog}
      isOpen
      actions={
        <>
          <FormProblem error={save.error} className="basis-full" />
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" isBusy={save.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(valuesOf(event.currentTarget))
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
