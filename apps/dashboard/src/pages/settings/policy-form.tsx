import type { Erasure, Policy } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api, issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { countOf } from '../../parts/format.ts'
import { SaveForm } from '../../parts/save-form.tsx'
import { Switch } from '../../parts/switch.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { policyQuery } from './settings-queries.ts'

type Values = Pick<Policy, 'storeQuestions' | 'retentionDays' | 'openPages'>

const pick = ({ storeQuestions, retentionDays, openPages }: Policy): Values => ({
  storeQuestions,
  retentionDays,
  openPages,
})

/** Only a change of what is kept erases something. */
const mayErase = (stored: Policy, values: Values): boolean =>
  stored.storeQuestions !== values.storeQuestions || values.retentionDays < stored.retentionDays

const sentences = ({ texts, searches, questions }: Erasure): string[] => [
  ...(texts > 0 ? [`The text of ${countOf(texts, 'question')} is erased at once, with the answers.`] : []),
  ...(searches > 0 ? [`${countOf(searches, 'search', 'searches')} without results are deleted.`] : []),
  ...(questions > 0 ? [`${countOf(questions, 'question')} and everything about them are deleted within an hour.`] : []),
]

/** Counts what a change would erase, and saves it at once when that is nothing. */
const useSave = (domain: string, { values, onDone }: { readonly values: Values; readonly onDone: () => void }) => {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => api.patch<Policy>(address`/admin/v1/sites/${domain}/policy`, { body: values }),
    onSuccess: (next) => {
      queries.setQueryData(policyQuery(domain).queryKey, next)
      onDone()
      sayDone('Policy saved.')
    },
  })
  const count = useMutation({
    mutationFn: async () => {
      const { storeQuestions, retentionDays } = values
      const query = { storeQuestions, retentionDays }
      return sentences(await api.get<Erasure>(address`/admin/v1/sites/${domain}/policy/erasure`, { query }))
    },
    onSuccess: (lines) => lines.length === 0 && save.mutate(),
  })
  return { save, count }
}

/** What a site keeps of its readers’ questions, and for how long. */
export const PolicyForm = ({ domain, policy }: { readonly domain: string; readonly policy: Policy }) => {
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft(pick(policy))
  const { save, count } = useSave(domain, { values, onDone: reset })
  const losses = isChanged ? (count.data ?? []) : []
  return (
    <>
      <SaveForm
        label="Policy"
        isChanged={isChanged}
        mayChange={mayChange}
        save={{ error: save.error ?? count.error, isPending: save.isPending || count.isPending }}
        onSave={() => (mayErase(policy, values) ? count.mutate() : save.mutate())}
        onReset={reset}
      >
        <Switch
          label="Keep what readers ask"
          hint="Questions, answers and searches are stored for Conversations and Gaps. Otherwise their text is erased after a day, and only counts stay."
          isOn={values.storeQuestions}
          disabled={!mayChange}
          onChange={(storeQuestions) => set({ storeQuestions })}
        />
        <Field
          label="Days that questions are kept"
          hint="Then everything about them is deleted."
          error={issueOf(save.error, 'retentionDays')}
        >
          <Input
            type="number"
            required
            min={1}
            max={3_650}
            className="max-w-32"
            value={values.retentionDays}
            onChange={(event) => set({ retentionDays: event.target.valueAsNumber })}
          />
        </Field>
        <Switch
          label="Open pages to other programs"
          hint="llms.txt and the Markdown of each page can be read without a key."
          isOn={values.openPages}
          disabled={!mayChange}
          onChange={(openPages) => set({ openPages })}
        />
      </SaveForm>
      <ConfirmDialog
        title="Change what is kept?"
        description="This cannot be undone."
        verb="Save and erase"
        isOpen={losses.length > 0}
        onClose={count.reset}
        onConfirm={() => save.mutate()}
        isBusy={save.isPending}
        error={save.error}
      >
        <ul className="flex flex-col gap-1.5 text-sm font-medium text-bad">
          {losses.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
