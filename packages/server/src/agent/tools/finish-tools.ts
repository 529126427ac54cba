import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { ValidationProblem } from '../documentation/problem.ts'
import type { ToolDesk } from './tool-context.ts'

const maximumProblems = 50
/** After that many refusals, people get the work with its problems. */
const maximumRefusals = 2

/** The tools that plan, check and end a turn. */
export const createFinishTools = (desk: ToolDesk): ToolSet => ({
  plan: planTool(desk),
  validate: validateTool(desk),
  finish: finishTool(desk),
})

const planTool = ({ onEvent }: ToolDesk) =>
  tool({
    description: 'Says what you are going to do, as a list that people watch. Call it again whenever the list changes.',
    inputSchema: z.object({
      items: z
        .array(z.object({ title: z.string().min(1).max(200), status: z.enum(['pending', 'active', 'done']) }))
        .min(1)
        .max(20),
    }),
    execute: async ({ items }) => {
      onEvent({ type: 'plan', data: { items } })
      return 'Noted.'
    },
  })

const validateTool = ({ newProblems }: ToolDesk) =>
  tool({
    description: 'Checks pages, links, anchors, images and navigation. Gives the problems that your changes caused.',
    inputSchema: z.object({}),
    execute: async () => {
      const problems = await newProblems()
      return problems.length > 0 ? listProblems(problems) : 'No new problems.'
    },
  })

const finishTool = ({ newProblems, onFinish }: ToolDesk) => {
  let refusals = 0
  return tool({
    description:
      'Ends the work. Call it once everything is done and validate finds no new problems, and also when nothing has to be changed. Title, summary and why become the pull request.',
    inputSchema: z.object({
      title: z.string().min(1).max(200).describe('One line, in the imperative, such as: Explain how to rotate keys.'),
      summary: z.string().min(1).max(10_000).describe('What was changed, in Markdown.'),
      why: z.string().max(10_000).describe('Why, in Markdown.'),
    }),
    execute: async ({ title, summary, why }) => {
      const problems = await newProblems()
      if (problems.length > 0 && refusals < maximumRefusals) {
        refusals++
        throw new Error(`Not finished: your changes caused these problems. Fix them.\n${listProblems(problems)}`)
      }
      onFinish({ title, summary, why, problems })
      return 'Finished.'
    },
  })
}

/** One problem a line: `docs/guide.md:12:5 link The link … leads to no page.` */
const listProblems = (problems: readonly ValidationProblem[]): string => {
  const lines = problems
    .slice(0, maximumProblems)
    .map(({ path, line, column, rule, message }) => `${path}:${line}:${column} ${rule} ${message}`)
  const rest = problems.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}
