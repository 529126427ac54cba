import * as contract from '@sidenote/contract'
import { z } from 'zod'
import { escapeSteering, plain } from '../terminal-text.ts'
import { CommandError, type StreamedEvent, UsageError, type Watch } from './client.ts'
import type { CommandContext } from './commands.ts'
import { createJobView } from './job-view.ts'
import { shorten, writeMore, writeTable } from './table.ts'

/** What the commands of the agent are given. */
export interface AgentContext extends CommandContext {
  readonly watch: Watch
  /** JSON was asked for: events are printed as they are, one a line. */
  readonly json: boolean
}

const projectsSchema = z.object({ projects: z.array(contract.projectSchema) })
const groupsSchema = z.object({ groups: z.array(contract.questionGroupSchema) })

/** Adds a project. */
export const addProject = async ({ client, print }: AgentContext, body: contract.ProjectRequest): Promise<void> => {
  const project = await client(contract.createProject, { body }, contract.projectSchema)
  const next = 'Have something changed with "sidenote jobs create", or look first with "sidenote doctor".'
  print(project, `Added the project ${project.name}. Its id is ${project.id}. ${next}`)
}

/** Lists the projects. */
export const listProjects = async ({ client, print }: AgentContext): Promise<void> => {
  const { projects } = await client(contract.listProjects, {}, projectsSchema)
  const rows = projects.map(({ id, name, repository, ref, host, site }) => [
    id,
    name,
    host.kind,
    repository,
    ref,
    site ?? '',
  ])
  const table = writeTable(['ID', 'NAME', 'HOST', 'REPOSITORY', 'REF', 'SITE'], rows)
  print({ projects }, projects.length > 0 ? table : 'There are no projects yet. Add one with "sidenote projects add".')
}

/** Shows a project, without its secrets. */
export const showProject = async ({ print }: AgentContext, project: contract.Project): Promise<void> => {
  const {
    id,
    name,
    repository,
    ref,
    docsFolder,
    host,
    credentials,
    site,
    model,
    instructions,
    limits,
    prices,
    webhook,
  } = project
  const rows = [
    ['id', id],
    ['repository', repository],
    ['ref', ref],
    ['docs', docsFolder || 'the whole repository'],
    ['host', host.url ? `${host.kind} (${host.url})` : host.kind],
    ['credentials', credentials ?? 'none'],
    ['site', site ?? 'none'],
    ['model', model ?? 'that of the server'],
    ['instructions', instructions ?? 'none'],
    [
      'limits',
      `${limits.steps} steps, ${limits.tokens} tokens, ${limits.minutes} minutes, ${limits.files} files, ${limits.bytes} bytes`,
    ],
    ['prices', prices ? `${prices.input} in, ${prices.output} out` : 'none'],
    ['webhook', webhook?.url ?? 'none'],
  ]
  print(project, writeTable([name, ''], rows))
}

/** Changes what the options name. */
export const updateProject = async (
  { client, print }: AgentContext,
  projectId: string,
  body: contract.ProjectChange,
): Promise<void> => {
  const project = await client(contract.updateProject, { params: { projectId }, body }, contract.projectSchema)
  print(project, `Changed the project ${project.name}.`)
}

/** Removes a project and its jobs, when that is meant. */
export const removeProject = async (
  { client, print }: AgentContext,
  { id, name, repository }: contract.Project,
  isMeant: boolean,
): Promise<void> => {
  if (!isMeant) {
    throw new CommandError(
      `This removes the project "${name}" (${repository}) with its jobs for good. Pull requests stay where they are. Say --yes to do it.`,
    )
  }
  await client(contract.deleteProject, { params: { projectId: id } }, z.undefined())
  print({ id, removed: true }, `Removed the project "${name}" with its jobs. Its pull requests stay where they are.`)
}

/** The project that was named by id or by name, or the only one. */
export const findProject = async (
  { client }: AgentContext,
  named: string | undefined,
): Promise<z.output<typeof contract.projectSchema>> => {
  const { projects } = await client(contract.listProjects, {}, projectsSchema)
  const found = named === undefined ? projects : projects.filter(({ id, name }) => id === named || name === named)
  const [project] = found
  if (found.length === 1 && project) return project
  if (projects.length === 0) throw new CommandError('There are no projects yet. Add one with "sidenote projects add".')
  const choices = projects.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new CommandError(
    named === undefined
      ? `Say with --project which one is meant: ${choices}.`
      : `There is no project "${named}". There are: ${choices}.`,
  )
}

/** The id of the project that was named by id or by name, or of the only one. */
export const findProjectId = async (context: AgentContext, named: string | undefined): Promise<string> =>
  (await findProject(context, named)).id

interface CreateOptions {
  readonly prompt: string | undefined
  readonly fromQuestions: boolean
  readonly group: string | undefined
  readonly ref: string | undefined
  readonly draft: boolean
  readonly watch: boolean
}

/** Creates a job from an instruction, or from readers' questions; with `watch` it stays until the job ends. */
export const createJob = async (context: AgentContext, projectId: string, options: CreateOptions): Promise<void> => {
  const { client, print } = context
  const { prompt, fromQuestions, group, ref, draft } = options
  const params = { projectId }
  if (!fromQuestions && !prompt?.trim()) {
    throw new UsageError('What is to be changed? Give it as text, or use --from-questions.')
  }
  if (fromQuestions && prompt !== undefined) throw new UsageError('Give a text or --from-questions, not both.')
  if (fromQuestions && ref !== undefined)
    throw new UsageError('--from-questions starts from the branch of the project, so --ref is not for it.')
  if (!fromQuestions && group !== undefined) throw new UsageError('--group needs --from-questions.')
  const job = fromQuestions
    ? await client(contract.createJobFromQuestions, { params, body: { group, draft } }, contract.agentJobSchema)
    : await client(contract.createAgentJob, { params, body: { prompt, ref, draft } }, contract.agentJobSchema)
  if (options.watch) return watchJob(context, { projectId, id: job.id })
  print(job, `Created ${job.id}. Follow it with "sidenote jobs watch ${job.id}".`)
}

const describeQuestion = ({ question, reason, comment }: contract.ReaderQuestion): string => {
  const said = comment ? `: ${comment.replace(/\s+/g, ' ')}` : ''
  return `  - ${question.replace(/\s+/g, ' ')} (${reason === 'unanswered' ? 'not answered' : `the answer did not help${said}`})`
}

/** Lists what readers asked in vain. */
export const listQuestions = async ({ client, print }: AgentContext, projectId: string): Promise<void> => {
  const { groups } = await client(contract.listQuestionGroups, { params: { projectId } }, groupsSchema)
  const text = groups.map(
    ({ id, questions, pages }) =>
      `${id}  ${questions.length} asked, nearest: ${pages[0]?.path ?? 'no page'}\n${questions.map(describeQuestion).join('\n')}`,
  )
  print({ groups }, groups.length > 0 ? text.join('\n\n') : 'Nothing was left unanswered.')
}

const fetchReport = (
  { client }: Pick<AgentContext, 'client'>,
  projectId: string,
  id: string,
): Promise<contract.AgentJobReport> =>
  client(contract.getAgentJobReport, { params: { projectId, id } }, contract.agentJobReportSchema)

/** The records of jobs do not say what they were asked for; their reports do. */
const writeJobs = async (
  context: AgentContext,
  projectId: string,
  jobs: readonly contract.AgentJob[],
): Promise<string> => {
  const reports = await Promise.all(jobs.map(({ id }) => fetchReport(context, projectId, id)))
  const rows = reports.map(({ job, turns, waiting }) => [
    ...[job.id, job.status, job.createdAt, shorten(turns[0]?.prompts[0] ?? waiting[0] ?? ''), job.prLink ?? ''],
  ])
  return writeTable(['ID', 'STATUS', 'CREATED', 'ASKED', 'PULL REQUEST'], rows)
}

interface ListOptions {
  readonly status: string | undefined
  readonly limit: string | undefined
  readonly cursor: string | undefined
}

/** Lists the jobs of a project, newest first. */
export const listJobs = async (context: AgentContext, projectId: string, options: ListOptions): Promise<void> => {
  const { client, print, json } = context
  const query = { status: options.status, limit: options.limit, cursor: options.cursor }
  const page = await client(contract.listAgentJobs, { params: { projectId }, query }, contract.agentJobsSchema)
  if (json) return print(page, '')
  const none = 'There are no jobs. Create one with "sidenote jobs create".'
  const table = page.jobs.length > 0 ? await writeJobs(context, projectId, page.jobs) : none
  print(page, table + writeMore(page.nextCursor))
}

/** Shows a job with its turns and what they cost. */
export const showJob = async (context: AgentContext, projectId: string, id: string): Promise<void> => {
  const report = await fetchReport(context, projectId, id)
  const { job, branch, pullRequest, turns, waiting, usage } = report
  const lines = [
    `${job.id}  ${job.status}  ${job.source.repository} (${job.source.ref} → ${branch})`,
    ...(pullRequest ? [`Pull request: ${pullRequest.url}`] : []),
    ...turns.map(
      (turn) =>
        `\n${turn.number}. ${turn.status}: ${turn.prompts.join(' / ')}${turn.summary ? `\n   ${turn.summary}` : ''}${turn.error ? `\n   ${turn.error}` : ''}`,
    ),
    ...waiting.map((prompt) => `\nwaiting: ${prompt}`),
    `\n${job.model}: ${usage.modelCalls} calls, ${usage.inputTokens} + ${usage.outputTokens} tokens${usage.cost === null ? '' : `, ${usage.cost.toFixed(4)}`}`,
  ]
  context.print(report, lines.join('\n'))
}

/** Sends a follow-up. */
export const sendMessage = async (
  context: AgentContext,
  job: { readonly projectId: string; readonly id: string },
  body: contract.AgentMessageRequest & { readonly watch: boolean },
): Promise<void> => {
  const { watch, ...message } = body
  const sent = await context.client(
    contract.sendAgentMessage,
    { params: { ...job }, body: message },
    contract.agentJobSchema,
  )
  if (watch) return watchJob(context, job, message.prompt)
  context.print(sent, `Sent. ${sent.id} is ${sent.status}.`)
}

/**
 * Follows a job until it is no longer active, from its beginning, or from a message that was sent to it. Fails when the
 * job did.
 */
export const watchJob = async (
  { watch, json }: AgentContext,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  message?: string,
): Promise<void> => {
  const view = json ? undefined : createJobView(process.stdout)
  let status: contract.JobStatus | undefined
  let isShown = message === undefined
  const leave = () => {
    view?.end()
    process.stderr.write(`The job goes on. Follow it with "sidenote jobs watch ${id}".\n`)
    process.exit(130)
  }
  process.once('SIGINT', leave)
  try {
    for await (const event of watch(contract.watchAgentJob, { projectId, id })) {
      if (event.type === 'done') isShown = true
      else if (!isShown) isShown = isAsking(readEvent(event), message)
      if (isShown && json) process.stdout.write(`${escapeSteering(event.data)}\n`)
      if (isShown && event.type !== 'done') view?.show(readEvent(event))
      if (event.type === 'done') status = contract.agentJobSchema.nullable().parse(JSON.parse(event.data))?.status
    }
  } finally {
    view?.end()
    process.off('SIGINT', leave)
  }
  if (status === 'failed') {
    throw new CommandError(
      `The job ${id} failed. What it changed is kept: go on with "sidenote jobs message ${id} …", once nothing stands in its way.`,
    )
  }
}

const isAsking = (event: contract.AgentEvent, message: string | undefined): boolean =>
  event.type === 'asked' && message !== undefined && event.data.prompt === plain(message)

/** Models, pages and code hosts have written these texts: what would steer a terminal is left out of all of them. */
const readEvent = (event: StreamedEvent): contract.AgentEvent =>
  contract.agentEventSchema.parse(
    JSON.parse(event.data, (_name, value: unknown) => (typeof value === 'string' ? plain(value) : value)),
  )

/** Stops a job. */
export const cancelJob = async ({ client, print }: AgentContext, projectId: string, id: string): Promise<void> => {
  const job = await client(contract.cancelAgentJob, { params: { projectId, id } }, contract.agentJobSchema)
  print(job, `Cancelled ${id}. A message wakes it up again.`)
}

/** Archives a job. */
export const archiveJob = async ({ client, print }: AgentContext, projectId: string, id: string): Promise<void> => {
  const job = await client(contract.archiveAgentJob, { params: { projectId, id } }, contract.agentJobSchema)
  print(job, `Archived ${id}.`)
}
