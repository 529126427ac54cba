import { wordSet } from '../word-set.ts'

const admonitions = wordSet('note tip warning important caution danger hint attention error seealso')

/** What stands above the box of a directive such as `note`; undefined for other directives. */
export const titleOfAdmonition = (name: string): string | undefined => {
  if (!admonitions.has(name)) return undefined
  return name === 'seealso' ? 'See also' : name.charAt(0).toUpperCase() + name.slice(1)
}

const versions = new Map([
  ['added', 'New in version'],
  ['changed', 'Changed in version'],
  ['deprecated', 'Deprecated since version'],
  ['removed', 'Removed in version'],
])

/** What `versionadded`, `version-changed` and `deprecated` say before the number of the version; undefined for others. */
export const wordsOfVersion = (name: string): string | undefined =>
  name === 'deprecated' ? versions.get(name) : versions.get(/^version-?(\w+)$/.exec(name)?.[1] ?? '')
