import type { Site, Sync } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { address, api, issueOf, sentenceOf } from '../../api/request.ts'
import { sitesQuery } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { emptyDraft, sourceOf } from '../sources/source-draft.ts'
import { SourceFields } from '../sources/source-fields.tsx'

const texts = [
  { name: 'domain', label: 'Identifier', hint: 'In every address, such as acme. It stays.', isRequired: true },
  { name: 'name', label: 'Name', hint: 'What readers call it.', isRequired: false },
] as const

/** Asks for a new site and its first source, and reads it at once. */
export const SiteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState({ domain: '', name: '' })
  const [source, setSource] = useState(emptyDraft)
  const create = useMutation({
    mutationFn: async () => {
      const body = { domain: values.domain.trim(), name: values.name.trim() || null, sources: [sourceOf(source)] }
      const site = await api.post<Site>('/admin/v1/sites', { body })
      await api.post<Sync>(address`/admin/v1/sites/${site.domain}/syncs`)
      return site
    },
    onSuccess: async ({ domain }) => {
      await navigate({ to: '/$domain', params: { domain } })
      await queries.invalidateQueries({ queryKey: sitesQuery.queryKey, exact: true })
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add site"
      description="A site is a documentation. Its first source is read at once; you can add others."
      actions={
        <>
          {create.error && (
            <p role="alert" className="mr-auto max-w-xs self-center text-xs text-bad">
              {sentenceOf(create.error)}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" isBusy={create.isPending}>
            Add site
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {texts.map(({ name, label, hint, isRequired }) => (
            <Field key={name} label={label} hint={hint} error={issueOf(create.error, name)}>
              <Input
                required={isRequired}
                spellCheck={false}
                value={values[name]}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <SourceFields draft={source} onChange={setSource} error={create.error} />
      </form>
    </Dialog>
  )
}
