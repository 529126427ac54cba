import type { Role } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/request.ts'
import { useLinkToken, useSignIn } from '../../api/sign-in.ts'
import { SmallFrame } from '../../layout/small-frame.tsx'
import { Form } from '../../parts/form.tsx'
import { NameField, NewPasswordField } from '../../parts/new-account.tsx'
import { QueryState } from '../../parts/states.tsx'

interface Invitation {
  readonly email: string
  readonly role: Role
  readonly organization: string
}

const About = ({ invitation, isGone }: { readonly invitation: Invitation | undefined; readonly isGone: boolean }) => {
  if (!invitation) return isGone && 'An owner can invite you once more.'
  return (
    <>
      As {invitation.role}, with the e-mail address <b className="font-medium text-ink">{invitation.email}</b>.
    </>
  )
}

/** Where an invitation leads. */
export const Page = () => {
  const token = useLinkToken()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.post<Invitation>('/dashboard/auth/invitation', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isPending, error } = useSignIn('/dashboard/auth/join', () => void navigate({ to: '/' }))
  return (
    <SmallFrame
      title={invitation.data ? `Join ${invitation.data.organization}` : 'Invitation'}
      about={<About invitation={invitation.data} isGone={invitation.isError} />}
    >
      <QueryState query={invitation}>
        {() => (
          <Form verb="Join" onSend={(values) => mutate({ ...values, token })} isBusy={isPending} error={error}>
            <NameField error={error} />
            <NewPasswordField error={error} />
          </Form>
        )}
      </QueryState>
    </SmallFrame>
  )
}
