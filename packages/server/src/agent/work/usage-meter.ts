import type { Prices } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { type Claim, writeAs } from '../jobs/lease.ts'
import { updateTurn } from '../jobs/turns.ts'
import type { Usage } from './budget.ts'
import type { Journal, StoredCall } from './journal.ts'

/** A turn whose usage is counted. */
interface MeterRequest {
  readonly database: Database
  readonly claim: Claim
  readonly prices: Prices | null
  readonly log: Logger
}

/** Counts what a turn uses, and keeps the model's answers. */
export interface UsageMeter {
  readonly journal: Journal
  readonly usage: () => Usage
  /** Input tokens of the last call. */
  readonly lastInput: () => number
}

/** Starts to count where the turn stopped the last time; minutes start anew with each attempt. */
export const startUsageMeter = ({ database, claim, prices, log }: MeterRequest): UsageMeter => {
  const { turn } = claim
  let { model_calls, input_tokens, output_tokens } = turn
  let storedCall = turn.call_json === null ? undefined : parseCall(turn.call_json)
  let lastInput = 0
  const startedAt = performance.now()
  const record = async (call: StoredCall): Promise<void> => {
    lastInput = call.usage.inputTokens.total ?? 0
    model_calls += 1
    input_tokens += lastInput
    output_tokens += call.usage.outputTokens.total ?? 0
    const cost = prices && (input_tokens * prices.input + output_tokens * prices.output) / 1_000_000
    const columns = { model_calls, input_tokens, output_tokens, cost, call_json: JSON.stringify(call) }
    await writeAs(database, claim, (transaction) => updateTurn(transaction, claim, columns))
    log.debug({ point: 'call-stored', job: claim.job.id, calls: model_calls }, 'agent')
  }
  return {
    journal: {
      take: () => {
        const call = storedCall
        storedCall = undefined
        return call
      },
      record,
    },
    lastInput: () => lastInput,
    usage: () => ({
      modelCalls: model_calls,
      tokens: input_tokens + output_tokens,
      minutes: (performance.now() - startedAt) / 60_000,
    }),
  }
}

/** Only `record` writes these, so their shape is certain. */
const parseCall = (json: string): StoredCall => JSON.parse(json) as StoredCall
