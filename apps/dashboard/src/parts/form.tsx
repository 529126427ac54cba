import type { FormEvent, ReactNode } from 'react'
import { RequestError, sentenceOf } from '../api/request.ts'
import { Button } from './button.tsx'

interface FormProps {
  /** The verb on the button. */
  readonly verb: string
  readonly onSend: (values: Readonly<Record<string, string>>) => void
  readonly isBusy: boolean
  readonly error: unknown
  readonly children: ReactNode
}

/** Fields and the button that sends them. What the server has against one of them stands below the fields. */
export const Form = ({ verb, onSend, isBusy, error, children }: FormProps) => {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    onSend(Object.fromEntries(values))
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      {children}
      {error != null && (
        <p role="alert" className="text-sm font-medium text-bad">
          {sentenceOf(error)}
        </p>
      )}
      <Button type="submit" look="primary" isBusy={isBusy} className="self-start">
        {verb}
      </Button>
    </form>
  )
}

/** What the server has against one value, in a sentence. */
export const issueOf = (error: unknown, path: string): string | undefined =>
  error instanceof RequestError ? error.issues.find((issue) => issue.path === path)?.message : undefined
