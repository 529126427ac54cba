import type { TestRun } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { useAddressState } from '../../layout/address.ts'
import { Field } from '../../parts/field.tsx'
import { formatTime } from '../../parts/format.ts'
import { Select } from '../../parts/select.tsx'
import { testRunsQuery } from './test-queries.ts'

/** “a tone and instructions of its own”; what a run of the site’s own settings is called. */
const describeSettings = ({ settings }: TestRun): string => {
  const names = Object.entries(settings ?? {}).flatMap(([name, value]) => (value ? [name] : []))
  return names.length === 0 ? 'settings of the site' : `with another ${names.join(' and other ')}`
}

const Settings = ({ label, run }: { readonly label: string; readonly run: TestRun }) => (
  <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-raised px-4 py-3">
    <h3 className="text-xs font-medium text-soft">{label}</h3>
    {run.settings?.tone && <p className="text-sm wrap-anywhere">{`Tone: ${run.settings.tone}`}</p>}
    {run.settings?.instructions && (
      <p className="line-clamp-6 text-sm whitespace-pre-line wrap-anywhere">{run.settings.instructions}</p>
    )}
    {!run.settings?.tone && !run.settings?.instructions && <p className="text-sm text-soft">Settings of the site</p>}
  </div>
)

interface ComparedWithProps {
  readonly domain: string
  readonly run: TestRun
  readonly before: TestRun | null
}

/** Chooses the run that another one is compared with, and shows the settings of both. */
export const ComparedWith = ({ domain, run, before }: ComparedWithProps) => {
  const [, change] = useAddressState()
  const runs = useQuery(testRunsQuery(domain)).data ?? []
  const others = runs.filter(({ id, status }) => id !== run.id && status === 'completed')
  if (!before) return run.settings && <Settings label="This run" run={run} />
  return (
    <div className="flex flex-col gap-3">
      <Field label="Compared with">
        <Select
          value={before.id}
          choices={others.map((other) => ({
            value: other.id,
            label: `${formatTime(other.startedAt)}, ${describeSettings(other)}`,
          }))}
          onChange={(id) => change({ with: id }, { isStep: false })}
        />
      </Field>
      {(run.settings || before.settings) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Settings label="This run" run={run} />
          <Settings label="Compared with" run={before} />
        </div>
      )}
    </div>
  )
}
