import type { Passkey } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { addPasskey, canUsePasskeys, isChangeOfMind } from '../../api/passkeys.ts'
import { address, api } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatAgo } from '../../parts/format.ts'
import { Section } from '../../parts/page.tsx'
import { QueryState } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { sayDone } from '../../parts/toast.tsx'

const key = ['passkeys']

const NewPasskey = ({ onClose }: { readonly onClose: () => void }) => {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => addPasskey(name),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key })
      sayDone('Passkey added.')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add a passkey"
      description="Your device, a security key or your password manager then signs you in, without a password."
      submit="Continue"
      save={{ isPending: add.isPending, error: isChangeOfMind(add.error) ? null : add.error }}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label="Name" hint="So that you know it again.">
        <Input
          required
          autoFocus
          maxLength={100}
          placeholder="My laptop"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

const Remove = ({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) => {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(address`/admin/v1/passkeys/${passkey.id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      description="It does not sign you in any more. Delete it on your device too, which goes on offering it."
      verb="Remove passkey"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  )
}

/** The passkeys of the person. */
export const Passkeys = () => {
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const passkeys = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get<{ passkeys: Passkey[] }>('/admin/v1/passkeys', { signal }).then((answer) => answer.passkeys),
  })
  const columns: readonly Column<Passkey>[] = [
    { name: 'Name', isMain: true, cell: ({ name }) => name },
    { name: 'Added', cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatAgo(createdAt)}</span> },
    {
      name: 'Act',
      isAct: true,
      cell: (row) => (
        <Button look="quiet" size="small" aria-label={`Remove ${row.name}`} onClick={() => setRemoved(row)}>
          Remove
        </Button>
      ),
    },
  ]
  return (
    <Section
      title="Your passkeys"
      actions={
        canUsePasskeys() && (
          <Button onClick={() => setIsAdding(true)}>
            <KeyRound aria-hidden />
            Add passkey
          </Button>
        )
      }
    >
      <QueryState query={passkeys}>
        {(list) =>
          list.length > 0 ? (
            <Table label="Your passkeys" columns={columns} rows={list} keyOf={({ id }) => id} />
          ) : (
            <p className="text-sm text-soft text-pretty">
              {canUsePasskeys()
                ? 'None yet. With a passkey you sign in by your fingerprint, face or PIN.'
                : 'None. Browsers make passkeys only where the dashboard has an HTTPS address, or at localhost.'}
            </p>
          )
        }
      </QueryState>
      {isAdding && <NewPasskey onClose={() => setIsAdding(false)} />}
      {removed && <Remove passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}
