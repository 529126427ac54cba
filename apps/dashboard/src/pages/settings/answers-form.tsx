import type { SiteSettings, SiteSettingsUpdate } from '@sidenote/contract'
import { issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Field, Input, TextArea } from '../../parts/field.tsx'
import { SaveForm } from '../../parts/save-form.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { GlossaryFields } from './glossary-fields.tsx'
import { listOf, useSaveSettings } from './save-settings.ts'

/** The settings as texts that can be typed. */
const textsOf = (settings: SiteSettings) => ({
  name: settings.name ?? '',
  instructions: settings.instructions ?? '',
  tone: settings.tone ?? '',
  supportUrl: settings.supportUrl ?? '',
  handOff: settings.handOff?.to ?? '',
  handOffSecret: '',
  neverTalkAbout: settings.neverTalkAbout.join('\n'),
  languages: settings.languages.join(', '),
  glossary: settings.glossary,
})

type Texts = ReturnType<typeof textsOf>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** A webhook's secret can't be read back, so it's only sent with a new one. */
const handOffOf = ({ handOff, handOffSecret }: Texts): SiteSettingsUpdate['handOff'] => {
  const [to, secret] = [handOff.trim(), handOffSecret.trim()]
  if (to === '') return null
  return { to, ...(secret !== '' && { secret }) }
}

/** @param before the address that conversations went to so far */
const updateOf = (texts: Texts, before: string): SiteSettingsUpdate => ({
  name: orNull(texts.name),
  instructions: orNull(texts.instructions),
  tone: orNull(texts.tone),
  supportUrl: orNull(texts.supportUrl),
  ...((texts.handOff !== before || texts.handOffSecret !== '') && { handOff: handOffOf(texts) }),
  neverTalkAbout: listOf(texts.neverTalkAbout, '\n'),
  languages: listOf(texts.languages, ','),
  glossary: texts.glossary.filter(({ term, meaning }) => term.trim() !== '' || meaning.trim() !== ''),
})

interface AnswersFormProps {
  readonly domain: string
  readonly settings: SiteSettings
}

/** How questions are answered. */
export const AnswersForm = ({ domain, settings }: AnswersFormProps) => {
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft(textsOf(settings))
  const save = useSaveSettings(domain, () => {
    reset()
    sayDone('Saved. The next question uses it.')
  })
  const textOf = (name: Exclude<keyof Texts, 'glossary'>) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <SaveForm
      label="Answers"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate(updateOf(values, textsOf(settings).handOff))}
      onReset={reset}
    >
      <Field
        label="Instructions"
        hint="For every answer. They rank above the pages and below the assistant’s own rules."
        error={issueOf(save.error, 'instructions')}
      >
        <TextArea rows={5} maxLength={4_000} placeholder="Prefer examples in TypeScript." {...textOf('instructions')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Tone" hint="How answers sound." error={issueOf(save.error, 'tone')}>
          <Input maxLength={200} placeholder="warm and brief" {...textOf('tone')} />
        </Field>
        <Field label="Product name" hint="Default: the name of the site." error={issueOf(save.error, 'name')}>
          <Input maxLength={200} {...textOf('name')} />
        </Field>
        <Field
          label="Support address"
          hint="Offered when the documentation does not answer."
          error={issueOf(save.error, 'supportUrl')}
        >
          <Input maxLength={1_000} placeholder="https://example.com/support" {...textOf('supportUrl')} />
        </Field>
        <Field
          label="Hand-off"
          hint="Where readers can send their conversation: a webhook, or mailto: and an address."
          error={issueOf(save.error, 'handOff.to')}
        >
          <Input maxLength={1_000} placeholder="mailto:help@example.com" {...textOf('handOff')} />
        </Field>
        <Field
          label="Secret of the webhook"
          hint="Signs what it gets. At least 16 characters; it can’t be shown again."
          error={issueOf(save.error, 'handOff.secret')}
        >
          <Input type="password" autoComplete="off" maxLength={200} {...textOf('handOffSecret')} />
        </Field>
        <Field
          label="Languages"
          hint="With commas; the first stands in for all others. Empty allows any."
          error={issueOf(save.error, 'languages')}
        >
          <Input placeholder="en, de" {...textOf('languages')} />
        </Field>
      </div>
      <Field
        label="Never talk about"
        hint="A topic a line. Questions that mention one are declined in one sentence."
        error={issueOf(save.error, 'neverTalkAbout')}
      >
        <TextArea rows={2} {...textOf('neverTalkAbout')} />
      </Field>
      <GlossaryFields entries={values.glossary} mayChange={mayChange} onChange={(glossary) => set({ glossary })} />
    </SaveForm>
  )
}
