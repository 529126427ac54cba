import * as contract from '@sidenote/contract'
import { escapeSteering, plain } from '../../terminal-text.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../program-parts.ts'
import type { StreamedEvent } from '../watch-events.ts'
import type { JobAddress } from './job-address.ts'
import { createJobView } from './job-view.ts'

/** Models, pages and code hosts write these texts, so everything that could steer a terminal is removed. */
const readEvent = (event: StreamedEvent): contract.AgentEvent =>
  contract.agentEventSchema.parse(
    JSON.parse(event.data, (_name, value: unknown) => (typeof value === 'string' ? plain(value) : value)),
  )

/** Prints events from a message on; from the start when there is none. Ctrl-C ends the watching, not the job. */
const printEvents = async (
  { watch, json }: CommandContext,
  job: JobAddress,
  message: string | undefined,
): Promise<contract.JobStatus | undefined> => {
  const view = json ? undefined : createJobView(process.stdout)
  let isShown = message === undefined
  let status: contract.JobStatus | undefined
  const leave = () => {
    view?.end()
    process.stderr.write(`The job continues. Follow it with "sidenote jobs watch ${job.id}".\n`)
    process.exit(130)
  }
  process.once('SIGINT', leave)
  try {
    for await (const event of watch(contract.watchAgentJob, { ...job })) {
      const isDone = event.type === 'done'
      isShown ||= isDone || isAsked(readEvent(event), message)
      if (isShown && json) process.stdout.write(`${escapeSteering(event.data)}\n`)
      if (isShown && !isDone) view?.show(readEvent(event))
      if (isDone) status = contract.agentJobSchema.nullable().parse(JSON.parse(event.data))?.status
    }
    return status
  } finally {
    view?.end()
    process.off('SIGINT', leave)
  }
}

const isAsked = (event: contract.AgentEvent, message: string | undefined): boolean =>
  event.type === 'asked' && message !== undefined && event.data.prompt === plain(message)

/** Follows a job until it is no longer active. @throws CommandError when the job failed */
export const watchJob = async (context: CommandContext, job: JobAddress, message?: string): Promise<void> => {
  const status = await printEvents(context, job, message)
  if (status !== 'failed') return
  throw new CommandError(
    `The job ${job.id} failed. Its changes are kept: when the cause is removed, continue with "sidenote jobs message ${job.id} …".`,
  )
}
