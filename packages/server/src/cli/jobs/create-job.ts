import * as contract from '@sidenote/contract'
import { UsageError } from '../command-error.ts'
import type { CommandContext } from '../program-parts.ts'
import { watchJob } from './watch-job.ts'

/** What a job is to do, as it was typed. */
export interface JobInstruction {
  readonly prompt: string | undefined
  readonly fromQuestions: boolean
  readonly group: string | undefined
  readonly ref: string | undefined
  readonly draft: boolean
  readonly watch: boolean
}

const check = ({ prompt, fromQuestions, group, ref }: JobInstruction): void => {
  if (!fromQuestions && !prompt?.trim()) {
    throw new UsageError('The instruction is missing. Give it as text, or use --from-questions.')
  }
  if (fromQuestions && prompt !== undefined) throw new UsageError('Give a text or --from-questions, not both.')
  if (fromQuestions && ref !== undefined) {
    throw new UsageError('--from-questions starts from the project’s branch, so it can’t go with --ref.')
  }
  if (!fromQuestions && group !== undefined) throw new UsageError('--group needs --from-questions.')
}

/** Creates a job from an instruction, or from readers’ questions; with `watch` it waits until the job ends. */
export const createJob = async (
  context: CommandContext,
  projectId: string,
  instruction: JobInstruction,
): Promise<void> => {
  check(instruction)
  const { client, print } = context
  const { prompt, fromQuestions, group, ref, draft, watch } = instruction
  const params = { projectId }
  const job = fromQuestions
    ? await client(contract.createJobFromQuestions, { params, body: { group, draft } }, contract.agentJobSchema)
    : await client(contract.createAgentJob, { params, body: { prompt, ref, draft } }, contract.agentJobSchema)
  if (watch) return watchJob(context, { projectId, id: job.id })
  print(job, `Created ${job.id}. Follow it with "sidenote jobs watch ${job.id}".`)
}
