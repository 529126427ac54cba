import type { Trial, TrialRequest } from '@sidenote/contract'
import { useMutation } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { AskForm } from './ask-form.tsx'
import { SaveTest } from './save-test.tsx'
import { Tests } from './tests.tsx'
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

const Ask = ({ domain }: { readonly domain: string }) => {
  const mayAsk = useRole('editor')
  const ask = useMutation({
    mutationFn: (body: TrialRequest) => api.post<Trial>(address`/admin/v1/sites/${domain}/trials`, { body }),
  })
  if (!mayAsk) {
    return (
      <EmptyState title="Editors ask here">
        A question costs what a reader’s does. An owner can give you the role editor.
      </EmptyState>
    )
  }
  return (
    <>
      <AskForm isBusy={ask.isPending} onAsk={(question) => ask.mutate(question)} />
      {ask.isPending && <Waiting />}
      {ask.error && <ErrorState error={ask.error} />}
      {ask.data && !ask.isPending && (
        <TrialView trial={ask.data} actions={<SaveTest key={ask.data.question} domain={domain} trial={ask.data} />} />
      )}
    </>
  )
}

/** Asks as a reader would, and shows how answers are made: one question, or all test questions. */
export const Page = () => {
  const domain = useDomain()
  const [{ tab }, change] = useAddressState()
  return (
    <PageFrame
      title="Playground"
      about="Ask as a reader would, and see how the answer is made. No conversation is stored and no figure changes, but the budget pays."
    >
      <Tabs
        label="Playground"
        value={tab === 'tests' ? 'tests' : 'ask'}
        onChange={(name) => change({ tab: name === 'ask' ? undefined : name, run: undefined })}
        tabs={[
          { name: 'ask', label: 'Ask', content: <Ask domain={domain} /> },
          { name: 'tests', label: 'Test questions', content: <Tests domain={domain} /> },
        ]}
      />
    </PageFrame>
  )
}
