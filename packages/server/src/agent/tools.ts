import type { ToolSet } from 'ai'
import type { Checkout } from './checkout.ts'
import type { ValidationProblem } from './validate/problem.ts'
import type { WorkTree } from './work-tree.ts'

export interface PlanItem {
  readonly title: string
  readonly status: 'pending' | 'active' | 'done'
}

/** What the agent does, as it happens. */
export type ToolEvent =
  | { readonly type: 'plan'; readonly items: readonly PlanItem[] }
  | { readonly type: 'searching'; readonly query: string; readonly hits: number }
  | { readonly type: 'reading'; readonly path: string }
  | {
      readonly type: 'editing'
      readonly path: string
      readonly change: 'added' | 'modified' | 'deleted'
      /** A few lines, unified, without a file header. */
      readonly diff: string
    }
  | { readonly type: 'checking'; readonly problems: readonly ValidationProblem[] }

/** What the model says at the end of a turn. */
export interface Finish {
  readonly title: string
  /** What was changed, in Markdown. */
  readonly summary: string
  /** Why, in Markdown. */
  readonly why: string
  /** Problems that the base commit did not have and that are left: the pull request becomes a draft. */
  readonly problems: readonly ValidationProblem[]
}

export interface ToolContext {
  readonly checkout: Checkout
  readonly workTree: WorkTree
  readonly docsFolder: string
  /** Problems of the base commit: `validate` before anything was changed. */
  readonly baseline: readonly ValidationProblem[]
  /** Searches the site's index; without it there is no `search_docs`. */
  readonly searchDocs?: (query: string) => Promise<readonly { path: string; title: string; excerpt: string }[]>
  readonly onEvent: (event: ToolEvent) => void | Promise<void>
  /** Called once `finish` is accepted. Refused twice at most while problems remain, then accepted with them. */
  readonly onFinish: (finish: Finish) => void
}

/** The tools of the agent: files of one work tree, and nothing else. There is no shell and no network. */
export declare function createTools(context: ToolContext): ToolSet
