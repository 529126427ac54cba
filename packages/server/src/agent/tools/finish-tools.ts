import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { ValidationProblem } from '../validate/problem.ts'
import type { ToolDesk } from './tools.ts'

const mostProblems = 50
/** After that many refusals the work is shown to people, with what is wrong with it. */
const mostRefusals = 2

/** Planning, checking and ending a turn. */
export const createFinishTools = (desk: ToolDesk): ToolSet => {
  let refusals = 0
  return {
    plan: tool({
      description:
        'Says what you are going to do, as a list that people watch. Call it again whenever something changes.',
      inputSchema: z.object({
        items: z
          .array(z.object({ title: z.string().min(1).max(200), status: z.enum(['pending', 'active', 'done']) }))
          .min(1)
          .max(20),
      }),
      execute: async ({ items }) => {
        await desk.onEvent({ type: 'plan', items })
        return 'Noted.'
      },
    }),
    validate: tool({
      description:
        'Checks pages, links, anchors, images and navigation. Gives the problems that were not there before.',
      inputSchema: z.object({}),
      execute: async () => {
        const problems = await desk.newProblems()
        return problems.length > 0 ? writeProblems(problems) : 'No new problems.'
      },
    }),
    finish: tool({
      description:
        'Ends the work. Call it once everything is done and validate finds no new problems; also when nothing has to be changed. Title, summary and why become the pull request.',
      inputSchema: z.object({
        title: z.string().min(1).max(200).describe('One line, in the imperative, such as: Explain how to rotate keys.'),
        summary: z.string().min(1).max(10_000).describe('What was changed, in Markdown.'),
        why: z.string().max(10_000).describe('Why, in Markdown.'),
      }),
      execute: async ({ title, summary, why }) => {
        const problems = await desk.newProblems()
        if (problems.length > 0 && refusals < mostRefusals) {
          refusals++
          throw new Error(`Not finished: the changes have made these problems. Mend them.\n${writeProblems(problems)}`)
        }
        desk.onFinish({ title, summary, why, problems })
        return 'Finished.'
      },
    }),
  }
}

/** One problem a line: `docs/guide.md:12:5 link The link … leads to no page.` */
const writeProblems = (problems: readonly ValidationProblem[]): string => {
  const shown = problems.slice(0, mostProblems)
  const lines = shown.map(({ path, line, column, rule, message }) => `${path}:${line}:${column} ${rule} ${message}`)
  return [...lines, ...(problems.length > shown.length ? [`… and ${problems.length - shown.length} more.`] : [])].join(
    '\n',
  )
}
