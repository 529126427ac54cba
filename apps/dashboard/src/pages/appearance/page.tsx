import { useState } from 'react'
import { useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { Card, Page as PageFrame, Section } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { NewTag } from '../keys/new-tag.tsx'
import type { TagOptions } from '../keys/tag.ts'
import { Preview } from './preview.tsx'
import { optionGroups } from './widget-options.ts'

type Option = (typeof optionGroups)[number]['options'][number]

interface OptionFieldProps {
  readonly option: Option
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const OptionField = ({ option: { label, hint, choices }, value, onChange }: OptionFieldProps) => (
  <Field label={label} hint={hint}>
    {choices ? (
      <Select
        choices={choices}
        value={value ?? choices[0]?.value ?? ''}
        onChange={(next) => onChange(next === choices[0]?.value ? undefined : next)}
      />
    ) : (
      <Input value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)} />
    )}
  </Field>
)

/** What the widget looks like, beside the widget, and the tag that makes it so. */
export const Page = () => {
  const domain = useDomain()
  const [options, setOptions] = useState<TagOptions>({})
  const set = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = options
    setOptions(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <PageFrame
      title="Appearance"
      about="Try the widget’s options, then copy the tag into every page of the documentation."
      actions={Object.keys(options).length > 0 && <Button onClick={() => setOptions({})}>Back to defaults</Button>}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 max-xl:order-2">
          {optionGroups.map((group, index) => (
            <Card key={group.title}>
              <details open={index === 0}>
                <summary className="px-5 py-3.5 text-lg font-semibold">{group.title}</summary>
                <div className="flex flex-col gap-4 px-5 pt-1 pb-5">
                  {group.options.map((option) => (
                    <OptionField
                      key={option.name}
                      option={option}
                      value={options[option.name]}
                      onChange={(value) => set(option.name, value)}
                    />
                  ))}
                </div>
              </details>
            </Card>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-8">
          <Preview domain={domain} options={options} />
          <Section title="The tag">
            <NewTag domain={domain} options={options} isShown />
          </Section>
        </div>
      </div>
    </PageFrame>
  )
}
