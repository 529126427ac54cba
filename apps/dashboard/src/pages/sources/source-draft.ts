import type { Source, SourceRequest } from '@sidenote/contract'

/** The kinds of sources, as people call them. */
export const kindNames: Record<Source['kind'], string> = {
  website: 'Website',
  git: 'Git repository',
  folder: 'Folder on the server',
  openapi: 'OpenAPI document',
}

/** Where a source is: its folder, repository, address or file. */
export const placeOf = (source: Source): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  if (source.kind === 'website') return source.url
  return source.file ?? source.url ?? ''
}

/** What stands beside the place: branch and folder of a repository, the path of an API’s pages. */
export const detailOf = (source: Source): string => {
  const parts: (string | undefined)[] = [source.language]
  if (source.kind === 'git') parts.unshift(source.branch, source.folder)
  if (source.kind === 'openapi') parts.unshift(source.path)
  return parts.filter((part) => part !== undefined).join(' · ')
}

/** What somebody types into the form of a source. */
export interface SourceDraft {
  readonly kind: Source['kind']
  readonly place: string
  readonly branch: string
  readonly folder: string
  readonly token: string
  readonly path: string
  readonly maximumPages: string
  readonly language: string
}

/** The form of a new source. */
export const emptyDraft: SourceDraft = {
  kind: 'website',
  place: '',
  branch: '',
  folder: '',
  token: '',
  path: '',
  maximumPages: '',
  language: '',
}

/** The form of a source that is there. */
export const draftOf = (source: Source): SourceDraft => ({
  ...emptyDraft,
  kind: source.kind,
  place: placeOf(source),
  language: source.language ?? '',
  ...(source.kind === 'git' && { branch: source.branch ?? '', folder: source.folder ?? '' }),
  ...(source.kind === 'website' && { maximumPages: source.maximumPages?.toString() ?? '' }),
  ...(source.kind === 'openapi' && { path: source.path ?? '' }),
})

/** A text that is left empty is left out. */
const given = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> => {
  const fields: Partial<Record<Name, string>> = {}
  if (text.trim() !== '') fields[name] = text.trim()
  return fields
}

/** The source of a form. */
export const sourceOf = (draft: SourceDraft): SourceRequest => {
  const place = draft.place.trim()
  const language = given('language', draft.language)
  const { kind } = draft
  if (kind === 'folder') return { kind, folder: place, ...language }
  if (kind === 'git') {
    const { branch, folder, token } = draft
    const more = { ...given('branch', branch), ...given('folder', folder), ...given('token', token) }
    return { kind, repository: place, ...more, ...language }
  }
  if (kind === 'website') {
    const maximumPages = Number(draft.maximumPages)
    return { kind, url: place, ...(draft.maximumPages !== '' && { maximumPages }), ...language }
  }
  const isAddress = place.startsWith('http:') || place.startsWith('https:')
  return { kind, ...(isAddress ? { url: place } : { file: place }), ...given('path', draft.path), ...language }
}
