import { issueOf } from '../../api/request.ts'
import { Field, Input } from '../../parts/field.tsx'
import { type Choice, Select } from '../../parts/select.tsx'
import { kindNames, type SourceDraft } from './source-draft.ts'

const kinds: Choice<SourceDraft['kind']>[] = [
  { value: 'website', label: kindNames.website },
  { value: 'git', label: kindNames.git },
  { value: 'folder', label: kindNames.folder },
  { value: 'openapi', label: kindNames.openapi },
]

const places: Record<SourceDraft['kind'], { label: string; hint: string; example: string; field: string }> = {
  website: {
    label: 'Address',
    hint: 'A page to start from, or a sitemap (.xml). Links below it are followed.',
    example: 'https://docs.example.com/',
    field: 'url',
  },
  git: {
    label: 'Repository',
    hint: 'Its https address, or its path on the server’s machine.',
    example: 'https://github.com/acme/docs',
    field: 'repository',
  },
  folder: {
    label: 'Folder',
    hint: 'Its absolute path on the server’s machine.',
    example: '/srv/docs',
    field: 'folder',
  },
  openapi: {
    label: 'Address or file',
    hint: 'An https address, or an absolute path on the server’s machine.',
    example: 'https://api.example.com/openapi.json',
    field: 'url',
  },
}

interface SourceFieldsProps {
  readonly draft: SourceDraft
  readonly onChange: (draft: SourceDraft) => void
  /** What the server said about the last try. */
  readonly error: unknown
}

type TextName = Exclude<keyof SourceDraft, 'kind' | 'place'>

interface TextProps extends SourceFieldsProps {
  readonly name: TextName
  readonly label: string
  readonly hint: string
  readonly type?: 'password' | 'number'
}

const Text = ({ draft, onChange, error, name, label, hint, type }: TextProps) => (
  <Field label={label} hint={hint} error={issueOf(error, name)}>
    <Input
      type={type}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  </Field>
)

/** The fields of a source: its kind, its place, and what that kind can be told. */
export const SourceFields = (props: SourceFieldsProps) => {
  const { draft, onChange, error } = props
  const place = places[draft.kind]
  return (
    <div className="flex flex-col gap-4">
      <Field label="Kind">
        <Select choices={kinds} value={draft.kind} onChange={(kind) => onChange({ ...draft, kind })} />
      </Field>
      <Field label={place.label} hint={place.hint} error={issueOf(error, place.field) ?? issueOf(error, 'file')}>
        <Input
          required
          spellCheck={false}
          placeholder={place.example}
          value={draft.place}
          onChange={(event) => onChange({ ...draft, place: event.target.value })}
        />
      </Field>
      {draft.kind === 'git' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Text {...props} name="branch" label="Branch" hint="Default: the repository’s own." />
            <Text {...props} name="folder" label="Folder" hint="Where the pages are. Default: everywhere." />
          </div>
          <Text
            {...props}
            name="token"
            type="password"
            label="Access token"
            hint="For a private repository. It is stored sealed, and a stored one stays when this is empty."
          />
        </>
      )}
      {draft.kind === 'website' && (
        <Text {...props} name="maximumPages" type="number" label="Most pages" hint="Default 1,000." />
      )}
      {draft.kind === 'openapi' && (
        <Text {...props} name="path" label="Path" hint="Where its pages appear. Default api-reference." />
      )}
      <Text {...props} name="language" label="Language" hint="Such as de. Default: recognized from each page’s text." />
    </div>
  )
}
