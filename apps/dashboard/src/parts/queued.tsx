import type { Delivery } from '@sidenote/contract'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/request.ts'
import { Badge, type Tone } from './badge.tsx'
import { Button } from './button.tsx'
import { countOf, formatAgo } from './format.ts'
import { sayError } from './toast.tsx'

/** How often a list of what was sent is looked at again, as more may be sent at any time. */
export const lookMilliseconds = 2_000
const tones: Readonly<Record<Delivery['state'], Tone>> = { waiting: 'accent', delivered: 'good', failed: 'bad' }

/** Sends one entry of a list once more. */
interface Resend {
  /** The operation that does so. */
  readonly path: string
  /** Of the list. */
  readonly queryKey: QueryKey
}

interface QueuedProps {
  /** What it is. */
  readonly name: string
  /** What else is to be said of it. */
  readonly note?: string
  readonly queued: Pick<Delivery, 'state' | 'attempts' | 'error' | 'createdAt'>
  /** Left out for somebody who may only read, and where there is nowhere to send it. */
  readonly resend?: Resend | undefined
}

const SendAgain = ({ label, path, queryKey }: Resend & { readonly label: string }) => {
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.post<unknown>(path),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <Button size="small" aria-label={`Send again: ${label}`} isBusy={send.isPending} onClick={() => send.mutate()}>
      Send again
    </Button>
  )
}

/** A message that is sent until it is taken: how far it is, and why it was not taken. */
export const Queued = ({ name, note, queued: { state, attempts, error, createdAt }, resend }: QueuedProps) => (
  <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-0">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="wrap-anywhere">{name}</span>
        <Badge tone={tones[state]}>{state}</Badge>
      </p>
      <p className="mt-0.5 text-xs text-soft wrap-anywhere">
        {note !== undefined && `${note} · `}
        {formatAgo(createdAt)}
        {attempts > 0 && ` · ${countOf(attempts, 'try', 'tries')}`}
      </p>
      {error && <p className="mt-1 text-sm text-bad wrap-anywhere">{error}</p>}
    </div>
    {resend && state !== 'waiting' && <SendAgain label={`${name}, ${formatAgo(createdAt)}`} {...resend} />}
  </li>
)
