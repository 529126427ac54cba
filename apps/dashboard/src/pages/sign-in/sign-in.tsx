import { useSignIn } from '../../api/sign-in.ts'
import { SmallFrame } from '../../layout/small-frame.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { OtherWays } from './other-ways.tsx'

/** What somebody sees who is not signed in. */
export const SignIn = () => {
  const { mutate, isPending, error } = useSignIn('/dashboard/auth/sign-in')
  return (
    <SmallFrame title="Sign in">
      <Form verb="Sign in" onSend={mutate} isBusy={isPending} error={error}>
        <Field label="E-mail">
          <Input name="email" type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label="Password">
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
      </Form>
      <OtherWays />
      <p className="border-t border-line pt-4 text-xs text-soft text-pretty">
        No account, or no password? An owner can invite you. Whoever runs the server gets a link with{' '}
        <code className="font-mono">sidenote dashboard</code>.
      </p>
    </SmallFrame>
  )
}
