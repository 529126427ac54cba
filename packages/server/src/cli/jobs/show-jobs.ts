import * as contract from '@sidenote/contract'
import { z } from 'zod'
import type { CommandContext } from '../program-parts.ts'
import { oneLine, shorten, writeMore, writeTable } from '../table.ts'
import type { JobAddress } from './job-address.ts'

const groupsSchema = z.object({ groups: z.array(contract.questionGroupSchema) })

const describeQuestion = ({ question, reason, comment }: contract.ReaderQuestion): string => {
  const unhelpful = comment ? `the answer did not help: ${oneLine(comment)}` : 'the answer did not help'
  return `  - ${oneLine(question)} (${reason === 'unanswered' ? 'not answered' : unhelpful})`
}

const describeGroup = ({ id, questions, pages }: contract.QuestionGroup): string => {
  const nearest = pages[0]?.path ?? 'no page'
  return `${id}  ${questions.length} asked, nearest: ${nearest}\n${questions.map(describeQuestion).join('\n')}`
}

/** Lists the questions that the documentation couldn’t answer, in groups. */
export const listQuestions = async ({ client, print }: CommandContext, projectId: string): Promise<void> => {
  const { groups } = await client(contract.listQuestionGroups, { params: { projectId } }, groupsSchema)
  print({ groups }, groups.length > 0 ? groups.map(describeGroup).join('\n\n') : 'No question was left unanswered.')
}

const fetchReport = ({ client }: CommandContext, job: JobAddress): Promise<contract.AgentJobReport> =>
  client(contract.getAgentJobReport, { params: { ...job } }, contract.agentJobReportSchema)

/** The record of a job doesn’t have its instruction, so the table needs the reports. */
const writeJobs = async (
  context: CommandContext,
  projectId: string,
  jobs: readonly contract.AgentJob[],
): Promise<string> => {
  const reports = await Promise.all(jobs.map(({ id }) => fetchReport(context, { projectId, id })))
  const rows = reports.map(({ job, turns, waiting }) => [
    job.id,
    job.status,
    job.createdAt,
    shorten(turns[0]?.prompts[0] ?? waiting[0] ?? ''),
    job.prLink ?? '',
  ])
  return writeTable(['ID', 'STATUS', 'CREATED', 'ASKED', 'PULL REQUEST'], rows)
}

/** Which part of the list of jobs. */
export interface JobListOptions {
  readonly status?: string
  readonly limit?: string
  readonly cursor?: string
}

/** Lists the jobs of a project, newest first. */
export const listJobs = async (
  context: CommandContext,
  projectId: string,
  { status, limit, cursor }: JobListOptions,
): Promise<void> => {
  const { client, print, json } = context
  const input = { params: { projectId }, query: { status, limit, cursor } }
  const page = await client(contract.listAgentJobs, input, contract.agentJobsSchema)
  if (json) return print(page, '')
  const none = 'There are no jobs. Create one with "sidenote jobs create".'
  const table = page.jobs.length > 0 ? await writeJobs(context, projectId, page.jobs) : none
  print(page, table + writeMore(page.nextCursor))
}

const describeTurn = ({ number, status, prompts, summary, error }: contract.AgentTurn): string => {
  const details = [summary, error].filter((text) => text).map((text) => `\n   ${text}`)
  return `\n${number}. ${status}: ${prompts.join(' / ')}${details.join('')}`
}

const describeUsage = ({ job, usage }: contract.AgentJobReport): string => {
  const cost = usage.cost === null ? '' : `, ${usage.cost.toFixed(4)}`
  return `\n${job.model}: ${usage.modelCalls} calls, ${usage.inputTokens} + ${usage.outputTokens} tokens${cost}`
}

/** Shows a job with its turns and what they cost. */
export const showJob = async (context: CommandContext, address: JobAddress): Promise<void> => {
  const report = await fetchReport(context, address)
  const { job, branch, pullRequest, turns, waiting } = report
  const lines = [
    `${job.id}  ${job.status}  ${job.source.repository} (${job.source.ref} → ${branch})`,
    ...(pullRequest ? [`Pull request: ${pullRequest.url}`] : []),
    ...turns.map(describeTurn),
    ...waiting.map((prompt) => `\nwaiting: ${prompt}`),
    describeUsage(report),
  ]
  context.print(report, lines.join('\n'))
}
