import type { Trial, TrialRequest } from '@sidenote/contract'
import { useMutation } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useDomain } from '../../layout/address.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx'
import { AskForm } from './ask-form.tsx'
import { TrialView } from './trial-view.tsx'

const Waiting = () => (
  <div className="grid gap-6 xl:grid-cols-2" aria-busy>
    <span className="sr-only" role="status">
      The question is being answered
    </span>
    <Skeleton className="h-56" />
    <Skeleton className="h-56" />
  </div>
)

/** Asks as a reader would, and shows how the answer was made. */
export const Page = () => {
  const domain = useDomain()
  const mayAsk = useRole('editor')
  const ask = useMutation({
    mutationFn: (body: TrialRequest) => api.post<Trial>(address`/admin/v1/sites/${domain}/trials`, { body }),
  })
  return (
    <PageFrame
      title="Playground"
      about="Ask as a reader would, and see how the answer is made. Nothing is stored or counted, but the budget pays for it."
    >
      {mayAsk ? (
        <AskForm isBusy={ask.isPending} onAsk={(question) => ask.mutate(question)} />
      ) : (
        <EmptyState title="Editors ask here">
          A question costs what a reader’s does. An owner can give you the role editor.
        </EmptyState>
      )}
      {ask.isPending && <Waiting />}
      {ask.error && <ErrorState error={ask.error} />}
      {ask.data && !ask.isPending && <TrialView trial={ask.data} />}
    </PageFrame>
  )
}
