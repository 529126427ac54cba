import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { PoolState } from '../database/postgres.ts'
import { type Observations, onObservation } from './observe.ts'

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const searchSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]
const tokenSeconds = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20]
const jobStates = ['active', 'completed', 'failed', 'archived'] as const
const answerOutcomes = ['answered', 'unanswered', 'clarifying', 'declined', 'failed', 'stopped', 'aborted'] as const
const queryMilliseconds = 1_000

/** What the gauges read when they are collected. */
export interface GaugeSources {
  readonly database: Database
  readonly readPool?: (() => PoolState) | undefined
  /** Undefined without Redis. */
  readonly isRedisReady?: (() => boolean) | undefined
}

/** The metrics of this process. */
export interface Metrics {
  readonly contentType: string
  /** In the text format of Prometheus. */
  readonly write: () => Promise<string>
  readonly stop: () => void
}

const createCounters = (registers: Registry[]) => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `sidenote_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    { labelNames, buckets }: { labelNames: readonly Label[]; buckets: number[] },
  ) => new Histogram({ name: `sidenote_${name}`, help, labelNames, buckets, registers })
  return {
    requests: histogram('request_duration_seconds', 'Requests, by how long they took to their end.', {
      labelNames: ['route', 'method', 'status'],
      buckets: requestSeconds,
    }),
    streams: new Gauge({ name: 'sidenote_open_streams', help: 'Streams that are open to clients.', registers }),
    answers: counter('answers_total', 'Questions to the assistant, by how they ended.', ['outcome']),
    unstoredTurns: counter('unstored_turns_total', 'Answers that their reader has, but the store has not.', []),
    firstTokens: histogram('model_first_token_seconds', 'Model calls, by the time until their first token.', {
      labelNames: ['model'],
      buckets: tokenSeconds,
    }),
    modelCalls: counter('model_calls_total', 'Calls of language models.', ['model', 'outcome']),
    modelTokens: counter('model_tokens_total', 'Tokens, as the providers count them.', ['model', 'direction']),
    modelRetries: counter('model_retries_total', 'Calls that were made again, or of the fallback.', ['model', 'kind']),
    breakers: new Gauge({
      name: 'sidenote_model_breaker_open',
      help: '1 while a model is not asked because it has failed too often.',
      labelNames: ['model'],
      registers,
    }),
    refusals: counter('limit_refusals_total', 'Requests that a limit has refused.', ['limit']),
    limitStores: counter('limit_store_switches_total', 'Changes of the store that limits are counted in.', ['store']),
    searches: histogram('search_duration_seconds', 'Searches, also those of answers.', {
      labelNames: [],
      buckets: searchSeconds,
    }),
    emptySearches: counter('empty_searches_total', 'Searches that found nothing.', []),
    embeddingFailures: counter('embedding_failures_total', 'Times that words alone were searched or stored.', [
      'model',
    ]),
    rerankingFailures: counter('reranking_failures_total', 'Searches that the reranking model did not put in order.', [
      'model',
    ]),
    syncs: counter('syncs_total', 'Syncs that have ended.', ['status']),
    syncPages: counter('sync_pages_total', 'Pages of syncs that have ended.', ['result']),
    turns: counter('agent_turns_total', 'Turns of agent jobs that a worker of this process put down.', ['outcome']),
  }
}

/** Counters that alerts use start at 0: Prometheus doesn’t see an increase from nothing to 1. */
const startAtZero = ({ answers, syncs, turns }: ReturnType<typeof createCounters>): void => {
  for (const outcome of answerOutcomes) answers.inc({ outcome }, 0)
  for (const status of ['completed', 'failed']) syncs.inc({ status }, 0)
  for (const outcome of ['ended', 'failed']) turns.inc({ outcome }, 0)
}

type Listeners = { [Name in keyof Observations]: (observation: Observations[Name]) => void }

const createListeners = (counters: ReturnType<typeof createCounters>): Listeners => ({
  request: ({ route, method, status, seconds }) => counters.requests.observe({ route, method, status }, seconds),
  stream: ({ change }) => counters.streams.inc(change),
  answer: ({ outcome }) => counters.answers.inc({ outcome }),
  'unstored-turn': () => counters.unstoredTurns.inc(),
  'first-token': ({ model, seconds }) => counters.firstTokens.observe({ model }, seconds),
  'model-call': ({ model, outcome, input, output }) => {
    counters.modelCalls.inc({ model, outcome })
    if (input !== undefined) counters.modelTokens.inc({ model, direction: 'input' }, input)
    if (output !== undefined) counters.modelTokens.inc({ model, direction: 'output' }, output)
  },
  'model-retry': ({ model, kind }) => counters.modelRetries.inc({ model, kind }),
  breaker: ({ model, open }) => counters.breakers.set({ model }, open ? 1 : 0),
  'limit-refusal': ({ limit }) => counters.refusals.inc({ limit }),
  'limit-store': ({ store }) => counters.limitStores.inc({ store }),
  search: ({ seconds, matches }) => {
    counters.searches.observe(seconds)
    if (matches === 0) counters.emptySearches.inc()
  },
  'embedding-failure': ({ model }) => counters.embeddingFailures.inc({ model }),
  'reranking-failure': ({ model }) => counters.rerankingFailures.inc({ model }),
  sync: ({ status, ...pages }) => {
    counters.syncs.inc({ status })
    for (const [result, count] of Object.entries(pages)) counters.syncPages.inc({ result }, count)
  },
  'agent-turn': ({ outcome }) => counters.turns.inc({ outcome }),
})

const countJobs = (database: Database) =>
  database
    .selectFrom('jobs')
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()

/** Undefined when the database doesn’t answer in time: metrics are needed most when something is down. */
const countJobsInTime = (database: Database) =>
  Promise.race([
    countJobs(database).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), queryMilliseconds).unref()),
  ])

const addGauges = (registers: Registry[], { database, readPool, isRedisReady }: GaugeSources): void => {
  new Gauge({
    name: 'sidenote_agent_jobs',
    help: 'Agent jobs of the whole installation, by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      const rows = await countJobsInTime(database)
      this.reset()
      if (!rows) return
      for (const status of jobStates) this.set({ status }, rows.find((row) => row.status === status)?.count ?? 0)
    },
  })
  if (readPool) {
    new Gauge({
      name: 'sidenote_database_connections',
      help: 'Connections to PostgreSQL, and who waits for one.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(readPool())) this.set({ state }, count)
      },
    })
  }
  if (isRedisReady) {
    new Gauge({
      name: 'sidenote_redis_up',
      help: '1 while Redis answers.',
      registers,
      collect() {
        this.set(isRedisReady() ? 1 : 0)
      },
    })
  }
}

/** Starts to count what this process does. */
export const startMetrics = (sources: GaugeSources): Metrics => {
  const registry = new Registry()
  const counters = createCounters([registry])
  startAtZero(counters)
  const listeners = createListeners(counters)
  addGauges([registry], sources)
  collectDefaultMetrics({ register: registry })
  const listen = <Name extends keyof Observations>(name: Name) => onObservation(name, listeners[name])
  const names = Object.keys(listeners).filter((name): name is keyof Observations => Object.hasOwn(listeners, name))
  const stops = names.map((name) => listen(name))
  return {
    contentType: registry.contentType,
    write: () => registry.metrics(),
    stop: () => {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}
