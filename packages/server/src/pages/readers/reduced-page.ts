import type { BlockContent } from 'mdast'
import type { PageProblem } from '../page.ts'
import type { AnchorStyle } from './anchors.ts'
import type { FrontMatter } from './front-matter.ts'

/** A page whose markup has been read: plain blocks, whatever it was written in, and what it says of itself. */
export interface ReducedPage {
  readonly blocks: readonly BlockContent[]
  readonly matter: FrontMatter
  readonly problems: PageProblem[]
  /** What an HTML document is called, for one whose text has no title. */
  readonly documentTitle?: string | null
  /** How headings that name no anchor get theirs; null where they get none, as the page is read as its readers get it. */
  readonly anchors: AnchorStyle | null
}
