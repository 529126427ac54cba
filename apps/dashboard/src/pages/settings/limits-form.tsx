import type { SiteLimits, Window } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { inputStyle } from '../../parts/field.tsx'
import { SaveForm } from '../../parts/save-form.tsx'
import { Select } from '../../parts/select.tsx'
import { Switch } from '../../parts/switch.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { limitsQuery } from './settings-queries.ts'

const periods = [
  { value: '60', label: 'a minute' },
  { value: '3600', label: 'an hour' },
  { value: '86400', label: 'a day' },
]

interface WindowFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: Window | null
  readonly disabled: boolean
  readonly onChange: (value: Window | null) => void
}

/** So many questions in a time; an empty field is no limit. */
const WindowField = ({ label, hint, value, disabled, onChange }: WindowFieldProps) => {
  const seconds = String(value?.seconds ?? 3_600)
  const choices = periods.some((period) => period.value === seconds)
    ? periods
    : [...periods, { value: seconds, label: `${seconds} seconds` }]
  const setRequests = (text: string) =>
    onChange(text === '' ? null : { requests: Number(text), seconds: Number(seconds) })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{label}</p>
      <div className="flex items-center gap-2">
        <input
          type="number"
          min={1}
          max={1_000_000}
          aria-label={`${label}: questions`}
          placeholder="no limit"
          value={value?.requests ?? ''}
          onChange={(event) => setRequests(event.target.value)}
          className={`${inputStyle} figures h-8.5 w-28`}
        />
        <Select
          label={`${label}: time`}
          choices={choices}
          value={seconds}
          disabled={disabled || value === null}
          onChange={(next) => value && onChange({ ...value, seconds: Number(next) })}
          className="w-32"
        />
      </div>
      <p className="text-xs text-soft">{hint}</p>
    </div>
  )
}

/** How much readers of a site may ask. */
export const LimitsForm = ({ domain, limits }: { readonly domain: string; readonly limits: SiteLimits }) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft(limits)
  const save = useMutation({
    mutationFn: () => api.patch<SiteLimits>(address`/admin/v1/sites/${domain}/limits`, { body: values }),
    onSuccess: (next) => {
      queries.setQueryData(limitsQuery(domain).queryKey, next)
      reset()
      sayDone('Limits saved.')
    },
  })
  return (
    <SaveForm
      label="Limits"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate()}
      onReset={reset}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <WindowField
          label="Each reader"
          hint="Readers who are not signed in count by their address."
          value={values.perReader}
          disabled={!mayChange}
          onChange={(perReader) => set({ perReader })}
        />
        <WindowField
          label="Each address"
          hint="An office may share one address."
          value={values.perAddress}
          disabled={!mayChange}
          onChange={(perAddress) => set({ perAddress })}
        />
      </div>
      <Switch
        label="Proof of work"
        hint="Each question costs the reader’s browser a moment of computing, which makes floods expensive."
        isOn={values.proofOfWork}
        disabled={!mayChange}
        onChange={(proofOfWork) => set({ proofOfWork })}
      />
    </SaveForm>
  )
}
