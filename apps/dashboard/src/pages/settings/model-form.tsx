import type { SiteModel, SiteModelUpdate } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api, issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Field, Input } from '../../parts/field.tsx'
import { SaveForm } from '../../parts/save-form.tsx'
import { Select } from '../../parts/select.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { Check } from './check.tsx'
import { modelQuery } from './settings-queries.ts'

const providers = [
  { value: 'server', label: 'The server’s model' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'openai-compatible', label: 'Like OpenAI, at another address' },
] as const
type Provider = (typeof providers)[number]['value']

const draftOf = ({ model, baseUrl }: SiteModel) => {
  const name = model?.split(':')[0]
  const provider: Provider = providers.find(({ value }) => value === name)?.value ?? 'server'
  return { provider, name: model?.split(':').slice(1).join(':') ?? '', baseUrl: baseUrl ?? '', key: '' }
}

const updateOf = ({ provider, name, baseUrl, key }: ReturnType<typeof draftOf>): SiteModelUpdate =>
  provider === 'server'
    ? { model: null }
    : {
        model: `${provider}:${name.trim()}`,
        baseUrl: provider === 'openai-compatible' ? baseUrl.trim() : null,
        ...(key.trim() && { key: key.trim() }),
      }

interface ModelFormProps {
  readonly domain: string
  readonly model: SiteModel
}

/** Which language model answers the questions of a site. */
export const ModelForm = ({ domain, model }: ModelFormProps) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft(draftOf(model))
  const save = useMutation({
    mutationFn: () => api.patch<SiteModel>(address`/admin/v1/sites/${domain}/model`, { body: updateOf(values) }),
    onSuccess: (next) => {
      queries.setQueryData(modelQuery(domain).queryKey, next)
      reset()
      sayDone('Saved. The next question is answered by it.')
    },
  })
  const isOwn = values.provider !== 'server'
  return (
    <SaveForm
      label="Model"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate()}
      onReset={reset}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Provider"
          hint={isOwn ? undefined : `Answers come from ${model.serverModel ?? 'the pages, as excerpts'}.`}
        >
          <Select
            choices={providers}
            value={values.provider}
            disabled={!mayChange}
            onChange={(provider) => set({ provider })}
          />
        </Field>
        {isOwn && (
          <Field label="Model" error={issueOf(save.error, 'model')}>
            <Input
              required
              maxLength={150}
              placeholder="gpt-5-mini"
              value={values.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
        )}
        {values.provider === 'openai-compatible' && (
          <Field label="Address" error={issueOf(save.error, 'baseUrl')}>
            <Input
              required
              type="url"
              placeholder="http://127.0.0.1:11434/v1"
              value={values.baseUrl}
              onChange={(event) => set({ baseUrl: event.target.value })}
            />
          </Field>
        )}
        {isOwn && (
          <Field
            label="Key"
            hint={
              model.hasKey
                ? 'One is stored. Type another to replace it; it goes when the provider or the address changes.'
                : 'Stored sealed, and never shown again.'
            }
            error={issueOf(save.error, 'key')}
          >
            <Input
              type="password"
              autoComplete="off"
              maxLength={1_000}
              placeholder={model.hasKey ? '••••••••' : ''}
              value={values.key}
              onChange={(event) => set({ key: event.target.value })}
            />
          </Field>
        )}
      </div>
      <p className="text-sm text-soft text-pretty">
        {`Search goes by ${model.embeddingModel ? `words and, with ${model.embeddingModel}, by meaning` : 'words'}; ${
          model.rerankingModel ? `${model.rerankingModel} puts` : 'no model puts'
        } the results in order. Both hold for all sites: they change when the server starts with another SIDENOTE_EMBEDDING_MODEL or SIDENOTE_RERANKING_MODEL. ${
          model.checkingModel
            ? `Rules and, where they leave something open, ${model.checkingModel} check`
            : 'Rules check'
        } whether answers say what their sources say.`}
      </p>
      {model.model !== null && !isChanged && mayChange && (
        <Check path={address`/admin/v1/sites/${domain}/model/checks`} verb="Test" busy="Asking…" />
      )}
    </SaveForm>
  )
}
