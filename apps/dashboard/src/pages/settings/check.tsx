import type { Finding } from '@sidenote/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/request.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { sayError } from '../../parts/toast.tsx'

const tones = { good: 'good', warning: 'warn', problem: 'bad' } as const

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul role="status" className="flex flex-col gap-1 text-sm">
    {findings.map(({ level, sentence }) => (
      <li key={sentence} className="flex items-baseline gap-2">
        <Badge tone={tones[level]}>{level}</Badge>
        <span className="wrap-anywhere">{sentence}</span>
      </li>
    ))}
  </ul>
)

interface CheckProps {
  /** The operation that checks. */
  readonly path: string
  readonly verb: string
  /** What the button says meanwhile. */
  readonly busy: string
}

/** Tries what is stored, and says what came of it. */
export const Check = ({ path, verb, busy }: CheckProps) => {
  const check = useMutation({
    mutationFn: () => api.post<{ findings: Finding[] }>(path),
    onError: sayError,
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isBusy={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? busy : verb}
      </Button>
      {check.data && !check.isPending && <Findings findings={check.data.findings} />}
    </div>
  )
}
