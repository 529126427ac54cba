import type { SignInMethods } from '@sidenote/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { canUsePasskeys, isChangeOfMind } from '../../api/passkeys.ts'
import { api, sentenceOf } from '../../api/request.ts'
import { usePasskey } from '../../api/sign-in.ts'
import { Button } from '../../parts/button.tsx'

/** Whether the provider of identities has sent somebody back whom it doesn’t open the dashboard for. */
const wasRefused = (): boolean => new URLSearchParams(window.location.search).get('sign-in') === 'refused'

/** What went wrong, in a sentence. */
const Problem = ({ children }: { readonly children: string }) => (
  <p role="alert" className="text-sm font-medium text-bad">
    {children}
  </p>
)

const PasskeyButton = () => {
  const { mutate, isPending, error } = usePasskey()
  return (
    <>
      {error && !isChangeOfMind(error) && <Problem>{sentenceOf(error)}</Problem>}
      <Button isBusy={isPending} onClick={() => mutate()}>
        <KeyRound aria-hidden />
        Sign in with a passkey
      </Button>
    </>
  )
}

const SingleSignOn = ({ name }: { readonly name: string }) => {
  const begin = useMutation({
    mutationFn: () => api.post<{ url: string }>('/dashboard/auth/single-sign-on'),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const problem = begin.error
    ? sentenceOf(begin.error)
    : wasRefused() && `${name} did not open this dashboard: an owner has to invite you first.`
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <Button isBusy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {`Sign in with ${name}`}
      </Button>
    </>
  )
}

/** The ways in beside a password; nothing where there are none. */
export const OtherWays = () => {
  const { data } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.get<SignInMethods>('/dashboard/auth/methods', { signal }),
  })
  const hasPasskeys = data?.passkeys === true && canUsePasskeys()
  if (!hasPasskeys && !data?.singleSignOn) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {hasPasskeys && <PasskeyButton />}
      {data.singleSignOn && <SingleSignOn name={data.singleSignOn.name} />}
    </div>
  )
}
