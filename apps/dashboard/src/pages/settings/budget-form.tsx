import type { Budget, BudgetChange } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Field, Input } from '../../parts/field.tsx'
import { countOf } from '../../parts/format.ts'
import { SaveForm } from '../../parts/save-form.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { budgetQuery } from './settings-queries.ts'

const fields = [
  { name: 'answersPerDay', label: 'Answers a day', unit: 'answers', one: 'answer' },
  { name: 'tokensPerDay', label: 'Tokens a day', unit: 'tokens', one: 'token' },
] as const

/** What answers may cost the organization in a day. */
export const BudgetForm = ({ budget }: { readonly budget: Budget }) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft({
    answersPerDay: budget.answersPerDay,
    tokensPerDay: budget.tokensPerDay,
  })
  const save = useMutation({
    mutationFn: () => api.patch<Budget>('/admin/v1/budget', { body: values satisfies BudgetChange }),
    onSuccess: (next) => {
      queries.setQueryData(budgetQuery.queryKey, next)
      reset()
      sayDone('Budget saved.')
    },
  })
  return (
    <SaveForm
      label="Budget"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate()}
      onReset={reset}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, unit, one }) => (
          <Field
            key={name}
            label={label}
            hint={`Spent today: ${countOf(budget.today[unit], one)}.`}
            error={issueOf(save.error, name)}
          >
            <Input
              type="number"
              min={0}
              placeholder="no limit"
              value={values[name] ?? ''}
              onChange={(event) => set({ [name]: event.target.value === '' ? null : Number(event.target.value) })}
            />
          </Field>
        ))}
      </div>
    </SaveForm>
  )
}
