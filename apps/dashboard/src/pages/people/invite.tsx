import type { CreatedInvitation, Role } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, issueOf } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
import type { FormValues } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { roleChoices } from './roles.ts'

/** Asks whom to invite, and shows the link once. */
export const Invite = ({ onClose }: { readonly onClose: () => void }) => {
  const client = useQueryClient()
  const [role, setRole] = useState<Role>('editor')
  const invite = useMutation({
    mutationFn: ({ email }: FormValues) =>
      api.post<CreatedInvitation>('/admin/v1/invitations', { body: { email, role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['members'] }),
  })
  if (invite.data) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={`Send this link to ${invite.data.email}`}
        description="Whoever has it joins in their name, once, within seven days. It is not shown again."
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CopyField label="link" value={invite.data.link} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Invite somebody"
      description="You get a link for them, by which they choose their password."
      submit="Create link"
      save={invite}
      onSubmit={invite.mutate}
      onClose={onClose}
    >
      <Field label="E-mail" error={issueOf(invite.error, 'email')}>
        <Input name="email" type="email" autoComplete="off" required />
      </Field>
      <Field label="Role">
        <Select choices={roleChoices} value={role} onChange={setRole} />
      </Field>
    </FormDialog>
  )
}
