import type { MailEvent, SiteSettings } from '@sidenote/contract'
import { address, issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Field, TextArea } from '../../parts/field.tsx'
import { SaveForm } from '../../parts/save-form.tsx'
import { Switch } from '../../parts/switch.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { Check } from './check.tsx'
import { listOf, useSaveSettings } from './save-settings.ts'

const events: readonly { readonly name: MailEvent; readonly label: string; readonly hint: string }[] = [
  { name: 'alert', label: 'Failures', hint: 'When a sync fails, and when the model does not answer.' },
  {
    name: 'digest',
    label: 'The week',
    hint: 'Each Monday: what was asked, what could not be answered, what was mended.',
  },
]

const draftOf = ({ mail }: SiteSettings) => ({
  to: mail?.to.join('\n') ?? '',
  events: mail?.events ?? events.map(({ name }) => name),
})

type Draft = ReturnType<typeof draftOf>

const addressesOf = ({ to }: Draft): string[] => listOf(to, '\n')

const mailOf = (draft: Draft): SiteSettings['mail'] => {
  const to = addressesOf(draft)
  return to.length === 0 ? null : { to, events: draft.events }
}

/** What the server has against the mail as a whole, or against one address. */
const problemOf = (error: unknown, draft: Draft): string | undefined => {
  const wrong = addressesOf(draft).flatMap((address, index) => {
    const issue = issueOf(error, `to[${index}]`)
    return issue ? [`${address}: ${issue}`] : []
  })
  return wrong[0] ?? issueOf(error, 'mail.to')
}

/** Who is told of the site by mail. */
export const MailForm = ({ domain, settings }: { readonly domain: string; readonly settings: SiteSettings }) => {
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft(draftOf(settings))
  const save = useSaveSettings(domain, ({ mail }) => {
    reset()
    sayDone(mail && mail.events.length > 0 ? 'Saved. Mail goes out from now on.' : 'Saved. Nobody gets mail.')
  })
  return (
    <SaveForm
      label="Mail"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate({ mail: mailOf(values) })}
      onReset={reset}
    >
      <Field
        label="E-mail addresses"
        hint="One a line, ten at most. Empty: nobody gets mail."
        error={problemOf(save.error, values)}
      >
        <TextArea
          rows={2}
          spellCheck={false}
          placeholder="docs-team@example.com"
          value={values.to}
          onChange={(event) => set({ to: event.target.value })}
        />
      </Field>
      {events.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          isOn={values.events.includes(name)}
          disabled={!mayChange}
          onChange={(isOn) =>
            set({ events: isOn ? [...values.events, name] : values.events.filter((event) => event !== name) })
          }
        />
      ))}
      {settings.mail && !isChanged && mayChange && (
        <Check path={address`/admin/v1/sites/${domain}/settings/mail/checks`} verb="Send a test mail" busy="Sending…" />
      )}
    </SaveForm>
  )
}
