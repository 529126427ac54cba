import {
  type CountedLimit,
  decide,
  keyOfCount,
  keyOfSubject,
  type LimitDecision,
  readStanding,
  type SliceCount,
  type Standing,
  sliceCounts,
} from './decision.ts'

/** All whom these requests are counted for, each once; in one order, so that two processes never wait for each other. */
export const subjectsOf = (asked: readonly (readonly CountedLimit[])[]): CountedLimit[] => {
  const byKey = new Map(asked.flat().map((one) => [keyOfSubject(one), one]))
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted)
}

/** Requests that are counted for the same, and where they stand among those of their batch. */
export interface Alike {
  readonly counted: readonly CountedLimit[]
  readonly positions: readonly number[]
}

/** Puts together what is counted for the same: the store decides how many of them there is room for. */
export const groupAlike = (asked: readonly (readonly CountedLimit[])[]): Alike[] => {
  const groups = new Map<string, { counted: readonly CountedLimit[]; positions: number[] }>()
  for (const [position, counted] of asked.entries()) {
    const key = JSON.stringify(counted.map(({ limit, subject }) => [limit.name, limit.requests, subject]))
    const group = groups.get(key) ?? { counted, positions: [] }
    group.positions.push(position)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Where all subjects of a group stood before it, how many of it were admitted, and what frees those that are full now. */
interface TakenTogether {
  readonly admitted: number
  readonly standings: readonly Standing[]
  readonly at: number
}

/** The decision about each request of a group, of which the store has admitted the first ones. */
export const decideTogether = (
  { counted, positions }: Alike,
  { admitted, standings, at }: TakenTogether,
): LimitDecision[] =>
  positions.map((_, index) => {
    const taken = Math.min(index, admitted)
    return decide(
      counted,
      standings.map((standing) => ({ ...standing, used: standing.used + taken })),
      at,
    )
  })

/** Gives the decisions about groups back in the order in which the requests came. */
export const inOrderAsked = (
  groups: readonly Alike[],
  decisions: readonly (readonly LimitDecision[])[],
): LimitDecision[] => {
  const ordered: LimitDecision[] = []
  for (const [at, { positions }] of groups.entries()) {
    for (const [index, position] of positions.entries()) {
      const decision = decisions[at]?.[index]
      if (decision) ordered[position] = decision
    }
  }
  return ordered
}

/** Slices that still count, by whom they are counted for, oldest first. */
export type SlicesBySubject = ReadonlyMap<string, { slice: number; count: number }[]>

/** Decides one request after the other; each sees what those before it have taken, which is added to the slices. */
export const decideInOrder = (
  asked: readonly (readonly CountedLimit[])[],
  slices: SlicesBySubject,
  now: number,
): { decisions: LimitDecision[]; taken: SliceCount[] } => {
  const taken = new Map<string, SliceCount>()
  const decisions = asked.map((counted) => {
    const standings = counted.map((one) => readStanding(one, slices.get(keyOfSubject(one)) ?? [], now))
    const decision = decide(counted, standings, now)
    if (!decision.admitted) return decision
    for (const one of sliceCounts(counted, now)) {
      const count = (taken.get(keyOfCount(one))?.count ?? 0) + 1
      taken.set(keyOfCount(one), { ...one, count })
      const known = slices.get(`${one.name}/${one.subject}`)
      const last = known?.at(-1)
      if (last?.slice === one.slice) last.count += 1
      else known?.push({ slice: one.slice, count: 1 })
    }
    return decision
  })
  return { decisions, taken: [...taken.values()] }
}
