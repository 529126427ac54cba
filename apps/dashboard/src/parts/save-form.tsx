import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { sentenceOf } from '../api/request.ts'
import { Button } from './button.tsx'
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
      <form aria-label={label} onSubmit={submit}>
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5 p-5">
          {children}
        </fieldset>
        {mayChange && (isChanged || save.error) && (
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
            {save.error && (
              <p role="alert" className="mr-auto text-sm text-bad">
                {sentenceOf(save.error)}
              </p>
            )}
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
