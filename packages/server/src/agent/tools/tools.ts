import type { ToolSet } from 'ai'
import { messageOf } from '../../errors.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import { problemsSince } from '../documentation/problems-since.ts'
import { createEditTools } from './edit-tools.ts'
import { createFinishTools } from './finish-tools.ts'
import { createReadTools } from './read-tools.ts'
import type { ToolContext, ToolDesk } from './tool-context.ts'

/** The tools of the agent: files of one work tree, and nothing else. There is no shell and no network. */
export const createTools = (context: ToolContext): ToolSet => {
  const desk = openToolDesk(context)
  return {
    ...reportRefusals({ ...createReadTools(desk), ...createEditTools(desk) }, context.onEvent),
    ...createFinishTools(desk),
  }
}

const openToolDesk = (context: ToolContext): ToolDesk => {
  const { checkout, documentation } = context
  const baseline = Promise.resolve(context.baseline)
  // Whoever awaits it gets its failure; maybe nobody does.
  baseline.catch(() => {})
  let isFinished = false
  return {
    ...context,
    baseline,
    onFinish: (finish) => {
      isFinished = true
      context.onFinish(finish)
    },
    readyForChange: async () => {
      if (isFinished) throw new Error('Nothing was changed, because finish has ended the work.')
      await baseline
    },
    newProblems: async () => {
      const files = await checkout.files()
      const problems = problemsSince(await baseline, await documentation.validate({ files }))
      context.onEvent({ type: 'checking', data: { problems } })
      return problems
    },
  }
}

/** Characters. */
const longestReason = 500

/** The same tools; people who watch see why one of them refuses. */
const reportRefusals = (tools: ToolSet, onEvent: ToolContext['onEvent']): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const { execute } = tool
      if (!execute) return [name, tool]
      const report: typeof execute = async (input, options) => {
        try {
          return await execute(input, options)
        } catch (error) {
          const reason = beginningOf(messageOf(error), longestReason)
          onEvent({ type: 'refused', data: { tool: name, reason } })
          throw error
        }
      }
      return [name, { ...tool, execute: report }]
    }),
  )
