import type { ModelMessage } from 'ai'
import type { Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobTurnRow, Tables } from '../../database/tables.ts'
import { appendEvents } from '../jobs/events.ts'
import { type Claim, writeAs } from '../jobs/lease.ts'
import { filesOf, type TurnWithPrompts } from '../jobs/read-turns.ts'
import { updateTurn } from '../jobs/turns.ts'
import type { Checkout } from '../repository/checkout.ts'
import { readTextIfPresent } from '../repository/confined-files.ts'

/** Changed files: the text now, null when removed. */
type Files = ReadonlyMap<string, string | null>

const noFiles: Files = new Map()

/** The last turn before that began its work. One that couldn't even fetch the repository left nothing. */
const turnBefore = (turns: readonly TurnWithPrompts[], current: number): JobTurnRow | undefined =>
  turns.findLast(({ turn }) => turn.number < current && (turn.start_commit !== null || filesOf(turn).size > 0))?.turn

/** The changes that the turn before left without publishing them. */
export const unpublishedFiles = (turns: readonly TurnWithPrompts[], current: number): Files => {
  const before = turnBefore(turns, current)
  return before && before.status !== 'completed' && before.status !== 'running' ? filesOf(before) : noFiles
}

/** Where a turn stands once its checkpoint is applied. */
export interface Restored {
  /** What the turn changed. */
  readonly files: Files
  /** The texts of those files before the turn changed them: its problems are counted from there. */
  readonly originals: Files
  /** Whether the turn begins here. */
  readonly isNew: boolean
}

interface RestoreRequest {
  readonly database: Database
  readonly claim: Claim
  readonly checkout: Checkout
  /** All turns of the job. */
  readonly turns: readonly TurnWithPrompts[]
}

/**
 * Brings the tree to where the turn was, and notes where it begins when it is new. Changes to another commit are
 * dropped: somebody else's work may be there now.
 */
export const restore = async (request: RestoreRequest): Promise<Restored> => {
  const { checkout, claim } = request
  const start = checkout.branchCommit ?? checkout.baseCommit
  const files = filesOf(claim.turn)
  if (claim.turn.start_commit === start) return { ...(await applyFiles(checkout, files)), isNew: false }
  const leftovers = sortLeftovers(request, start)
  const restored = await applyFiles(checkout, leftovers.carried)
  await noteStart(request, start, leftovers)
  return { ...restored, isNew: true }
}

const applyFiles = async (checkout: Checkout, files: Files): Promise<Omit<Restored, 'isNew'>> => {
  const originals = new Map<string, string | null>()
  for (const path of files.keys()) {
    originals.set(path, await readTextIfPresent(checkout.tree, path, checkout.links))
  }
  await checkout.apply(files)
  return { files, originals }
}

/** What becomes of unpublished changes. */
interface Leftovers {
  /** They still fit, and go on in this turn. */
  readonly carried: Files
  /** Paths of changes that are on the branch without a pull request: opening it failed, or somebody stopped the turn. */
  readonly pushed: readonly string[]
  /** Paths of changes to another commit. */
  readonly dropped: readonly string[]
}

const sortLeftovers = ({ claim, turns }: RestoreRequest, start: string): Leftovers => {
  const { turn } = claim
  const own = filesOf(turn)
  const before = turnBefore(turns, turn.number)
  const unpublished = unpublishedFiles(turns, turn.number)
  const carried = before?.start_commit === start ? unpublished : noFiles
  const isPushed = before !== undefined && before.commit_id === start && own.size === 0
  const pushed = isPushed ? [...unpublished.keys()] : []
  const isLost = carried.size === 0 && pushed.length === 0
  return { carried, pushed, dropped: [...own.keys(), ...(isLost ? unpublished.keys() : [])] }
}

/** Notes with the turn where it begins, and tells the model what became of unpublished changes. */
const noteStart = ({ database, claim, checkout }: RestoreRequest, start: string, leftovers: Leftovers): Promise<void> =>
  writeAs(database, claim, async (transaction) => {
    const { job, turn } = claim
    const ref = checkout.branchCommit === null ? job.ref : job.branch
    const base = { base_commit: checkout.baseCommit }
    await updateOne(transaction.updateTable('jobs').set(base).where('id', '=', job.id))
    await updateTurn(transaction, claim, {
      start_commit: start,
      files_json: JSON.stringify(Object.fromEntries(leftovers.carried)),
      finish_json: null,
      commit_id: null,
      call_json: null,
    })
    await appendEvents(transaction, { jobId: job.id, turn: turn.number }, [
      { type: 'started', data: { ref, commit: start, attempt: turn.attempts } },
    ])
    const note = describeLeftovers(leftovers)
    if (note) await insertStep(transaction, claim, [{ role: 'user', content: note }])
  })

const insertStep = async (
  transaction: Transaction<Tables>,
  { turn }: Claim,
  messages: readonly ModelMessage[],
): Promise<void> => {
  const { count } = await transaction
    .selectFrom('job_steps')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('job_id', '=', turn.job_id)
    .where('turn', '=', turn.number)
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('job_steps')
    .values({ job_id: turn.job_id, turn: turn.number, number: count, messages_json: JSON.stringify(messages) })
    .execute()
}

/** What the model has to know about unpublished changes, if anything. */
const describeLeftovers = ({ carried, pushed, dropped }: Leftovers): string | undefined => {
  if (dropped.length > 0) {
    return `Somebody else changed the branch. Your unpublished changes to these files are gone, and other changes may be there now: ${dropped.join(', ')}. Read them again, redo what is still needed, then call finish.`
  }
  if (pushed.length > 0) {
    return `Your changes to these files are already on the branch: ${pushed.join(', ')}. When you finish, their pull request is opened.`
  }
  if (carried.size === 0) return undefined
  return `Your unpublished changes to these files are still in the work tree: ${[...carried.keys()].join(', ')}.`
}
