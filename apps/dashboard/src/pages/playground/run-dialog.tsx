import type { SiteSettings, TestRun } from '@sidenote/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { countOf } from '../../parts/format.ts'
import { QueryState } from '../../parts/states.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { settingsQuery } from '../settings/settings-queries.ts'
import { SettingsFields, settingsOf } from './settings-fields.tsx'

/** Starts a run of the test questions. */
export const useStartRun = (domain: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: TestRun['settings']) =>
      api.post<TestRun>(address`/admin/v1/sites/${domain}/test-runs`, { body: { settings } }),
    onSuccess: ({ questions }) => {
      sayDone(`${countOf(questions, 'question')} being asked.`)
      return queries.invalidateQueries({ queryKey: ['test-runs', domain] })
    },
  })
}

interface RunDialogProps {
  readonly domain: string
  readonly onClose: () => void
}

const RunForm = ({ domain, settings, onClose }: RunDialogProps & { readonly settings: SiteSettings }) => {
  const [texts, setTexts] = useState({ instructions: settings.instructions ?? '', tone: settings.tone ?? '' })
  const start = useStartRun(domain)
  return (
    <FormDialog
      title="Try other settings"
      description="Asks all test questions with these in place of the site’s, and compares the answers with those of the run before."
      submit="Ask all"
      save={start}
      className="flex flex-col gap-4"
      onSubmit={() => start.mutate(settingsOf(texts), { onSuccess: onClose })}
      onClose={onClose}
    >
      <SettingsFields texts={texts} about="for this run alone" onChange={setTexts} />
    </FormDialog>
  )
}

/** Asks for the settings that a run tries. */
export const RunDialog = ({ domain, onClose }: RunDialogProps) => (
  <QueryState query={useQuery(settingsQuery(domain))} skeleton={null}>
    {(settings) => <RunForm domain={domain} settings={settings} onClose={onClose} />}
  </QueryState>
)
