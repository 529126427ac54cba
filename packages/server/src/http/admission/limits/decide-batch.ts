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

/** The subjects of these requests, each once, in one order for all processes, so that two never wait for each other. */
export const subjectsOf = (requests: readonly (readonly CountedLimit[])[]): CountedLimit[] => {
  const byKey = new Map(requests.flat().map((one) => [keyOfSubject(one), one]))
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted)
}

/** Requests of a batch with the same limits and subjects. */
export interface RequestGroup {
  readonly counted: readonly CountedLimit[]
  /** Indexes in the batch. */
  readonly positions: readonly number[]
}

/** Groups the requests of a batch by limits and subjects: the store decides how many of each group it admits. */
export const groupRequests = (requests: readonly (readonly CountedLimit[])[]): RequestGroup[] => {
  const groups = new Map<string, { counted: readonly CountedLimit[]; positions: number[] }>()
  for (const [position, counted] of requests.entries()) {
    const key = JSON.stringify(counted.map(({ limit, subject }) => [limit.name, limit.requests, subject]))
    const group = groups.get(key) ?? { counted, positions: [] }
    group.positions.push(position)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** What the store decided about a group: how many requests it admitted, and where the limits stood before them. */
interface GroupDecision {
  readonly admitted: number
  readonly standings: readonly Standing[]
  readonly at: number
}

/** The decision about each request of a group: the store has admitted the first ones. */
export const decideGroup = (
  { counted, positions }: RequestGroup,
  { admitted, standings, at }: GroupDecision,
): LimitDecision[] =>
  positions.map((_, index) => {
    const earlier = Math.min(index, admitted)
    return decide(
      counted,
      standings.map((standing) => ({ ...standing, used: standing.used + earlier })),
      at,
    )
  })

/** Puts the decisions about groups into the order of the batch. */
export const inBatchOrder = (
  groups: readonly RequestGroup[],
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

/** Slices that still count, oldest first, by subject. */
export type SlicesBySubject = ReadonlyMap<string, { slice: number; count: number }[]>

/** Decides one request after the other, and adds to the slices what each one takes. */
export const decideInOrder = (
  requests: readonly (readonly CountedLimit[])[],
  slices: SlicesBySubject,
  now: number,
): { decisions: LimitDecision[]; counts: SliceCount[] } => {
  const counts = new Map<string, SliceCount>()
  const decisions = requests.map((counted) => {
    const standings = counted.map((one) => readStanding(one, slices.get(keyOfSubject(one)) ?? [], now))
    const decision = decide(counted, standings, now)
    if (!decision.admitted) return decision
    for (const one of sliceCounts(counted, now)) {
      const count = (counts.get(keyOfCount(one))?.count ?? 0) + 1
      counts.set(keyOfCount(one), { ...one, count })
      const subjectSlices = slices.get(`${one.name}/${one.subject}`)
      const last = subjectSlices?.at(-1)
      if (last?.slice === one.slice) last.count += 1
      else subjectSlices?.push({ slice: one.slice, count: 1 })
    }
    return decision
  })
  return { decisions, counts: [...counts.values()] }
}
