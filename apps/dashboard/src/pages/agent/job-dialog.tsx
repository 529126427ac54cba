import type { AgentJob } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api, issueOf } from '../../api/request.ts'
import { Field, TextArea } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Switch } from '../../parts/switch.tsx'
import { jobsQuery } from './agent-queries.ts'

interface JobDialogProps {
  readonly projectId: string
  readonly onClose: () => void
  /** Called with the new job. */
  readonly onCreate: (job: AgentJob) => void
}

/** Asks what the agent should change. */
export const JobDialog = ({ projectId, onClose, onCreate }: JobDialogProps) => {
  const queries = useQueryClient()
  const [prompt, setPrompt] = useState('')
  const [draft, setDraft] = useState(false)
  const create = useMutation({
    mutationFn: () => api.post<AgentJob>(address`/v2/agent/${projectId}/job`, { body: { prompt, draft } }),
    onSuccess: (job) => {
      void queries.invalidateQueries({ queryKey: jobsQuery(projectId).queryKey, exact: true })
      onCreate(job)
    },
  })
  return (
    <FormDialog
      title="New job"
      description="The agent reads the documentation, changes it on a branch and opens a pull request."
      submit="Start job"
      save={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <Field label="Instruction" error={issueOf(create.error, 'prompt')}>
        <TextArea
          required
          rows={5}
          maxLength={32_000}
          placeholder="Explain how to rotate an API key, with an example."
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
      </Field>
      <Switch label="Open the pull request as a draft" isOn={draft} onChange={setDraft} />
    </FormDialog>
  )
}
