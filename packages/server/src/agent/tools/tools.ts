import type { ToolSet } from 'ai'
import { messageOf } from '../../errors.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import type { Checkout } from '../repository/checkout.ts'
import type { WorkTree } from '../repository/work-tree.ts'
import type { ValidationProblem } from '../validate/problem.ts'
import { type PageCache, problemsSince, validate } from '../validate/validate.ts'
import { createEditTools } from './edit-tools.ts'
import { createFinishTools } from './finish-tools.ts'
import { createReadTools } from './read-tools.ts'

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
  /** A tool did not do what it was asked for. */
  | { readonly type: 'refused'; readonly tool: string; readonly reason: string }
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
  /**
   * Problems of the base commit: `validate` before anything was changed. It takes seconds on a large site, so the agent
   * may look around meanwhile; nothing is changed before it is there.
   */
  readonly baseline: readonly ValidationProblem[] | Promise<readonly ValidationProblem[]>
  /** The one that the baseline was made with, so that pages are not parsed again. */
  readonly cache?: PageCache
  /** Searches the site's index; without it there is no `search_docs`. */
  readonly searchDocs?: (query: string) => Promise<readonly { path: string; title: string; excerpt: string }[]>
  readonly onEvent: (event: ToolEvent) => void | Promise<void>
  /** Called once `finish` is accepted. Refused twice at most while problems remain, then accepted with them. */
  readonly onFinish: (finish: Finish) => void
}

/** What the tools share: the context, and the documentation as it is now. */
export interface ToolDesk extends ToolContext {
  readonly cache: PageCache
  /** The problems that the base commit did not have. */
  newProblems(): Promise<ValidationProblem[]>
  /** Waits until something may be changed. @throws Error once `finish` was accepted: what comes after it was not checked. */
  readyForChange(): Promise<void>
}

/** The tools of the agent: files of one work tree, and nothing else. There is no shell and no network. */
export function createTools(context: ToolContext): ToolSet {
  const { checkout, docsFolder, cache = new Map() } = context
  const baseline = Promise.resolve(context.baseline)
  // Whoever needs it hears of its failure; nobody may.
  baseline.catch(() => {})
  let isFinished = false
  const desk: ToolDesk = {
    ...context,
    baseline,
    cache,
    onFinish: (finish) => {
      isFinished = true
      context.onFinish(finish)
    },
    readyForChange: async () => {
      if (isFinished) throw new Error('Not done: finish has ended the work.')
      await baseline
    },
    newProblems: async () => {
      const files = await checkout.files()
      const problems = problemsSince(await baseline, await validate(checkout.tree, { docsFolder, files, cache }))
      await context.onEvent({ type: 'checking', problems })
      return problems
    },
  }
  return {
    ...tellRefusals({ ...createReadTools(desk), ...createEditTools(desk) }, context.onEvent),
    ...createFinishTools(desk),
  }
}

const longestReason = 500

/** The same tools; what they refuse is told to those who watch, too. */
const tellRefusals = (tools: ToolSet, onEvent: ToolContext['onEvent']): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, one]) => {
      const { execute } = one
      if (!execute) return [name, one]
      const told: typeof execute = async (input, options) => {
        try {
          return await execute(input, options)
        } catch (error) {
          const reason = messageOf(error)
          await onEvent({ type: 'refused', tool: name, reason: beginningOf(reason, longestReason) })
          throw error
        }
      }
      return [name, { ...one, execute: told }]
    }),
  )
