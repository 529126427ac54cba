import type { SiteSettings, SiteSettingsUpdate } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { address, api } from '../../api/request.ts'
import { settingsQuery } from './settings-queries.ts'

/** Saves some of a site’s settings; `onSaved` gets all of them. */
export const useSaveSettings = (domain: string, onSaved: (settings: SiteSettings) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SiteSettingsUpdate) =>
      api.patch<SiteSettings>(address`/admin/v1/sites/${domain}/settings`, { body }),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery(domain).queryKey, settings)
      onSaved(settings)
    },
  })
}

/** The parts of a text that was typed, without blank ones. */
export const listOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
