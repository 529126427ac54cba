import { type SourceRequest, type Source as SourceSettings, sourceSchema } from '@sidenote/contract'
import { z } from 'zod'
import type { SourceRow } from '../database/tables.ts'
import type { Disk } from '../disk.ts'
import type { PagePlace } from '../generators/navigation.ts'
import type { Includes } from '../pages/readers/includes.ts'
import type { SphinxReferences } from '../pages/readers/restructured-text/sphinx-references.ts'
import type { Quotas } from '../quotas.ts'

/** What a stored source was given, without its secret. */
export const settingsOf = (row: SourceRow): SourceSettings =>
  sourceSchema.parse({
    ...JSON.parse(row.settings_json),
    kind: row.kind,
    ...(sealedTokenOf(row) && { hasToken: true }),
  })

/** Where a source is: its folder, repository, address or file. */
export const placeOf = (source: SourceSettings | SourceRequest): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  return source.url ?? (source.kind === 'openapi' ? (source.file ?? '') : '')
}

/** What a token is sealed for: it is only ever sent to the repository that it was given for, and by this site. */
export const tokenPurpose = (siteId: string, repository: string): string => `${siteId} ${repository}`

const withTokenSchema = z.object({ repository: z.string(), tokenSealed: z.string() })

/** The token that a stored source signs in with, sealed, and what for. */
export const sealedTokenOf = (row: SourceRow): readonly [purpose: string, sealed: string] | undefined => {
  const { data } = withTokenSchema.safeParse(JSON.parse(row.settings_json))
  return data && [tokenPurpose(row.site_id, data.repository), data.tokenSealed]
}

/** One file of a source, not read yet. */
export interface SourceEntry {
  /** Below the source's root, with forward slashes. Its extension says how it is written. */
  path: string
}

/** One page as its source has it. */
export interface SourceDocument extends SourceEntry {
  text: string
  /** SHA-256 of what was read, hexadecimal. */
  hash: string
  /** Where readers find the page, when that does not follow from its path. */
  address?: string
  /** Of a page that does not say its language, what it was told to be; the hash counts it in. */
  language?: string | undefined
  /** The files that it shows as its own. */
  includes?: Includes
  /** What its references lead to on other pages. */
  references?: SphinxReferences
  /** Where it stands on its site, as its documentation generator says. */
  place?: PagePlace | undefined
}

/** Something that kept a page, or a part of it, from being read. */
export interface SourceFailure extends SourceEntry {
  reason: string
}

/**
 * What reading a source gives: the number of pages as soon as it is known, also in several parts, then each page, or why
 * it could not be read.
 */
export type SourceItem =
  | { kind: 'total'; pages: number }
  /** What builds its pages; told before the first of them, by sources that can know. */
  | { kind: 'generator'; name: string | null }
  | { kind: 'document'; document: SourceDocument }
  /** A page whose origin says that it has not changed; only told of pages that the index has. */
  | { kind: 'unchanged'; document: Omit<SourceDocument, 'text'> }
  | { kind: 'failure'; failure: SourceFailure }
  /** Something beside the pages that could not be read as it stands. */
  | { kind: 'note'; failure: SourceFailure }
  /** Pages that are meant to be no part of what was read. */
  | { kind: 'left-out'; failure: SourceFailure }
  /** Pages may be missing from what was read: none may be taken for removed. */
  | { kind: 'incomplete'; failure: SourceFailure }

/**
 * Where pages come from. Reading rejects when the source as a whole cannot be read: then nothing may be taken for removed.
 */
export interface Source {
  read(signal: AbortSignal): AsyncIterable<SourceItem>
}

/** What a source may know of the index that it is read for. */
export interface SourceContext {
  /** Address of the site; page paths are relative to it. */
  siteUrl: string | null
  /** Whether nothing but public hosts may be read. */
  publicOnly: boolean
  /** Whether the index holds just this document. */
  isIndexed: (document: Omit<SourceDocument, 'text'>) => boolean
}

/** Where a source may keep what it fetches, and how much. */
export interface CopyContext {
  /** A folder of the source's own, which may not exist yet. */
  folder: string
  quotas: Quotas
  /** The disk that `folder` is on. */
  disk: Disk
  /** Bytes that the other repositories of its organization take there. */
  readOtherBytes: () => Promise<number>
}
