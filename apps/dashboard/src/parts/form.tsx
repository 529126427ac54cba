import type { FormEvent, ReactNode } from 'react'
import { sentenceOf } from '../api/request.ts'
import { Button } from './button.tsx'

/** What was typed into the fields of a form, by their names. */
export type FormValues = Readonly<Record<string, string>>

/** Reads what was typed into a form. */
export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/**
 * What is wrong with what was typed: the server’s sentence, or that fields say it themselves.
 * It stands within a `group/form`, with the fields.
 */
export const FormProblem = ({ error, className = '' }: { readonly error: unknown; readonly className?: string }) =>
  error != null && (
    <p role="alert" className={`text-sm font-medium text-bad wrap-anywhere ${className}`}>
      <span className="group-has-aria-invalid/form:hidden">{sentenceOf(error)}</span>
      <span className="hidden group-has-aria-invalid/form:inline">The marked fields need another value.</span>
    </p>
  )

interface FormProps {
  /** The verb on the button. */
  readonly verb: string
  readonly onSend: (values: FormValues) => void
  readonly isBusy: boolean
  readonly error: unknown
  readonly children: ReactNode
}

/** Fields and the button that sends them. What the server has against one of them stands below the fields. */
export const Form = ({ verb, onSend, isBusy, error, children }: FormProps) => {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(valuesOf(event.currentTarget))
  }
  return (
    <form onSubmit={send} className="group/form flex flex-col gap-4">
      {children}
      <FormProblem error={error} />
      <Button type="submit" look="primary" isBusy={isBusy} className="self-start">
        {verb}
      </Button>
    </form>
  )
}
