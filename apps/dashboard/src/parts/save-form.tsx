import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormProblem } from './form.tsx'
import { Card } from './page.tsx'

interface SaveFormProps {
  readonly label: string
  /** Whether something differs from what is stored. */
  readonly isChanged: boolean
  /** Someone who may only read sees the values without the buttons. */
  readonly mayChange: boolean
  readonly save: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending'>
  readonly onSave: () => void
  readonly onReset: () => void
  readonly children: ReactNode
}

/** Values that are changed together, and saved together. */
export const SaveForm = ({ label, isChanged, mayChange, save, onSave, onReset, children }: SaveFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Card>
      <form aria-label={label} onSubmit={submit} className="group/form">
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5 p-5">
          {children}
        </fieldset>
        {mayChange && (isChanged || save.error) && (
          <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t border-line bg-raised px-5 py-3">
            <FormProblem error={save.error} className="mr-auto" />
            <Button onClick={onReset}>Discard</Button>
            <Button type="submit" look="primary" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
