import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { decideGroup, groupRequests, inBatchOrder, subjectsOf } from './decide-batch.ts'
import { type CountedLimit, keyOfSubject, type LimitDecision, type Standing } from './decision.ts'

/** Numbers of `bigint[]` arrive as text. */
interface FunctionRow {
  readonly instant: number
  readonly used: readonly string[]
  readonly oldest: readonly string[]
  readonly frees: readonly (string | null)[]
  readonly admitted: readonly number[]
}

/**
 * Counts a batch of requests in one call of the function `take_all_from_limits`, which the schema defines.
 *
 * @param now seconds since 1970; the clock of PostgreSQL when left out
 */
export const takeFromPostgres = async (
  database: Database,
  requests: readonly (readonly CountedLimit[])[],
  now: number | undefined,
): Promise<LimitDecision[]> => {
  const subjects = subjectsOf(requests)
  const groups = groupRequests(requests)
  const positionOf = new Map(subjects.map((one, index) => [keyOfSubject(one), index]))
  const members = groups.map(({ counted }) => counted.map((one) => positionOf.get(keyOfSubject(one)) ?? 0))
  const { rows } = await sql<FunctionRow>`select * from take_all_from_limits(
    ${subjects.map(({ limit }) => limit.name)}::text[], ${subjects.map(({ subject }) => subject)}::text[],
    ${subjects.map(({ limit }) => limit.requests)}::integer[],
    ${subjects.map(({ limit }) => limit.seconds)}::double precision[],
    ${members.flat().map((position) => position + 1)}::integer[], ${members.map(({ length }) => length)}::integer[],
    ${groups.map(({ positions }) => positions.length)}::integer[], ${now ?? null}::double precision)`.execute(database)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not say where the limits stand.')
  const used = row.used.map(Number)
  const decisions = groups.map((group, index) => {
    const admitted = row.admitted[index] ?? 0
    const standings = (members[index] ?? []).map((position): Standing => {
      const frees = row.frees[position] ?? undefined
      return {
        used: used[position] ?? 0,
        oldest: Number(row.oldest[position]),
        frees: frees === undefined ? undefined : Number(frees),
      }
    })
    for (const position of members[index] ?? []) used[position] = (used[position] ?? 0) + admitted
    return decideGroup(group, { admitted, standings, at: row.instant })
  })
  return inBatchOrder(groups, decisions)
}
