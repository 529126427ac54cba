import type { Site, SiteChange } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api, issueOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { siteQuery, sitesQuery } from '../../api/sites.ts'
import { Field, Input, TextArea } from '../../parts/field.tsx'
import { SaveForm } from '../../parts/save-form.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { useDraft } from '../../parts/use-draft.ts'

/** What a site is called, where it is published, and who may use its keys. */
export const SiteForm = ({ site }: { readonly site: Site }) => {
  const queries = useQueryClient()
  const mayChange = useRole('editor')
  const { values, isChanged, set, reset } = useDraft({
    name: site.name,
    url: site.url ?? '',
    schedule: site.schedule ?? '',
    origins: site.origins.join('\n'),
  })
  const change: SiteChange = {
    name: values.name.trim() || null,
    url: values.url.trim() || null,
    schedule: values.schedule.trim() || null,
    origins: values.origins.split(/\s+/).filter((origin) => origin !== ''),
  }
  const save = useMutation({
    mutationFn: () => api.patch<Site>(address`/admin/v1/sites/${site.domain}`, { body: change }),
    onSuccess: (next) => {
      queries.setQueryData(siteQuery(site.domain).queryKey, next)
      void queries.invalidateQueries({ queryKey: sitesQuery.queryKey, exact: true })
      reset()
      sayDone('Site saved.')
    },
  })
  return (
    <SaveForm
      label="Site"
      isChanged={isChanged}
      mayChange={mayChange}
      save={save}
      onSave={() => save.mutate()}
      onReset={reset}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" hint="What readers call it." error={issueOf(save.error, 'name')}>
          <Input maxLength={200} value={values.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label="Address" hint="Paths of pages are appended to it." error={issueOf(save.error, 'url')}>
          <Input
            placeholder="https://docs.example.com"
            value={values.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        </Field>
      </div>
      <Field
        label="Origins"
        hint="An origin a line, such as https://docs.example.com. Pages of others are refused; none allows any."
        error={issueOf(save.error, 'origins')}
      >
        <TextArea
          rows={2}
          spellCheck={false}
          value={values.origins}
          onChange={(event) => set({ origins: event.target.value })}
        />
      </Field>
      <Field
        label="Schedule of syncs"
        hint="Five fields of cron in UTC: 0 * * * * is every hour. Empty: only by hand and by webhook."
        error={issueOf(save.error, 'schedule')}
      >
        <Input
          className="max-w-56 font-mono"
          spellCheck={false}
          value={values.schedule}
          onChange={(event) => set({ schedule: event.target.value })}
        />
      </Field>
    </SaveForm>
  )
}
