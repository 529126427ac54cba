import { useNavigate } from '@tanstack/react-router'
import { issueOf } from '../../api/request.ts'
import { useLinkToken, useSignIn } from '../../api/sign-in.ts'
import { SmallFrame } from '../../layout/small-frame.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { NameField, NewPasswordField } from '../../parts/new-account.tsx'

/** Where the setup link leads: its reader becomes an owner. */
export const Page = () => {
  const token = useLinkToken()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSignIn('/dashboard/auth/setup', () => void navigate({ to: '/' }))
  if (!token) {
    return (
      <SmallFrame
        title="This link is not complete"
        about="On the machine that the server runs on, this command prints a new one:"
      >
        <CopyField label="command" value="sidenote dashboard" />
      </SmallFrame>
    )
  }
  return (
    <SmallFrame
      title="Become the owner"
      about="This link proves that you run this server. If you could sign in before, type the same e-mail address: it gets the new password."
    >
      <Form verb="Create account" onSend={(values) => mutate({ ...values, token })} isBusy={isPending} error={error}>
        <NameField error={error} />
        <Field label="E-mail" error={issueOf(error, 'email')}>
          <Input name="email" type="email" autoComplete="username" required />
        </Field>
        <NewPasswordField error={error} />
      </Form>
    </SmallFrame>
  )
}
