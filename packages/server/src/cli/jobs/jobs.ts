import type { Command } from 'commander'
import { choice, withCursor } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { findProject } from '../projects/find-project.ts'
import { archiveJob, cancelJob, sendMessage } from './change-job.ts'
import { createJob, type JobInstruction } from './create-job.ts'
import type { JobAddress } from './job-address.ts'
import { type JobListOptions, listJobs, listQuestions, showJob } from './show-jobs.ts'
import { watchJob } from './watch-job.ts'

interface JobOptions extends CommonOptions {
  readonly project?: string
}

const modes = ['steer', 'queue', 'interrupt'] as const

interface MessageOptions extends JobOptions {
  readonly mode: (typeof modes)[number]
  readonly watch?: boolean
}

/** Finds the project of a command about jobs. */
const createOpen =
  ({ contextOf }: ProgramParts) =>
  async (options: JobOptions): Promise<{ context: CommandContext; projectId: string }> => {
    const context = contextOf(options)
    return { context, projectId: (await findProject(context, options.project)).id }
  }

const addCreate = (command: Command, open: ReturnType<typeof createOpen>): void => {
  command
    .option('--from-questions', 'answer what readers asked and the documentation couldn’t answer')
    .option('--group <id>', 'with --from-questions: this group instead of the largest')
    .option('--ref <branch>', 'start from another branch')
    .option('--draft', 'open the pull request as a draft')
    .option('--watch', 'wait until the job ends')
    .action(async (prompt: string | undefined, options: JobOptions & Partial<JobInstruction>) => {
      const { context, projectId } = await open(options)
      const { fromQuestions = false, group, ref, draft = false, watch = false } = options
      return createJob(context, projectId, { prompt, fromQuestions, group, ref, draft, watch })
    })
}

const addMessage = (command: Command, open: ReturnType<typeof createOpen>): void => {
  command
    .addOption(choice('--mode <mode>', 'read it at the next step, after this turn, or at once', modes).default('steer'))
    .option('--watch', 'wait until the job ends')
    .action(async (id: string, prompt: string, options: MessageOptions) => {
      const { context, projectId } = await open(options)
      const { mode, watch = false } = options
      return sendMessage(context, { projectId, id }, { prompt, mode, watch })
    })
}

/** Adds `jobs …` to the program. */
export const addJobCommands = (parts: ProgramParts): void => {
  const open = createOpen(parts)
  const jobs = parts.program.command('jobs').description('what the agent is asked to change')
  const jobCommand = (usage: string, description: string): Command =>
    parts
      .clientCommand(jobs, usage, description)
      .option('--project <project>', 'id or name of the project; not needed if there is only one')
  const actionCommand = (
    usage: string,
    description: string,
    act: (context: CommandContext, job: JobAddress) => Promise<void>,
  ): void => {
    jobCommand(usage, description).action(async (id: string, options: JobOptions) => {
      const { context, projectId } = await open(options)
      return act(context, { projectId, id })
    })
  }

  addCreate(jobCommand('create [instruction]', 'have something changed'), open)
  jobCommand('questions', 'list unanswered questions, similar ones together').action(async (options: JobOptions) => {
    const { context, projectId } = await open(options)
    return listQuestions(context, projectId)
  })
  withCursor(
    jobCommand('list', 'list the jobs, newest first')
      .addOption(choice('--status <status>', 'only this status', ['active', 'completed', 'archived', 'failed']))
      .option('--limit <number>', 'how many (20)'),
  ).action(async (options: JobOptions & JobListOptions) => {
    const { context, projectId } = await open(options)
    return listJobs(context, projectId, options)
  })
  actionCommand('show <job>', 'show a job with its turns', showJob)
  addMessage(jobCommand('message <job> <text>', 'send a follow-up'), open)
  actionCommand('watch <job>', 'follow a job while it works', watchJob)
  actionCommand('cancel <job>', 'stop a job', cancelJob)
  actionCommand('archive <job>', 'archive a job', archiveJob)
}
