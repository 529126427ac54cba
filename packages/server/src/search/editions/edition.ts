/** Which edition of the documentation a page belongs to, as a filter asks for it; null and none where it does not say. */
export interface Edition {
  readonly version: string | null
  readonly language: string | null
  readonly tags: readonly string[]
}

/** The edition that a row of `pages` tells. */
export const editionOf = (row: { version: string | null; language: string | null; tags_json: string }): Edition => ({
  version: row.version,
  language: row.language,
  tags: JSON.parse(row.tags_json),
})
