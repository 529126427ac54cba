/** Which edition of the documentation a page belongs to, as a filter asks for it; null or empty where it does not say. */
export interface Edition {
  readonly version: string | null
  readonly language: string | null
  readonly tags: readonly string[]
}

/** The versions and languages of some pages; null stands for pages that don’t say theirs. */
export interface Editions {
  readonly versions: readonly (string | null)[]
  readonly languages: readonly (string | null)[]
}

/** The edition of a row of `pages`. */
export const editionOf = (row: { version: string | null; language: string | null; tags_json: string }): Edition => ({
  version: row.version,
  language: row.language,
  tags: JSON.parse(row.tags_json),
})
