import { trimSlashes } from '../pages/links.ts'
import { type SourceNode, textAt } from './source-tree.ts'

/** The language of each folder of a `locales` record. The language of other pages is under the empty name. */
export function localesOf(locales: SourceNode | undefined, language?: string | undefined): Map<string, string> {
  const languages = new Map<string, string>()
  for (const { key, value } of locales?.kind === 'record' ? locales.entries : []) {
    const tag = textAt(value, 'lang') ?? (languageTag.test(key.value) ? key.value : undefined)
    if (tag !== undefined) languages.set(key.value === 'root' ? '' : trimSlashes(key.value), tag)
  }
  if (language !== undefined && !languages.has('')) languages.set('', language)
  return languages
}

const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/** The language of a page, by the first folder of its path. */
export const languageIn = (locales: ReadonlyMap<string, string>, path: string): string | null =>
  locales.get(path.split('/')[0] ?? '') ?? locales.get('') ?? null
