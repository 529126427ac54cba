import type { Logger } from 'pino'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobRow } from '../../database/tables.ts'
import type { Reading } from '../../reading/reading.ts'
import type { CodeHost, PullRequest } from '../hosts/host.ts'
import { appendEventOnce } from '../jobs/events.ts'
import { type Finish, finishOf } from '../jobs/finish.ts'
import { type Claim, requireLease, writeAs } from '../jobs/lease.ts'
import { readTurns } from '../jobs/read-turns.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { endTurn, updateTurn } from '../jobs/turns.ts'
import type { ChangedFile } from '../repository/changes.ts'
import type { Checkout } from '../repository/checkout.ts'
import { openWritableFiles, type WritableRules } from '../repository/writable.ts'
import { commitMessage, isCommitOf, pullRequestTitle, readAuthor } from './commit-text.ts'
import { inertMarkdown } from './inert-text.ts'
import { aboveTemplate, pullRequestBody } from './pull-request-text.ts'
import { scanDiff, scanText } from './secrets.ts'

/** A turn whose model has finished, and where its changes go. */
export interface PublishRequest {
  readonly database: Database
  readonly claim: Claim
  readonly checkout: Checkout
  readonly host: CodeHost
  readonly reading: Reading
  readonly finish: Finish
  /** The largest patch that the project allows. */
  readonly maximumBytes: number
  /** Who commits, as the project says. */
  readonly author: string | null
  /** Folder of the documentation, and what else may be written. */
  readonly rules: Pick<WritableRules, 'docsFolder' | 'listed'>
  readonly signal: AbortSignal
  readonly log: Logger
}

/**
 * Turns the turn's changes into a commit on the job's branch and a pull request, and ends the turn. Every part can be
 * repeated safely: the commit has the same id on every try, a push names what it replaces, and an open pull request is
 * found before one is created.
 *
 * @returns `moved` when somebody else changed the branch meanwhile: nothing was pushed, and the turn goes on.
 * @throws TurnFailed when the changes may not be published; HostError; LeaseLost
 */
export const publish = async (request: PublishRequest): Promise<'published' | 'moved'> => {
  const changes = await request.checkout.changedFiles()
  if (changes.length === 0) {
    await endTurnWith(request, await openOverduePullRequest(request))
    return 'published'
  }
  await requireWritable(request, changes)
  await requirePublishable(request)
  const commit = await commitChanges(request)
  if (!(await pushOnce(request, commit))) return 'moved'
  reachPoint(request, 'pushed')
  await finishPublishing(request)
  return 'published'
}

/** Goes on after a push that certainly happened: opens the pull request, and ends the turn. */
export const finishPublishing = async (request: PublishRequest): Promise<void> => {
  const { database, claim } = request
  await writeAs(database, claim, (transaction) =>
    appendEventOnce(transaction, claim.turn, {
      type: 'publishing',
      data: { stage: 'push', detail: claim.job.branch },
    }),
  )
  await endTurnWith(request, await openPullRequest(request))
  reachPoint(request, 'ended')
}

/** Crash tests stop the process at these points. */
const reachPoint = ({ log, claim }: PublishRequest, point: string) => log.debug({ point, job: claim.job.id }, 'agent')

/** Whatever wrote them, files that the agent may not write don't leave. */
const requireWritable = async ({ checkout, rules }: PublishRequest, changes: readonly ChangedFile[]): Promise<void> => {
  const writable = openWritableFiles({ ...rules, files: await checkout.files() })
  for (const { path, status } of changes) {
    const reason = writable.reasonAgainst(path, status === 'deleted' ? 'remove' : status === 'added' ? 'move' : 'write')
    if (reason) throw new TurnFailed(`${reason} Nothing was published.`)
  }
}

/** Checks the size of the change, and that neither it nor the model's words look like they contain a secret. */
const requirePublishable = async ({ checkout, finish, maximumBytes }: PublishRequest): Promise<void> => {
  const diff = await checkout.diff()
  const bytes = Buffer.byteLength(diff)
  if (bytes > maximumBytes) {
    throw new TurnFailed(`The change has ${bytes} bytes; the project allows ${maximumBytes}. Nothing was published.`)
  }
  const words = `${finish.title}\n${finish.summary}\n${finish.why}`
  const [secret] = [...scanDiff(diff), ...scanText('pull-request', words)]
  if (!secret) return
  throw new TurnFailed(
    `${secret.path}, line ${secret.line}, seems to contain a secret (${secret.kind}). Nothing was published.`,
  )
}

/** Commits the tree, and notes the commit with the turn before anybody else can see it. */
const commitChanges = async (request: PublishRequest): Promise<string> => {
  const { database, checkout, claim, finish, author } = request
  const commit = await checkout.commit({
    message: commitMessage(finish, { jobId: claim.job.id, turn: claim.turn.number, author }),
    date: new Date(claim.turn.started_at),
    author: readAuthor(author),
  })
  await writeAs(database, claim, async (transaction) => {
    await updateTurn(transaction, claim, { commit_id: commit })
    await appendEventOnce(transaction, claim.turn, { type: 'publishing', data: { stage: 'commit', detail: commit } })
  })
  reachPoint(request, 'committed')
  return commit
}

/** False when the branch has a commit that isn't this turn's. */
const pushOnce = async ({ checkout, claim }: PublishRequest, commit: string): Promise<boolean> => {
  const { branch } = claim.job
  const outcome = await checkout.push({ commit, branch, expected: checkout.branchCommit })
  if (outcome === 'pushed') return true
  const head = await checkout.remoteHead(branch)
  return head !== undefined && isCommitOf(head.message, claim.job.id, claim.turn.number)
}

/** Opens the pull request of a commit that an earlier turn pushed without getting further; undefined: there is none. */
const openOverduePullRequest = async (request: PublishRequest): Promise<PullRequest | undefined> => {
  const { database, checkout, claim } = request
  if (checkout.branchCommit === null || claim.job.pull_request_number !== null) return undefined
  if ((await checkout.changedSinceBase()).length === 0) return undefined
  const turns = await readTurns(database, claim.job.id)
  const last = turns.findLast(({ turn }) => turn.number < claim.turn.number && turn.commit_id !== null)
  return openPullRequest(request, last && finishOf(last.turn))
}

/** Finds the open pull request of the branch and describes it anew, or opens one under the title of a finish. */
const openPullRequest = async (
  request: PublishRequest,
  finishWithTitle: Finish = request.finish,
): Promise<PullRequest> => {
  const { host, claim, finish, signal } = request
  const { branch, ref, draft } = claim.job
  const open = await host.findPullRequest(branch, signal)
  reachPoint(request, 'pull-request-looked-for')
  const body = await writeBody(request, open)
  if (open) {
    await host.describePullRequest(open.number, body, signal)
    return open
  }
  await requireLease(request.database, claim)
  const pullRequest = await host.createPullRequest(
    {
      head: branch,
      base: ref,
      title: pullRequestTitle(finishWithTitle),
      body,
      draft: draft === 1 || finish.problems.length > 0,
    },
    signal,
  )
  reachPoint(request, 'pull-request-opened')
  return pullRequest
}

const writeBody = async (request: PublishRequest, open: PullRequest | undefined): Promise<string> => {
  const { database, checkout, claim, finish } = request
  const { job, turn } = claim
  const earlierTurns = (await readTurns(database, job.id)).flatMap(({ turn: earlier }) => {
    const isPublished = earlier.number < turn.number && earlier.commit_id !== null
    const end = isPublished ? finishOf(earlier) : undefined
    return end ? [{ number: earlier.number, finish: end }] : []
  })
  const published = [...earlierTurns, { number: turn.number, finish }]
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
    turns: await Promise.all(published.map(async (one) => ({ ...one, words: await describe(request, one.finish) }))),
    files: await checkout.changedSinceBase(),
    questions: questions.map(({ question }) => question),
    isDraft: open?.draft === true && job.draft === 0,
  }
  return pullRequestBody(facts, open ? open.body : aboveTemplate(await readTemplate(request)))
}

/** What the repository asks of every pull request, as harmless Markdown; empty without a template. */
const readTemplate = async (request: PublishRequest): Promise<string> =>
  (await makeSafe(request, await request.checkout.template())).join('\n\n')

/** What a model says for people, as blocks of harmless Markdown. It may link to what the documentation links to. */
const describe = async (request: PublishRequest, { why, summary }: Finish): Promise<string[]> => [
  ...(await makeSafe(request, why)),
  ...(await makeSafe(request, summary)),
]

const makeSafe = async (
  { reading, checkout, rules, signal, log }: PublishRequest,
  markdown: string,
): Promise<readonly string[]> => {
  try {
    const safe = await reading.run('safeMarkdown', { markdown, links: [] }, { signal })
    const links = await checkout.textsInBase(safe.links, rules.docsFolder).catch((error: unknown) => {
      signal.throwIfAborted()
      log.warn({ err: error }, 'the links of a pull request cannot be compared with the documentation')
      return []
    })
    return links.length === 0
      ? safe.blocks
      : (await reading.run('safeMarkdown', { markdown, links }, { signal })).blocks
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'what the agent says about a pull request is shown as one line')
    return [inertMarkdown(markdown)]
  }
}

const endTurnWith = (
  { database, claim, finish }: PublishRequest,
  pullRequest: PullRequest | undefined,
): Promise<void> =>
  writeAs(database, claim, async (transaction, current) => {
    let job: JobRow = current
    if (pullRequest) {
      const columns = { pull_request_url: pullRequest.url, pull_request_number: pullRequest.number }
      job = { ...current, ...columns }
      await updateOne(transaction.updateTable('jobs').set(columns).where('id', '=', job.id))
      await appendEventOnce(transaction, claim.turn, {
        type: 'publishing',
        data: { stage: 'pull-request', detail: pullRequest.url },
      })
    }
    await endTurn(transaction, { job, turn: claim.turn }, { status: 'completed', summary: finish.summary })
  })
