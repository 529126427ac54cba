import { issueOf } from '../api/request.ts'
import { Field, Input } from './field.tsx'

/** Name and password of somebody new. */
export const NameField = ({ error }: { readonly error: unknown }) => (
  <Field label="Name" hint="As others of your organization see it." error={issueOf(error, 'name')}>
    <Input name="name" autoComplete="name" maxLength={100} required autoFocus />
  </Field>
)

/** A new password. */
export const NewPasswordField = ({ error }: { readonly error: unknown }) => (
  <Field label="Password" hint="At least 10 characters." error={issueOf(error, 'password')}>
    <Input name="password" type="password" autoComplete="new-password" minLength={10} maxLength={128} required />
  </Field>
)
