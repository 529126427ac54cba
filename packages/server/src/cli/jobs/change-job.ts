import * as contract from '@sidenote/contract'
import type { CommandContext } from '../program-parts.ts'
import type { JobAddress } from './job-address.ts'
import { watchJob } from './watch-job.ts'

/** Sends a follow-up; with `watch` it waits until the job ends. */
export const sendMessage = async (
  context: CommandContext,
  job: JobAddress,
  { watch, ...body }: contract.AgentMessageRequest & { readonly watch: boolean },
): Promise<void> => {
  const input = { params: { ...job }, body }
  const answer = await context.client(contract.sendAgentMessage, input, contract.agentJobSchema)
  if (watch) return watchJob(context, job, body.prompt)
  context.print(answer, `Sent. ${answer.id} is ${answer.status}.`)
}

/** Stops a job. */
export const cancelJob = async ({ client, print }: CommandContext, job: JobAddress): Promise<void> => {
  const answer = await client(contract.cancelAgentJob, { params: { ...job } }, contract.agentJobSchema)
  print(answer, `Cancelled ${job.id}. A message makes it continue.`)
}

/** Archives a job. */
export const archiveJob = async ({ client, print }: CommandContext, job: JobAddress): Promise<void> => {
  const answer = await client(contract.archiveAgentJob, { params: { ...job } }, contract.agentJobSchema)
  print(answer, `Archived ${job.id}.`)
}
