import type { SignInMethods } from '@sidenote/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, sentenceOf } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'

/** Whether the provider of identities has sent somebody back whom it doesn’t open the dashboard for. */
const wasRefused = (): boolean => new URLSearchParams(window.location.search).get('sign-in') === 'refused'

/** The way in with an account that people have already; nothing where no provider of identities is set up. */
export const SingleSignOn = () => {
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.get<SignInMethods>('/dashboard/auth/methods', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const begin = useMutation({
    mutationFn: () => api.post<{ url: string }>('/dashboard/auth/single-sign-on'),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const name = methods.data?.singleSignOn?.name
  if (!name) return null
  const problem = begin.error
    ? sentenceOf(begin.error)
    : wasRefused() && `${name} did not open this dashboard: an owner has to invite you first.`
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {problem && (
        <p role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      )}
      <Button isBusy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {`Sign in with ${name}`}
      </Button>
    </div>
  )
}
