/** Something wrong with the documentation that a reader or the generator would stumble over. */
export interface ValidationProblem {
  /** File, relative to the repository. */
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  readonly rule: ValidationRule
  /** A sentence that names the thing and the value. */
  readonly message: string
}

export type ValidationRule =
  | 'page'
  | 'front-matter'
  | 'mdx'
  | 'code-fence'
  | 'link'
  | 'anchor'
  | 'image'
  | 'navigation'
  | 'navigation-file'
