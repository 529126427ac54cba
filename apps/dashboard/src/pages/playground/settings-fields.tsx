import type { TestRun } from '@sidenote/contract'
import { Field, Input, TextArea } from '../../parts/field.tsx'

type TriedSettings = NonNullable<TestRun['settings']>

/** Settings that are tried, as they are typed. Empty texts leave those of the site. */
export const noSettings = { instructions: '', tone: '' }

/** What stands in for the site’s settings. */
export const settingsOf = ({ instructions, tone }: typeof noSettings): TriedSettings => ({
  ...(tone.trim() && { tone: tone.trim() }),
  ...(instructions.trim() && { instructions: instructions.trim() }),
})

interface SettingsFieldsProps {
  readonly texts: typeof noSettings
  /** For how long they stand in. */
  readonly about: string
  readonly onChange: (texts: typeof noSettings) => void
}

/** Settings to try in place of the site’s. */
export const SettingsFields = ({ texts, about, onChange }: SettingsFieldsProps) => (
  <>
    <Field label="Instructions" hint={`In place of the site’s, ${about}.`}>
      <TextArea
        rows={3}
        maxLength={4_000}
        value={texts.instructions}
        onChange={(event) => onChange({ ...texts, instructions: event.target.value })}
      />
    </Field>
    <Field label="Tone" hint={`In place of the site’s, ${about}.`}>
      <Input
        maxLength={200}
        value={texts.tone}
        onChange={(event) => onChange({ ...texts, tone: event.target.value })}
      />
    </Field>
  </>
)
