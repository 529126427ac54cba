import type { ModelMessage } from 'ai'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { JobTurnRow } from '../../database/tables.ts'
import { appendEvents } from '../jobs/events.ts'
import { type Claim, writeAs } from '../jobs/lease.ts'
import { updateTurn } from '../jobs/turns.ts'
import type { Checkout } from '../repository/checkout.ts'
import { readIfAny } from '../repository/confined-files.ts'
import { filesOf, type ToldTurn } from './transcript.ts'

/** The turn before that got to its work: one that could not even fetch the repository left nothing, and took nothing. */
const turnBefore = (turns: readonly ToldTurn[], current: number): JobTurnRow | undefined =>
  turns.findLast(({ turn }) => turn.number < current && (turn.start_commit !== null || filesOf(turn).size > 0))?.turn

/** What the turn before left behind without publishing it. */
export const unpublished = (turns: readonly ToldTurn[], current: number): ReadonlyMap<string, string | null> => {
  const before = turnBefore(turns, current)
  return before && before.status !== 'completed' && before.status !== 'running' ? filesOf(before) : new Map()
}

/** Where a turn stands after its checkpoint was applied. */
export interface Restored {
  readonly files: ReadonlyMap<string, string | null>
  readonly originals: ReadonlyMap<string, string | null>
  readonly isNew: boolean
}

/** The texts that files have before a checkpoint is applied: what the turn's problems are told from. */
const readOriginals = async (
  checkout: Checkout,
  files: ReadonlyMap<string, string | null>,
): Promise<Map<string, string | null>> => {
  const texts = new Map<string, string | null>()
  for (const path of files.keys()) texts.set(path, await readIfAny(checkout.tree, path, checkout.foreign))
  return texts
}

/**
 * Brings the tree to where the turn was, and notes where it begins when it is new. Files that were changes of another
 * commit are dropped: somebody else's work may stand there now.
 *
 * @returns the files that the turn has changed, what they were before, and whether it begins here.
 */
export const restore = async (
  database: Database,
  claim: Claim,
  checkout: Checkout,
  turns: readonly ToldTurn[],
): Promise<Restored> => {
  const { job, turn } = claim
  const start = checkout.branchCommit ?? checkout.baseCommit
  const mine = filesOf(turn)
  if (turn.start_commit === start) {
    const originals = await readOriginals(checkout, mine)
    await checkout.apply(mine)
    return { files: mine, originals, isNew: false }
  }
  const before = turnBefore(turns, turn.number)
  const left = unpublished(turns, turn.number)
  const carried = before?.start_commit === start ? left : new Map<string, string | null>()
  // Pushed, but not in a pull request: that failed, or somebody stopped the turn.
  const pushed = before && before.commit_id === start && mine.size === 0 ? [...left.keys()] : []
  const dropped = [...mine.keys(), ...(carried.size > 0 || pushed.length > 0 ? [] : left.keys())]
  const originals = await readOriginals(checkout, carried)
  await checkout.apply(carried)
  const said = noteOn({ carried: [...carried.keys()], pushed, dropped })
  await writeAs(database, claim, async (transaction) => {
    const { baseCommit } = checkout
    const ref = checkout.branchCommit === null ? job.ref : job.branch
    await updateOne(transaction.updateTable('jobs').set({ base_commit: baseCommit }).where('id', '=', job.id))
    await updateTurn(transaction, claim, {
      start_commit: start,
      files_json: JSON.stringify(Object.fromEntries(carried)),
      ...{ finish_json: null, commit_id: null, call_json: null },
    })
    await appendEvents(transaction, job.id, turn.number, [
      { type: 'started', data: { ref, commit: start, attempt: turn.attempts } },
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
  return { files: carried, originals, isNew: true }
}

interface Leftovers {
  readonly carried: readonly string[]
  readonly pushed: readonly string[]
  readonly dropped: readonly string[]
}

const noteOn = ({ carried, pushed, dropped }: Leftovers): string | undefined => {
  if (dropped.length > 0) {
    return `The branch was changed by somebody else. Your unpublished changes to these files are gone, and other changes may be there now: ${dropped.join(', ')}. Read them again, redo what is still needed, then call finish.`
  }
  if (pushed.length > 0) {
    return `Your changes to these files are on the branch already: ${pushed.join(', ')}. When you finish, their pull request is opened.`
  }
  if (carried.length === 0) return undefined
  return `The changes that you had not published are still in the work tree: ${carried.join(', ')}.`
}
