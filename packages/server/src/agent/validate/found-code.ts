/**
 * Where code runs that a page contains: wherever the page is built or shown; where Markdown is read as MDX; where the generator
 * fills in templates before it reads Markdown, and where it does so within blocks of code, too.
 */
export type CodeScope = 'page' | 'mdx' | 'template' | 'template-in-code'

/** Something in a page that a build or a browser may run, or that makes a build read another file. */
export interface FoundCode {
  /** The code, so that the same code has the same text. */
  readonly text: string
  readonly scope: CodeScope
  /** Counted from 1. */
  readonly line: number
}
