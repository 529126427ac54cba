import type { Documentation } from '../documentation/documentation.ts'
import type { ValidationProblem } from '../documentation/problem.ts'
import type { NewEvent } from '../jobs/events.ts'
import type { Finish } from '../jobs/finish.ts'
import type { Checkout } from '../repository/checkout.ts'
import type { WorkTree } from '../repository/work-tree.ts'

/** A passage that a search of the site's index gives. */
export interface Passage {
  readonly path: string
  readonly title: string
  readonly excerpt: string
}

/** What the tools of a turn work on, and whom they report to. */
export interface ToolContext {
  readonly checkout: Checkout
  readonly workTree: WorkTree
  readonly docsFolder: string
  /**
   * Problems of the base commit: what `documentation` finds before anything was changed. It takes seconds on a large site, so the agent
   * may look around meanwhile; nothing is changed before it is done.
   */
  readonly baseline: readonly ValidationProblem[] | Promise<readonly ValidationProblem[]>
  /** What the baseline was made with, so that pages are not read again. */
  readonly documentation: Documentation
  /** Searches the site's index. Without it there is no `search_docs`. */
  readonly searchDocs?: (query: string) => Promise<readonly Passage[]>
  readonly onEvent: (event: NewEvent) => void
  /** Called once `finish` is accepted: with problems only after two refusals. */
  readonly onFinish: (finish: Finish) => void
}

/** What the tools share: the context, and the documentation as it is now. */
export interface ToolDesk extends ToolContext {
  /** Validates the tree, and gives the problems that the base commit didn't have. */
  newProblems(): Promise<ValidationProblem[]>
  /** Waits until something may be changed. @throws Error once `finish` was accepted: later changes are unchecked. */
  readyForChange(): Promise<void>
}
