import type { Logger } from 'pino'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import type { Disk } from '../../disk.ts'
import type { Quotas } from '../../quotas.ts'
import type { Reading } from '../../reading/reading.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { CodeHost } from '../hosts/host.ts'
import { type Finish, finishOf } from '../jobs/finish.ts'
import { type Claim, writeAs } from '../jobs/lease.ts'
import { readTurns, type TurnWithPrompts } from '../jobs/read-turns.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { updateTurn } from '../jobs/turns.ts'
import type { AgentModels } from '../projects/agent-models.ts'
import { openProjectHost } from '../projects/project-host.ts'
import { listedFilesOf, settingsOf } from '../projects/project-record.ts'
import { isCommitOf } from '../publish/commit-text.ts'
import { finishPublishing, publish } from '../publish/publish.ts'
import { type Checkout, openCheckout } from '../repository/checkout.ts'
import { checkoutFolder } from '../repository/checkout-folders.ts'
import { openDesk } from './desk.ts'
import { writeInstructions } from './instructions.ts'
import { runLoop } from './loop.ts'
import { restore, unpublishedFiles } from './restore.ts'
import { openingOf, readSteps } from './transcript.ts'

/** What the work on jobs depends on. */
export interface RunDependencies {
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  readonly seal: Seal
  readonly models: AgentModels
  /** Where copies of repositories are put while a job runs. */
  readonly folder: string
  /** Address that a browser reaches this server at: pages of local pull requests are below it. */
  readonly publicUrl: string
  /** @default `usualQuotas` */
  readonly quotas?: Quotas
  /** The disk that `folder` is on. @default one with room for everything */
  readonly disk?: Disk
  readonly log: Logger
}

/** How many times a turn begins anew because somebody else changed its branch. */
const maximumMoves = 3

/**
 * Does one turn of a job: checks out the repository, lets the model work, publishes. Safe to repeat from the beginning:
 * finds what was done, and doesn't do it again.
 *
 * @throws TurnFailed, HostError, LeaseLost
 */
export const runTurn = async (dependencies: RunDependencies, claim: Claim, signal: AbortSignal): Promise<void> => {
  const { database, publicUrl } = dependencies
  const project = await readProject(database, claim)
  const urlOf = (number: number) => `${publicUrl}/agent/projects/${project.id}/pull-requests/${number}`
  const { host, publicOnly } = await openProjectHost(dependencies, project, urlOf)
  let current = claim
  for (let moves = 0; moves < maximumMoves; moves += 1) {
    const outcome = await tryTurn({ dependencies, project, host, publicOnly, signal }, current)
    if (outcome === 'published') return
    current = await forgetStart(database, current)
  }
  throw new TurnFailed(`Somebody else changed the branch ${current.job.branch} ${maximumMoves} times meanwhile.`)
}

/** @throws TurnFailed when the project has another repository than the job */
const readProject = async (database: Database, { job }: Claim): Promise<ProjectRow> => {
  const project = await database
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', job.project_id)
    .executeTakeFirstOrThrow()
  if (project.repository === job.repository) return project
  throw new TurnFailed(`The project has another repository now (${project.repository}); start a new job for it.`)
}

/** What every part of a turn needs. */
interface TurnContext {
  readonly dependencies: RunDependencies
  readonly project: ProjectRow
  readonly host: CodeHost
  /** Whether the project's organization may only reach public hosts. */
  readonly publicOnly: boolean
  readonly signal: AbortSignal
}

/** Checkout, work, publishing. `moved`: somebody else changed the branch meanwhile. */
const tryTurn = async (context: TurnContext, claimBefore: Claim): Promise<'published' | 'moved'> => {
  const { dependencies, host, project, signal } = context
  const { database, reading, log } = dependencies
  const claim = await chooseBranch(context, claimBefore)
  const turns = await readTurns(database, claim.job.id)
  const checkout = await checkOut(context, claim, turns)
  try {
    log.debug({ point: 'checked-out', job: claim.job.id }, 'agent')
    const maximumBytes = settingsOf(project).limits.bytes
    const rules = { docsFolder: project.docs_folder, listed: listedFilesOf(project) }
    const { author } = project
    const request = { database, claim, checkout, host, signal, log, maximumBytes, rules, reading, author }
    const finish = finishOf(claim.turn)
    if (finish && claim.turn.commit_id !== null && (await isPushed(checkout, claim))) {
      await finishPublishing({ ...request, finish })
      return 'published'
    }
    return await publish({ ...request, finish: await work(context, { claim, checkout, turns }) })
  } finally {
    await checkout.close()
  }
}

/** After its pull request was merged or closed, a job goes on in a new branch from the newest commit. */
const chooseBranch = async ({ dependencies, host, signal }: TurnContext, claim: Claim): Promise<Claim> => {
  const { job, turn } = claim
  if (turn.start_commit !== null || job.pull_request_number === null) return claim
  if (await host.findPullRequest(job.branch, signal)) return claim
  const columns = {
    branch: `sidenote/${job.id}-${turn.number}`,
    base_commit: null,
    pull_request_url: null,
    pull_request_number: null,
  }
  await writeAs(dependencies.database, claim, (transaction) =>
    updateOne(transaction.updateTable('jobs').set(columns).where('id', '=', job.id)),
  )
  return { ...claim, job: { ...job, ...columns } }
}

const checkOut = (
  { dependencies, project, host, publicOnly, signal }: TurnContext,
  claim: Claim,
  turns: readonly TurnWithPrompts[],
): Promise<Checkout> => {
  const { job } = claim
  return openCheckout({
    repository: project.repository,
    local: project.host_kind === 'local',
    publicOnly,
    ref: job.ref,
    ...(job.base_commit !== null && isPinned(claim, turns) && { base: job.base_commit }),
    branch: job.branch,
    jobCommits: turns.flatMap(({ turn }) => turn.commit_id ?? []),
    docsFolder: project.docs_folder,
    folder: checkoutFolder(dependencies.folder, job),
    quotas: dependencies.quotas,
    disk: dependencies.disk,
    credentials: (callSignal) => host.credentials(callSignal ?? signal),
    signal,
  })
}

/** Whether the job's changes are compared with the commit it began with, rather than with the newest one. */
const isPinned = ({ job, turn }: Claim, turns: readonly TurnWithPrompts[]): boolean =>
  turn.start_commit !== null ||
  job.pull_request_number !== null ||
  unpublishedFiles(turns, turn.number).size > 0 ||
  turns.some(({ turn: one }) => one.number < turn.number && one.commit_id !== null && one.status !== 'completed')

/** Whether the turn's commit is on the host already. */
const isPushed = async (checkout: Checkout, { job, turn }: Claim): Promise<boolean> => {
  if (checkout.branchCommit === null) return false
  if (checkout.branchCommit === turn.commit_id) return true
  const head = await checkout.remoteHead(job.branch)
  return head !== undefined && isCommitOf(head.message, job.id, turn.number)
}

/** Lets a turn whose branch was changed begin again on what is there now, with its conversation. */
const forgetStart = (database: Database, claim: Claim): Promise<Claim> =>
  writeAs(database, claim, async (transaction, job) => {
    await updateTurn(transaction, claim, { start_commit: null, finish_json: null, commit_id: null, call_json: null })
    const turn = await transaction
      .selectFrom('job_turns')
      .selectAll()
      .where('job_id', '=', job.id)
      .where('number', '=', claim.turn.number)
      .executeTakeFirstOrThrow()
    return { job, turn }
  })

interface CheckedOutTurn {
  readonly claim: Claim
  readonly checkout: Checkout
  readonly turns: readonly TurnWithPrompts[]
}

/** Restores the checkpoint and lets the model work until it has finished. */
const work = async (context: TurnContext, { claim, checkout, turns }: CheckedOutTurn): Promise<Finish> => {
  const { project, signal } = context
  const { database, searchIndex, reading, models: agentModels, log } = context.dependencies
  const { limits, prices } = settingsOf(project)
  const models = await agentModels.open(project.model)
  if (!models) throw new TurnFailed('No language model is configured that can use tools.')
  const { isNew, files, originals } = await restore({ database, claim, checkout, turns })
  const finish = finishOf(claim.turn)
  // It was accepted, and nothing moved since: only publishing is left.
  if (finish && !isNew) return finish
  const desk = await openDesk({ searchIndex, reading, checkout, project, limits, files, originals })
  return runLoop({
    database,
    // A stored answer of the model from before the start moved is about files that are gone.
    claim: isNew ? { ...claim, turn: { ...claim.turn, call_json: null } } : claim,
    models,
    limits,
    prices,
    desk,
    signal,
    log,
    instructions: writeInstructions({
      repository: project.repository,
      ref: claim.job.ref,
      commit: checkout.baseCommit,
      docsFolder: project.docs_folder,
      files: desk.repositoryFiles,
      listed: listedFilesOf(project),
      instructions: project.instructions,
      repositoryInstructions: desk.repositoryInstructions,
      hasIndex: project.site_id !== null,
    }),
    opening: openingOf(turns, claim.turn.number),
    steps: await readSteps(database, claim),
  })
}
