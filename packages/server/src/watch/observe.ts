import { channel } from 'node:diagnostics_channel'

/** What is worth counting, with what is told of each. No text, no key, and nothing of which there is no end of values. */
export interface Observations {
  /** A request that has ended. The route is written as in the contract; `unmatched` when there is none. */
  request: { route: string; method: string; status: number; seconds: number }
  /** A stream to a client that begins (1) or has ended (-1). */
  stream: { change: 1 | -1 }
  /** A question that was answered, or was not: the status of its turn, or why it was refused. */
  answer: { outcome: string }
  /** An answer that could not be stored: its reader has it, and nobody else ever will. */
  'unstored-turn': Record<string, never>
  /** From the question to the first word for the reader. */
  'first-token': { seconds: number; model: string }
  /** One call of a language model, with the tokens that the provider says it took. */
  'model-call': { model: string; outcome: 'completed' | 'failed' | 'aborted'; input?: number; output?: number }
  /** A model was asked again, or another one in its place. */
  'model-retry': { model: string; kind: 'retry' | 'fallback' }
  /** A breaker has opened or closed. */
  breaker: { model: string; open: boolean }
  /** A request that a limit has refused, by the name of the limit; `budget-…` for one that a day’s budget has. */
  'limit-refusal': { limit: string }
  /** Limits are counted in this store from now on. */
  'limit-store': { store: 'redis' | 'database' | 'memory' }
  search: { seconds: number; matches: number }
  /** A question was searched by words alone, or sections were stored without vectors. */
  'embedding-failure': { model: string }
  /** The first sections of a search stayed in the order of search. */
  'reranking-failure': { model: string }
  sync: { status: string; changed: number; unchanged: number; removed: number; failed: number }
  /** A turn of an agent job that a worker has put down. */
  'agent-turn': { outcome: 'ended' | 'failed' | 'put_off' | 'taken_away' | 'released' }
}

/**
 * Tells whoever watches this process. Costs next to nothing when nobody does, and never throws.
 *
 * To count something new: a line in `Observations`, one in `metrics.ts`, and `observe('name', …)` where it happens.
 */
export const observe = <Name extends keyof Observations>(name: Name, observation: Observations[Name]): void => {
  channel(`sidenote:${name}`).publish(observation)
}

/** Listens to one kind of observation until the returned function is called. */
export const onObservation = <Name extends keyof Observations>(
  name: Name,
  listener: (observation: Observations[Name]) => void,
): (() => void) => {
  // Only `observe` publishes on these channels.
  const receive = (message: unknown) => listener(message as Observations[Name])
  const observed = channel(`sidenote:${name}`)
  observed.subscribe(receive)
  return () => void observed.unsubscribe(receive)
}
