import type { Site, Sync } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { address, api, issueOf } from '../../api/request.ts'
import { sitesQuery } from '../../api/sites.ts'
import { Field, Input } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { emptyDraft, sourceOf } from '../sources/source-draft.ts'
import { SourceFields } from '../sources/source-fields.tsx'

const texts = [
  {
    name: 'domain',
    label: 'Identifier',
    hint: 'In every address, such as acme. It cannot be changed.',
    isRequired: true,
  },
  { name: 'name', label: 'Name', hint: 'What readers call it.', isRequired: false },
] as const

/** Asks for a new site and its first source, and reads it at once. */
export const SiteDialog = ({ onClose }: { readonly onClose: () => void }) => {
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
    <FormDialog
      title="Add site"
      description="A site is one set of documentation. Its first source is read at once, and you can add more later."
      submit="Add site"
      save={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
      className="flex flex-col gap-4"
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
    </FormDialog>
  )
}
