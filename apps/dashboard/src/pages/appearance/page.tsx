import { useState } from 'react'
import { useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { Card, Page as PageFrame, Section } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { Preview } from './preview.tsx'
import { type ChosenOptions, optionGroups, writeTag } from './widget-options.ts'

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
  const [options, setOptions] = useState<ChosenOptions>({})
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
          {optionGroups.map((group) => (
            <Card key={group.title} className="flex flex-col gap-4 p-5">
              <h2 className="text-lg font-semibold">{group.title}</h2>
              {group.options.map((option) => (
                <OptionField
                  key={option.name}
                  option={option}
                  value={options[option.name]}
                  onChange={(value) => set(option.name, value)}
                />
              ))}
            </Card>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-8">
          <Preview domain={domain} options={options} />
          <Section
            title="The tag"
            about="Put an assistant key of this site in place of svc_dsc_…; it is public, and bound to the site."
          >
            <CopyField label="tag" value={writeTag(location.origin, domain, options)} />
          </Section>
        </div>
      </div>
    </PageFrame>
  )
}
