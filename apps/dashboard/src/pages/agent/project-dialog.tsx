import type { CodeHostKind, Project } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, issueOf } from '../../api/request.ts'
import { Field, Input } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { type Choice, Select } from '../../parts/select.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { projectsQuery } from './agent-queries.ts'

const hosts: Choice<CodeHostKind>[] = [
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'gitea', label: 'Gitea or Forgejo' },
  { value: 'local', label: 'A repository on the server' },
]

const texts = [
  { name: 'name', label: 'Name', hint: 'As it is called here.', isRequired: true },
  { name: 'repository', label: 'Repository', hint: 'Its https address; of a local one, its path.', isRequired: true },
  { name: 'ref', label: 'Branch', hint: 'Default: main.', isRequired: false },
  { name: 'docsFolder', label: 'Folder of the pages', hint: 'Default: the whole repository.', isRequired: false },
] as const

interface ProjectDialogProps {
  readonly domain: string
  readonly onClose: () => void
}

/** Asks for a repository that the agent may change. */
export const ProjectDialog = ({ domain, onClose }: ProjectDialogProps) => {
  const queries = useQueryClient()
  const [kind, setKind] = useState<CodeHostKind>('github')
  const [token, setToken] = useState('')
  const [values, setValues] = useState({ name: '', repository: '', ref: '', docsFolder: '' })
  const create = useMutation({
    mutationFn: () => {
      const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''))
      const credentials = token === '' ? {} : { credentials: { kind: 'token', token } }
      return api.post<Project>('/admin/v1/projects', {
        body: { ...given, ...credentials, host: { kind }, site: domain },
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
      sayDone('Project added.')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add project"
      description="A repository in which the agent may propose changes to the documentation."
      submit="Add project"
      save={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
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
      <Field label="Code host">
        <Select choices={hosts} value={kind} onChange={setKind} />
      </Field>
      {kind !== 'local' && (
        <Field
          label="Token"
          hint="May push branches and open pull requests. Stored sealed."
          error={issueOf(create.error, 'token')}
        >
          <Input type="password" autoComplete="off" value={token} onChange={(event) => setToken(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
