import { issueOf } from '../../api/request.ts'
import { Field, Input } from '../../parts/field.tsx'
import { Card } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import type { TagOptions } from '../keys/tag.ts'
import type { OptionGroup } from './widget-options.ts'

interface OptionFieldsProps {
  readonly group: OptionGroup
  readonly isOpen: boolean
  readonly values: TagOptions
  /** What the server said of them when they were saved. */
  readonly error: unknown
  readonly onChange: (name: string, value: string | undefined) => void
}

/** Options of the widget that are about one thing. */
export const OptionFields = ({ group, isOpen, values, error, onChange }: OptionFieldsProps) => (
  <Card>
    <details open={isOpen}>
      <summary className="px-5 py-3.5 text-lg font-semibold">{group.title}</summary>
      <div className="flex flex-col gap-4 px-5 pt-1 pb-5">
        {group.options.map(({ name, label, hint, choices }) => (
          <Field key={name} label={label} hint={hint} error={group.isStored && issueOf(error, name)}>
            {choices ? (
              <Select
                choices={choices}
                value={values[name] ?? choices[0]?.value ?? ''}
                onChange={(next) => onChange(name, next === choices[0]?.value ? undefined : next)}
              />
            ) : (
              <Input value={values[name] ?? ''} onChange={(event) => onChange(name, event.target.value || undefined)} />
            )}
          </Field>
        ))}
      </div>
    </details>
  </Card>
)
