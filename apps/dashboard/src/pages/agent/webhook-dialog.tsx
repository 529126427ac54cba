import type { Project, WebhookEvent } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api, issueOf } from '../../api/request.ts'
import { Field, Input } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Switch } from '../../parts/switch.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { projectsQuery } from './agent-queries.ts'

/** What a webhook is called for, as people say it. */
export const eventNames: Readonly<Record<WebhookEvent, string>> = {
  job: 'A job has ended',
  alert: 'A sync or the model fails',
  digest: 'The week, each Monday',
}

const events: readonly WebhookEvent[] = ['job', 'alert', 'digest']

/** Asks where the end of jobs, failures and weeks are sent. */
export const WebhookDialog = ({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const [url, setUrl] = useState(project.webhook?.url ?? '')
  const [secret, setSecret] = useState('')
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(project.webhook?.events ?? ['job'])
  const save = useMutation({
    mutationFn: () =>
      api.patch<Project>(address`/admin/v1/projects/${project.id}`, {
        body: { webhook: { url, secret, events: chosen } },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
      sayDone('Webhook saved.')
      onClose()
    },
  })
  return (
    <FormDialog
      title={project.webhook ? 'Change webhook' : 'Set webhook'}
      description="The server sends a signed message to your address. One that is not taken is tried again for 15 hours."
      submit="Save"
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <Field label="Address" error={issueOf(save.error, 'url')}>
        <Input
          required
          type="url"
          placeholder="https://example.com/sidenote"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Field
        label="Secret"
        hint="Signs each message. At least 16 characters; it can’t be shown again."
        error={issueOf(save.error, 'secret')}
      >
        <Input
          required
          type="password"
          autoComplete="off"
          minLength={16}
          maxLength={200}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-medium">Called when</legend>
        {events.map((name) => (
          <Switch
            key={name}
            label={eventNames[name]}
            isOn={chosen.includes(name)}
            onChange={(isOn) => setChosen(events.filter((each) => (each === name ? isOn : chosen.includes(each))))}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
