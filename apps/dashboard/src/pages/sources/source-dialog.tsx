import type { Site, SiteChange, Source } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, api } from '../../api/request.ts'
import { siteQuery } from '../../api/sites.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { sayDone } from '../../parts/toast.tsx'
import { draftOf, emptyDraft, placeOf, sourceOf } from './source-draft.ts'
import { SourceFields } from './source-fields.tsx'

interface SourceDialogProps {
  readonly domain: string
  /** The source to change; none adds one. */
  readonly source?: Source | undefined
  readonly onClose: () => void
}

/** Asks for a source, to add it or to change it. */
export const SourceDialog = ({ domain, source, onClose }: SourceDialogProps) => {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(source ? draftOf(source) : emptyDraft)
  const save = useMutation({
    mutationFn: () => {
      const next = sourceOf(draft)
      // What the form does not show stays, as long as the source is of the same kind.
      const { hasToken: _, ...kept } = source?.kind === 'git' ? source : { ...source, hasToken: undefined }
      const merged = source?.kind === next.kind && source.kind !== 'git' ? { ...kept, ...next } : next
      const isMoved = source !== undefined && placeOf(source) !== draft.place.trim()
      const change = { addSources: [merged], ...(isMoved && { removeSources: [placeOf(source)] }) } as SiteChange
      return api.patch<Site>(address`/admin/v1/sites/${domain}`, { body: change })
    },
    onSuccess: (site) => {
      queries.setQueryData(siteQuery(domain).queryKey, site)
      sayDone(source ? 'Source changed. The next sync reads it.' : 'Source added. The next sync reads it.')
      onClose()
    },
  })
  return (
    <FormDialog
      title={source ? 'Change source' : 'Add source'}
      description="A sync reads its pages and keeps the index up to date."
      submit={source ? 'Save' : 'Add source'}
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <SourceFields draft={draft} onChange={setDraft} error={save.error} />
    </FormDialog>
  )
}
