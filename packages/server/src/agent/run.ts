import { join } from 'node:path'
import type { ModelMessage } from 'ai'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { ProjectRow } from '../database/tables.ts'
import type { AgentModels } from './agent-models.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { openDesk } from './desk.ts'
import { appendEvents } from './events.ts'
import type { CodeHost, HostSettings } from './hosts/host.ts'
import { openHost } from './hosts/open-host.ts'
import { writeInstructions } from './instructions.ts'
import { runLoop } from './loop.ts'
import { openCredentials, settingsOf } from './projects.ts'
import { finishPublishing, type PublishRequest, publish } from './publish.ts'
import { isCommitOf } from './pull-request-text.ts'
import { type Claim, updateTurn, writeAs } from './queue.ts'
import type { Seal } from './seal.ts'
import { filesOf, finishOf, openingOf, readSteps, readTurns, type ToldTurn } from './transcript.ts'
import { TurnFailed } from './turn-failed.ts'

export interface RunDependencies {
  readonly database: Database
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
  const host = openHost(hostSettings(seal, project), (number) => localPullRequestUrl(publicUrl, project.id, number))
  let current = claim
  for (let moves = 0; moves < maximumMoves; moves += 1) {
    const done = await tryTurn(dependencies, { project, host, signal }, current)
    if (done === 'published') return
    current = await forgetStart(database, current)
  }
  throw new TurnFailed(`The branch ${current.job.branch} was changed by somebody else ${maximumMoves} times meanwhile.`)
}

/** Where the page of a pull request of the local host is. */
export const localPullRequestUrl = (publicUrl: string, projectId: string, number: number): string =>
  `${publicUrl}/agent/projects/${projectId}/pull-requests/${number}`

const hostSettings = (seal: Seal, row: ProjectRow): HostSettings => {
  const credentials = openCredentials(seal, row)
  return {
    kind: row.host_kind,
    repository: row.repository,
    ...(row.host_url !== null && { apiUrl: row.host_url }),
    ...(credentials?.kind === 'token' && { secret: { kind: 'token', token: credentials.token } }),
    ...(credentials?.kind === 'app' && {
      secret: {
        kind: 'app',
        appId: credentials.appId,
        privateKey: credentials.privateKey,
        ...(typeof credentials.installationId === 'number' && { installationId: credentials.installationId }),
      },
    }),
  }
}

interface Place {
  readonly project: ProjectRow
  readonly host: CodeHost
  readonly signal: AbortSignal
}

const tryTurn = async (dependencies: RunDependencies, place: Place, claim: Claim): Promise<'published' | 'moved'> => {
  const { database, log } = dependencies
  const { host, project, signal } = place
  const turns = await readTurns(database, claim.job.id)
  const begun = await chooseBranch(database, host, claim, signal)
  const checkout = await openCheckout({
    repository: project.repository,
    local: project.host_kind === 'local',
    ref: begun.job.ref,
    ...(begun.job.base_commit !== null && isPinned(begun, turns) && { base: begun.job.base_commit }),
    branch: begun.job.branch,
    docsFolder: project.docs_folder,
    folder: join(dependencies.folder, begun.job.id),
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
  turn.start_commit !== null || job.pull_request_number !== null || unpublished(turns, turn.number).size > 0

/** What the turn before left behind without publishing it. */
const unpublished = (turns: readonly ToldTurn[], current: number): ReadonlyMap<string, string | null> => {
  const before = turns.find(({ turn }) => turn.number === current - 1)?.turn
  return before && before.status !== 'completed' && before.status !== 'running' ? filesOf(before) : new Map()
}

/** After the pull request was merged or closed, the job goes on in a new branch from what is newest. */
const chooseBranch = async (database: Database, host: CodeHost, claim: Claim, signal: AbortSignal): Promise<Claim> => {
  const { job, turn } = claim
  if (turn.start_commit !== null || job.pull_request_number === null) return claim
  const found = await host.findPullRequests(job.branch, job.ref, signal)
  const ours = found.find(({ number }) => number === job.pull_request_number)
  if (ours?.state === 'open' || found.some(({ state }) => state === 'open')) return claim
  const fresh = {
    branch: `sidenote/${job.id}-${turn.number}`,
    base_commit: null,
    pull_request_url: null,
    pull_request_number: null,
  }
  await writeAs(database, claim, (transaction) =>
    transaction.updateTable('jobs').set(fresh).where('id', '=', job.id).execute(),
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
  const values = { start_commit: null, finish_json: null, commit_id: null }
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
  { database, models, log }: RunDependencies,
  { project, signal }: Place,
  claim: Claim,
  { checkout, turns }: Bench,
): Promise<PublishRequest['finish']> => {
  const { limits, prices } = settingsOf(project)
  const opened = await models.open(project.model)
  if (!opened) throw new TurnFailed('No language model is configured that the agent can work with.')
  const { files, isNew } = await restore(database, claim, checkout, turns)
  const known = finishOf(claim.turn)
  // The finish was accepted, and nothing moved since: what is left is to publish it.
  if (known && !isNew) return known
  const desk = await openDesk({ database, checkout, project, limits, files })
  return runLoop({
    ...{ database, claim, models: opened, limits, prices, desk, signal, log },
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

/**
 * Brings the tree to where the turn was, and notes where it begins when it is new. Files that were changes of another
 * commit are dropped: somebody else's work may stand there now.
 *
 * @returns the files that the turn has changed, and whether it begins here.
 */
const restore = async (
  database: Database,
  claim: Claim,
  checkout: Checkout,
  turns: readonly ToldTurn[],
): Promise<{ files: ReadonlyMap<string, string | null>; isNew: boolean }> => {
  const { job, turn } = claim
  const start = checkout.branchCommit ?? checkout.baseCommit
  const mine = filesOf(turn)
  if (turn.start_commit === start) {
    await checkout.apply(mine)
    return { files: mine, isNew: false }
  }
  const before = turns.find((told) => told.turn.number === turn.number - 1)?.turn
  const carried = before?.start_commit === start ? unpublished(turns, turn.number) : new Map<string, string | null>()
  const dropped = [...mine.keys(), ...(carried.size > 0 ? [] : unpublished(turns, turn.number).keys())]
  await checkout.apply(carried)
  const said = noteOn([...carried.keys()], dropped)
  await writeAs(database, claim, async (transaction) => {
    await transaction.updateTable('jobs').set({ base_commit: checkout.baseCommit }).where('id', '=', job.id).execute()
    await updateTurn(transaction, claim, {
      start_commit: start,
      files_json: JSON.stringify(Object.fromEntries(carried)),
      ...{ finish_json: null, commit_id: null },
    })
    await appendEvents(transaction, job.id, turn.number, [
      { type: 'started', data: { ref: job.ref, commit: start, attempt: turn.attempts } },
    ])
    if (said === undefined) return
    const steps = await transaction
      .selectFrom('job_steps')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('job_id', '=', job.id)
      .where('turn', '=', turn.number)
      .executeTakeFirstOrThrow()
    const messages: ModelMessage[] = [{ role: 'user', content: said }]
    await transaction
      .insertInto('job_steps')
      .values({ job_id: job.id, turn: turn.number, number: steps.count, messages_json: JSON.stringify(messages) })
      .execute()
  })
  return { files: carried, isNew: true }
}

const noteOn = (carried: readonly string[], dropped: readonly string[]): string | undefined => {
  if (dropped.length > 0) {
    return `The branch was changed by somebody else. Your unpublished changes to these files are gone, and other changes may be there now: ${dropped.join(', ')}. Read them again, redo what is still needed, then call finish.`
  }
  if (carried.length === 0) return undefined
  return `The changes that you had not published are still in the work tree: ${carried.join(', ')}.`
}
