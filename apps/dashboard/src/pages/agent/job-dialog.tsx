import type { AgentJob } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { address, api, issueOf, sentenceOf } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
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
  const form = useId()
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
    <Dialog
      isOpen
      onClose={onClose}
      title="New job"
      description="The agent reads the documentation, changes it on a branch and opens a pull request."
      actions={
        <>
          {create.error && (
            <p role="alert" className="mr-auto max-w-xs self-center text-xs text-bad">
              {sentenceOf(create.error)}
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" isBusy={create.isPending}>
            Start job
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
      </form>
    </Dialog>
  )
}
