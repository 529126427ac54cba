import type { Logger } from 'pino'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { CodeHost } from '../hosts/host.ts'
import { type Claim, writeAs } from '../jobs/lease.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { updateTurn } from '../jobs/turns.ts'
import type { AgentModels } from '../projects/agent-models.ts'
import { openProjectHost } from '../projects/project-host.ts'
import { settingsOf } from '../projects/projects.ts'
import { finishPublishing, type PublishRequest, publish } from '../publish/publish.ts'
import { isCommitOf } from '../publish/pull-request-text.ts'
import { type Checkout, openCheckout } from '../repository/checkout.ts'
import { checkoutFolder } from '../repository/checkout-folders.ts'
import { openDesk } from './desk.ts'
import { writeInstructions } from './instructions.ts'
import { runLoop } from './loop.ts'
import { restore, unpublished } from './restore.ts'
import { finishOf, openingOf, readSteps, readTurns, type ToldTurn } from './transcript.ts'

export interface RunDependencies {
  readonly database: Database
  readonly searchIndex: SearchIndex
  readonly seal: Seal
  readonly models: AgentModels
  /** Where copies of repositories are put while a job runs. */
  readonly folder: string
  /** Address that a browser reaches this server at: pages of local pull requests are below it. */
  readonly publicUrl: string
  readonly log: Logger
}

const maximumMoves = 3

/**
 * Does one turn of a job: fetches the repository, lets the model work, publishes. Safe to do again from the beginning: what
 * was done is found and not repeated.
 *
 * @throws TurnFailed, HostError, LeaseLost
 */
export const runTurn = async (dependencies: RunDependencies, claim: Claim, signal: AbortSignal): Promise<void> => {
  const { database, seal, publicUrl } = dependencies
  const project = await database
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', claim.job.project_id)
    .executeTakeFirstOrThrow()
  if (project.repository !== claim.job.repository) {
    throw new TurnFailed(`The project has another repository now (${project.repository}); start a new job for it.`)
  }
  const urlOf = (number: number) => localPullRequestUrl(publicUrl, project.id, number)
  const opened = await openProjectHost({ database, seal }, project, urlOf)
  let current = claim
  for (let moves = 0; moves < maximumMoves; moves += 1) {
    const done = await tryTurn(dependencies, { project, ...opened, signal }, current)
    if (done === 'published') return
    current = await forgetStart(database, current)
  }
  throw new TurnFailed(`The branch ${current.job.branch} was changed by somebody else ${maximumMoves} times meanwhile.`)
}

/** Where the page of a pull request of the local host is. */
const localPullRequestUrl = (publicUrl: string, projectId: string, number: number): string =>
  `${publicUrl}/agent/projects/${projectId}/pull-requests/${number}`

interface Place {
  readonly project: ProjectRow
  readonly host: CodeHost
  readonly publicOnly: boolean
  readonly signal: AbortSignal
}

const tryTurn = async (dependencies: RunDependencies, place: Place, claim: Claim): Promise<'published' | 'moved'> => {
  const { database, log } = dependencies
  const { host, publicOnly, project, signal } = place
  const turns = await readTurns(database, claim.job.id)
  const begun = await chooseBranch(database, host, claim, signal)
  const checkout = await openCheckout({
    repository: project.repository,
    local: project.host_kind === 'local',
    publicOnly,
    ref: begun.job.ref,
    ...(begun.job.base_commit !== null && isPinned(begun, turns) && { base: begun.job.base_commit }),
    branch: begun.job.branch,
    own: turns.flatMap(({ turn }) => turn.commit_id ?? []),
    docsFolder: project.docs_folder,
    folder: checkoutFolder(dependencies.folder, begun.job),
    credentials: (during) => host.credentials(during ?? signal),
    signal,
  })
  try {
    log.debug({ point: 'checked-out', job: begun.job.id }, 'agent')
    const publishing = (finish: PublishRequest['finish']): PublishRequest => ({
      ...{ database, claim: begun, checkout, host, finish, signal, log },
      maximumBytes: settingsOf(project).limits.bytes,
    })
    const known = finishOf(begun.turn)
    if (known && begun.turn.commit_id !== null && (await isPushed(checkout, begun))) {
      await finishPublishing(publishing(known))
      return 'published'
    }
    const finish = await work(dependencies, place, begun, { checkout, turns })
    return await publish(publishing(finish))
  } finally {
    await checkout.close()
  }
}

/** Whether the job's changes are compared with the commit they began with, and not with what is newest. */
const isPinned = ({ job, turn }: Claim, turns: readonly ToldTurn[]): boolean =>
  turn.start_commit !== null ||
  job.pull_request_number !== null ||
  unpublished(turns, turn.number).size > 0 ||
  turns.some(({ turn: one }) => one.number < turn.number && one.commit_id !== null && one.status !== 'completed')

/** After the pull request was merged or closed, the job goes on in a new branch from what is newest. */
const chooseBranch = async (database: Database, host: CodeHost, claim: Claim, signal: AbortSignal): Promise<Claim> => {
  const { job, turn } = claim
  if (turn.start_commit !== null || job.pull_request_number === null) return claim
  if (await host.findPullRequest(job.branch, signal)) return claim
  const fresh = {
    branch: `sidenote/${job.id}-${turn.number}`,
    base_commit: null,
    pull_request_url: null,
    pull_request_number: null,
  }
  await writeAs(database, claim, (transaction) =>
    updateOne(transaction.updateTable('jobs').set(fresh).where('id', '=', job.id)),
  )
  return { ...claim, job: { ...job, ...fresh } }
}

const isPushed = async (checkout: Checkout, { job, turn }: Claim): Promise<boolean> => {
  if (checkout.branchCommit === null) return false
  if (checkout.branchCommit === turn.commit_id) return true
  const head = await checkout.remoteHead(job.branch)
  return head !== undefined && isCommitOf(head.message, job.id, turn.number)
}

/** The branch moved under a turn: it begins again on what is there now, with its conversation. */
const forgetStart = async (database: Database, claim: Claim): Promise<Claim> => {
  const values = { start_commit: null, finish_json: null, commit_id: null, call_json: null }
  return writeAs(database, claim, async (transaction, job) => {
    await updateTurn(transaction, claim, values)
    const turn = await transaction
      .selectFrom('job_turns')
      .selectAll()
      .where('job_id', '=', job.id)
      .where('number', '=', claim.turn.number)
      .executeTakeFirstOrThrow()
    return { job, turn }
  })
}

interface Bench {
  readonly checkout: Checkout
  readonly turns: readonly ToldTurn[]
}

const work = async (
  { database, searchIndex, models, log }: RunDependencies,
  { project, signal }: Place,
  claim: Claim,
  { checkout, turns }: Bench,
): Promise<PublishRequest['finish']> => {
  const { limits, prices } = settingsOf(project)
  const opened = await models.open(project.model)
  if (!opened) throw new TurnFailed('No language model is configured that the agent can work with.')
  const { isNew, ...changed } = await restore(database, claim, checkout, turns)
  const known = finishOf(claim.turn)
  // The finish was accepted, and nothing moved since: what is left is to publish it.
  if (known && !isNew) return known
  const desk = await openDesk({ searchIndex, checkout, project, limits, ...changed })
  // What the model answered before the start moved is about files that are no more.
  const going = isNew ? { ...claim, turn: { ...claim.turn, call_json: null } } : claim
  return runLoop({
    ...{ database, claim: going, models: opened, limits, prices, desk, signal, log },
    instructions: writeInstructions({
      repository: project.repository,
      ref: claim.job.ref,
      commit: checkout.baseCommit,
      docsFolder: project.docs_folder,
      files: desk.repositoryFiles,
      instructions: project.instructions,
      repositoryInstructions: desk.repositoryInstructions,
      hasIndex: project.site_id !== null,
    }),
    opening: openingOf(turns, claim.turn.number),
    steps: await readSteps(database, claim.job.id, claim.turn.number),
  })
}
