import type { CreatedKey } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, issueOf } from '../../api/request.ts'
import { sitesQuery } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Input, TextArea } from '../../parts/field.tsx'
import type { FormValues } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { type Snippet, snippetsOf } from './snippets.ts'

const kinds = [
  { value: 'assistant', label: 'Assistant: public, for one site' },
  { value: 'administrator', label: 'Administrator: secret, for servers' },
] as const
type Kind = (typeof kinds)[number]['value']

const scopes = [
  { value: 'write', label: 'Read and change' },
  { value: 'read', label: 'Read only' },
] as const

const linesOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** The only time that a key is shown, with what it is for. */
const ShowKey = ({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) => {
  const [tab, setTab] = useState<Snippet['name']>('tag')
  const { key, site } = created
  const snippets = site === null ? [] : snippetsOf({ origin: window.location.origin, domain: site, key })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your new key"
      description="Copy it now: only its hash is stored, so nothing can show it again."
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <CopyField label="key" value={key} />
        {snippets.length > 0 && (
          <Tabs
            label="How to use it"
            value={tab}
            onChange={setTab}
            tabs={snippets.map(({ name, label, code }) => ({
              name,
              label,
              content: <CopyField label={label} value={code} />,
            }))}
          />
        )}
      </div>
    </Dialog>
  )
}

const MoreFields = ({ kind, error }: { readonly kind: Kind; readonly error: unknown }) => (
  <>
    <Field label="Name" hint="To tell it from others, such as “Production”.">
      <Input name="name" maxLength={200} />
    </Field>
    <Field label="Expires after (days)" hint="Without a number it never does." error={issueOf(error, 'expiresInDays')}>
      <Input name="expiresInDays" type="number" min={1} max={3650} />
    </Field>
    {kind === 'assistant' && (
      <Field label="Web origins" hint="One a line. Without any, those of the site.">
        <TextArea name="origins" rows={2} placeholder="https://docs.example.com" />
      </Field>
    )}
    <Field
      label="Addresses"
      hint="From where it may be used, such as 203.0.113.7 or 10.1.0.0/16. Without any, from anywhere."
    >
      <TextArea name="addresses" rows={2} />
    </Field>
  </>
)

/** Asks for a new key, creates it, and shows it once. */
export const NewKey = ({ onClose }: { readonly onClose: () => void }) => {
  const client = useQueryClient()
  const { data: sites = [] } = useQuery(sitesQuery)
  const [kind, setKind] = useState<Kind>('assistant')
  const [scope, setScope] = useState<(typeof scopes)[number]['value']>('write')
  const [chosen, setChosen] = useState<string>()
  const site = chosen ?? sites[0]?.domain ?? ''
  const create = useMutation({
    mutationFn: (values: FormValues) => {
      const { name, expiresInDays, origins, addresses } = values
      const body = {
        kind,
        ...(kind === 'assistant' ? { site, origins: linesOf(origins) } : { scope }),
        addresses: linesOf(addresses),
        ...(name && { name }),
        ...(expiresInDays && { expiresInDays: Number(expiresInDays) }),
      }
      return api.post<CreatedKey>('/admin/v1/keys', { body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  if (create.data) return <ShowKey created={create.data} onClose={onClose} />
  return (
    <FormDialog title="New key" submit="Create key" save={create} onSubmit={create.mutate} onClose={onClose}>
      <Field label="Kind">
        <Select choices={kinds} value={kind} onChange={setKind} />
      </Field>
      {kind === 'assistant' ? (
        <Field
          label="Site"
          hint={
            sites.length === 0
              ? 'There is no site yet: add one first.'
              : 'Web pages show this key to everybody: it only asks this site.'
          }
        >
          <Select
            choices={sites.map(({ domain, name }) => ({ value: domain, label: name }))}
            value={site}
            onChange={setChosen}
          />
        </Field>
      ) : (
        <Field label="Scope" hint="Never put this key into a web page: whoever has it can do this to everything here.">
          <Select choices={scopes} value={scope} onChange={setScope} />
        </Field>
      )}
      <MoreFields kind={kind} error={create.error} />
    </FormDialog>
  )
}
