/** A passage that an answer is made from. */
export interface Source {
  readonly number: number
  readonly url: string
  /** Path of the page in the index, if the server sent it. */
  readonly path: string | undefined
  readonly title: string
  readonly section: string | undefined
  readonly breadcrumbs: readonly string[]
  /** The passage as plain text. */
  readonly snippet: string
  /** The documentation version of the page, if it names one. */
  readonly version: string | undefined
}
