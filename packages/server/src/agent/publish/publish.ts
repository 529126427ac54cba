import type { Logger } from 'pino'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow } from '../../database/tables.ts'
import type { CodeHost, PullRequest } from '../hosts/host.ts'
import type { NewEvent } from '../jobs/events.ts'
import { appendEvents } from '../jobs/events.ts'
import { type Claim, requireLease, writeAs } from '../jobs/lease.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { endTurn, updateTurn } from '../jobs/turns.ts'
import type { Checkout } from '../repository/checkout.ts'
import type { Finish } from '../tools/tools.ts'
import { finishOf, readTurns } from '../work/transcript.ts'
import { commitMessage, isCommitOf, pullRequestBody, pullRequestTitle } from './pull-request-text.ts'
import { scanDiff } from './secrets.ts'

export interface PublishRequest {
  readonly database: Database
  readonly claim: Claim
  readonly checkout: Checkout
  readonly host: CodeHost
  readonly finish: Finish
  readonly maximumBytes: number
  readonly signal: AbortSignal
  readonly log: Logger
}

const author = { name: 'Sidenote', email: 'agent@sidenote.invalid' }

/**
 * Makes the turn's changes a commit on the job's branch and in its pull request, and ends the turn. Each part is safe to
 * do again: the commit has the same id on every try, a push names what it replaces, and a pull request is looked for
 * before one is made.
 *
 * @returns `moved` when somebody else changed the branch meanwhile: nothing was pushed, and the turn goes on.
 * @throws TurnFailed when the changes may not be published; HostError; LeaseLost
 */
export const publish = async (request: PublishRequest): Promise<'published' | 'moved'> => {
  const { checkout, claim } = request
  const files = await checkout.changedFiles()
  if (files.length === 0) {
    await end(request, (await isWithoutPullRequest(request)) ? await openLate(request) : undefined)
    return 'published'
  }
  await checkDiff(request)
  const commit = await checkout.commit({
    message: commitMessage(claim.job.id, claim.turn.number, request.finish),
    date: new Date(claim.turn.started_at),
    author,
  })
  await note(request, { type: 'publishing', data: { stage: 'commit', detail: commit } }, commit)
  mark(request, 'committed')
  if (!(await pushOnce(request, commit))) return 'moved'
  mark(request, 'pushed')
  await finishPublishing(request)
  return 'published'
}

/** Whether an earlier turn pushed its commit, and got no further. */
const isWithoutPullRequest = async ({ checkout, claim }: PublishRequest): Promise<boolean> =>
  checkout.branchCommit !== null &&
  claim.job.pull_request_number === null &&
  (await checkout.changedSinceBase()).length > 0

/** Opens the pull request of what an earlier turn pushed, under the title of that. */
const openLate = async (request: PublishRequest): Promise<PullRequest> => {
  const turns = await readTurns(request.database, request.claim.job.id)
  const pushed = turns.findLast(({ turn }) => turn.number < request.claim.turn.number && turn.commit_id !== null)
  return openPullRequest(request, pushed && finishOf(pushed.turn))
}

/** Goes on after a push that is known to have happened: the pull request, and the end of the turn. */
export const finishPublishing = async (request: PublishRequest): Promise<void> => {
  const { database, claim } = request
  await writeAs(database, claim, (transaction) =>
    appendOnce(transaction, claim, { type: 'publishing', data: { stage: 'push', detail: claim.job.branch } }),
  )
  await end(request, await openPullRequest(request))
  mark(request, 'ended')
}

const mark = ({ log, claim }: PublishRequest, point: string) => log.debug({ point, job: claim.job.id }, 'agent')

/** The size of the change, and nothing in it or in the model's words that looks like a secret. */
const checkDiff = async ({ checkout, finish, maximumBytes }: PublishRequest): Promise<void> => {
  const diff = await checkout.diff()
  const bytes = Buffer.byteLength(diff)
  if (bytes > maximumBytes) {
    throw new TurnFailed(`The change has ${bytes} bytes; the project allows ${maximumBytes}. Nothing was published.`)
  }
  const [found] = [...scanDiff(diff), ...scanDiff(asDiff(`${finish.title}\n${finish.summary}\n${finish.why}`))]
  if (found) {
    throw new TurnFailed(
      `${found.path}, line ${found.line}, looks like it holds a secret (${found.kind}). Nothing was published.`,
    )
  }
}

/** Text as a patch that adds it, for the scan. */
const asDiff = (text: string): string => {
  const lines = text.split('\n')
  const header = 'diff --git a/pull-request b/pull-request\n--- /dev/null\n+++ b/pull-request\n'
  return `${header}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}\n`
}

const pushOnce = async ({ checkout, claim }: PublishRequest, commit: string): Promise<boolean> => {
  const { branch } = claim.job
  const pushed = await checkout.push({ commit, branch, expected: checkout.branchCommit })
  if (pushed === 'pushed') return true
  const head = await checkout.remoteHead(branch)
  return head !== undefined && isCommitOf(head.message, claim.job.id, claim.turn.number)
}

const note = ({ database, claim }: PublishRequest, event: NewEvent, commit: string): Promise<void> =>
  writeAs(database, claim, async (transaction) => {
    await updateTurn(transaction, claim, { commit_id: commit })
    await appendOnce(transaction, claim, event)
  })

/** A stage that is done again after a crash is told once. */
const appendOnce = async (
  transaction: Parameters<typeof appendEvents>[0],
  { turn }: Claim,
  event: NewEvent,
): Promise<void> => {
  const told = await transaction
    .selectFrom('job_events')
    .select('number')
    .where('job_id', '=', turn.job_id)
    .where('turn', '=', turn.number)
    .where('type', '=', event.type)
    .where('data_json', '=', JSON.stringify(event.data))
    .executeTakeFirst()
  if (!told) await appendEvents(transaction, turn.job_id, turn.number, [event])
}

const openPullRequest = async (request: PublishRequest, titled: Finish = request.finish): Promise<PullRequest> => {
  const { host, claim, finish, signal } = request
  const { branch, ref, draft } = claim.job
  const known = await host.findPullRequest(branch, signal)
  mark(request, 'pull-request-looked-for')
  const body = await writeBody(request, known)
  if (known) {
    await host.describePullRequest(known.number, body, signal)
    return known
  }
  await requireLease(request.database, claim)
  const title = pullRequestTitle(titled)
  const asDraft = draft === 1 || finish.problems.length > 0
  const opened = await host.createPullRequest({ head: branch, base: ref, title, body, draft: asDraft }, signal)
  mark(request, 'pull-request-opened')
  return opened
}

const writeBody = async (
  { database, checkout, claim, finish }: PublishRequest,
  existing: PullRequest | undefined,
): Promise<string> => {
  const { job, turn } = claim
  const told = await readTurns(database, job.id)
  const earlier = told.flatMap(({ turn: one }) => {
    const said = one.number < turn.number && one.commit_id !== null ? finishOf(one) : undefined
    return said ? [{ number: one.number, finish: said }] : []
  })
  const questions = await database
    .selectFrom('job_questions')
    .innerJoin('turns', 'turns.id', 'job_questions.turn_id')
    .select('turns.question')
    .where('job_questions.job_id', '=', job.id)
    .orderBy('turns.started_at')
    .execute()
  const facts = {
    jobId: job.id,
    model: job.model,
    turns: [...earlier, { number: turn.number, finish }],
    files: await checkout.changedSinceBase(),
    questions: questions.map(({ question }) => question),
    isDraft: existing?.draft === true && job.draft === 0,
  }
  return pullRequestBody(facts, existing?.body)
}

const end = ({ database, claim, finish }: PublishRequest, pullRequest: PullRequest | undefined): Promise<void> =>
  writeAs(database, claim, async (transaction, current) => {
    const job: JobRow = pullRequest
      ? { ...current, pull_request_url: pullRequest.url, pull_request_number: pullRequest.number }
      : current
    if (pullRequest) {
      const { pull_request_url, pull_request_number } = job
      await updateOne(
        transaction.updateTable('jobs').set({ pull_request_url, pull_request_number }).where('id', '=', job.id),
      )
      await appendOnce(transaction, claim, {
        type: 'publishing',
        data: { stage: 'pull-request', detail: pullRequest.url },
      })
    }
    await endTurn(transaction, job, claim.turn, { status: 'completed', summary: finish.summary })
  })
