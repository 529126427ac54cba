import { addDailyCounts, type CountPlace } from '../database/add-daily-counts.ts'
import { agentReader } from '../database/agent-reader.ts'
import type { Database } from '../database/database.ts'
import type { FeedbackRow, ThreadRow, TurnRow } from '../database/tables.ts'

/** A turn as its day counts it. */
export type CountedTurn = Pick<
  TurnRow,
  'site_id' | 'started_at' | 'status' | 'model' | 'language' | 'page' | 'strength'
> &
  Pick<ThreadRow, 'fp'>

/** What a turn is counted by, with the pages that its answer cites. */
const placesOf = (
  { site_id, started_at, model, language, page, fp }: CountedTurn,
  cited: readonly string[],
): CountPlace[] => {
  const place = { site_id, day: started_at.slice(0, 10) }
  return [
    { ...place, dimension: 'all', value: '' },
    { ...place, dimension: 'model', value: model },
    ...(language === null ? [] : [{ ...place, dimension: 'language' as const, value: language }]),
    ...(page === null ? [] : [{ ...place, dimension: 'page' as const, value: page }]),
    ...(fp === agentReader ? [{ ...place, dimension: 'reader' as const, value: 'agent' }] : []),
    ...cited.map((value) => ({ ...place, dimension: 'cited' as const, value })),
  ]
}

/** An answer with a statement that no source supports. */
const outcomeOf = ({ status, strength }: CountedTurn): TurnRow['status'] | 'weak' =>
  status === 'answered' && strength !== null && strength < 100 ? 'weak' : status

/** Counts a turn that has ended. Nothing of what was asked is kept, so it’s counted whatever the site’s policy. */
export const countTurn = (
  database: Database,
  turn: CountedTurn & Pick<TurnRow, 'input_tokens' | 'output_tokens' | 'cost'>,
  cited: readonly string[],
): Promise<void> =>
  addDailyCounts(database, placesOf(turn, cited), {
    questions: 1,
    [outcomeOf(turn)]: 1,
    input_tokens: turn.input_tokens,
    output_tokens: turn.output_tokens,
    cost: turn.cost,
  })

type Opinion = Pick<FeedbackRow, 'helpful'>

/** Counts what a reader says about an answer, on the day of the answer, instead of what the reader said before. */
export const countFeedback = async (
  database: Database,
  turn: CountedTurn & Pick<TurnRow, 'id'>,
  { before, after }: { readonly before: Opinion | undefined; readonly after: Opinion },
): Promise<void> => {
  if (before?.helpful === after.helpful) return
  const cited = await database.selectFrom('turn_citations').select('path').where('turn_id', '=', turn.id).execute()
  const places = placesOf(
    turn,
    cited.map(({ path }) => path),
  )
  const change = (helpful: number) => Number(after.helpful === helpful) - Number(before?.helpful === helpful)
  await addDailyCounts(database, places, { helpful: change(1), unhelpful: change(0) })
}
