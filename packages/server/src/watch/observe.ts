import { channel } from 'node:diagnostics_channel'

/** What is worth counting, and the details of each. No text, no keys, and no field with unlimited values. */
export interface Observations {
  /** A request has ended. The route is that of the contract; `unmatched` when there is none. */
  request: { route: string; method: string; status: number; seconds: number }
  /** A stream to a client has begun (1) or ended (-1). */
  stream: { change: 1 | -1 }
  /** A question has ended: the status of its turn, or why it was refused. */
  answer: { outcome: string }
  /** An answer could not be stored: its reader has it, and nobody else ever will. */
  'unstored-turn': Record<string, never>
  /** The time from the call of a model to its first token. */
  'first-token': { seconds: number; model: string }
  /** A call of a language model, with the tokens that the provider counted. */
  'model-call': { model: string; outcome: 'completed' | 'failed' | 'aborted'; input?: number; output?: number }
  /** A model was asked again, or the fallback instead of it. */
  'model-retry': { model: string; kind: 'retry' | 'fallback' }
  /** A breaker has opened or closed. */
  breaker: { model: string; open: boolean }
  /** A limit refused a request; `budget-…` when it was the daily budget. */
  'limit-refusal': { limit: string }
  /** From now on, limits are counted in this store. */
  'limit-store': { store: 'redis' | 'database' | 'memory' }
  search: { seconds: number; matches: number }
  /** A search had to use words only, or sections were stored without vectors. */
  'embedding-failure': { model: string }
  /** A search had to keep its own order. */
  'reranking-failure': { model: string }
  sync: { status: string; changed: number; unchanged: number; removed: number; failed: number }
  /** A worker has ended its work on a turn of an agent job. */
  'agent-turn': { outcome: 'ended' | 'failed' | 'put_off' | 'taken_away' | 'released' }
}

/**
 * Publishes an observation to whatever watches this process. Costs next to nothing when nothing does, and never throws.
 *
 * To count something new: a line in `Observations`, one in `metrics.ts`, and `observe('name', …)` where it happens.
 */
export const observe = <Name extends keyof Observations>(name: Name, observation: Observations[Name]): void => {
  channel(`sidenote:${name}`).publish(observation)
}

/** Listens to one kind of observation, until the returned function is called. */
export const onObservation = <Name extends keyof Observations>(
  name: Name,
  listener: (observation: Observations[Name]) => void,
): (() => void) => {
  // Only `observe` publishes on these channels.
  const receive = (message: unknown) => listener(message as Observations[Name])
  const observations = channel(`sidenote:${name}`)
  observations.subscribe(receive)
  return () => void observations.unsubscribe(receive)
}
