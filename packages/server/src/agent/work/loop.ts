import type { JobLimits, Prices } from '@sidenote/contract'
import { isStepCount, type ModelMessage, pruneMessages, ToolLoopAgent, type ToolSet } from 'ai'
import type { Logger } from 'pino'
import type { Models } from '../../assistant/models/models.ts'
import type { Database } from '../../database/database.ts'
import type { NewEvent } from '../jobs/events.ts'
import { type Claim, requireLease, writeAs } from '../jobs/lease.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { saveStep, updateTurn } from '../jobs/turns.ts'
import type { Finish } from '../tools/tools.ts'
import { findLoop, limitReached, nearLimit, type Spent } from './budget.ts'
import { createJournalledModel, type Journal, type StoredCall } from './journal.ts'

/** What the tools left behind while the loop was not looking. */
export interface Desk {
  readonly tools: ToolSet
  /** The files that this turn has changed so far. */
  readonly files: () => ReadonlyMap<string, string | null>
  /** The events since it was last asked. */
  readonly takeEvents: () => NewEvent[]
  /** Set once `finish` was accepted. */
  readonly finish: () => Finish | undefined
}

export interface LoopRequest {
  readonly database: Database
  readonly claim: Claim
  readonly models: Models
  readonly limits: JobLimits
  readonly prices: Prices | null
  readonly instructions: string
  /** What the conversation begins with. */
  readonly opening: readonly ModelMessage[]
  /** The steps that are done already. */
  readonly steps: readonly ModelMessage[][]
  readonly desk: Desk
  readonly signal: AbortSignal
  readonly log: Logger
}

const callMilliseconds = 300_000
const longConversationTokens = 120_000
const maximumReminders = 3

const notes = {
  wrapUp:
    'You have used most of what this turn may use. Wrap up now: complete the edit you are at, call validate, then call finish.',
  loop: 'You have done the same thing three times with the same result. Do something else, or call finish with what you have.',
  remind: 'You are not done until you call finish. If nothing needs to change, call finish and say why.',
} as const

/**
 * Lets the model work until `finish` is accepted, one step at a time: one model call, the tools it asks for, and a
 * checkpoint. Broken off anywhere, the same turn goes on from the last checkpoint, or from the last answer of the model.
 *
 * @throws TurnFailed at a limit, in a loop, or when the model stops without finishing; LeaseLost
 */
export const runLoop = async (request: LoopRequest): Promise<Finish> => {
  const { desk, limits, signal } = request
  const spending = createSpending(request)
  const agent = openAgent(request, spending.journal)
  const steps = [...request.steps]
  for (;;) {
    signal.throwIfAborted()
    const reached = limitReached(spending.spent(), limits)
    if (reached) throw new TurnFailed(reached)
    await requireLease(request.database, request.claim)
    const messages = shorten([...request.opening, ...steps.flat()], spending.lastInput())
    const step = await agent.generate({
      messages,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)]),
    })
    request.log.debug({ point: 'tools-run', job: request.claim.job.id, step: steps.length }, 'agent')
    const finish = desk.finish()
    const added: ModelMessage[] = [...step.responseMessages]
    const told = findLoop([...steps, added])
    const note = finish ? undefined : noteAfter({ steps, added, told, spent: spending.spent(), limits })
    if (note) added.push({ role: 'user', content: note })
    const prompts = await saveStep(request.database, request.claim, {
      number: steps.length,
      messages: added,
      files: desk.files(),
      finish,
      events: [...(step.text.trim() ? [said(step.text)] : []), ...desk.takeEvents()],
    })
    request.log.debug({ point: 'step-saved', job: request.claim.job.id, step: steps.length }, 'agent')
    steps.push([...added, ...prompts.map((prompt): ModelMessage => ({ role: 'user', content: prompt }))])
    if (finish) return finish
    if (told === 'stuck')
      throw new TurnFailed('The model went round in circles, so it was stopped. What was changed is kept.')
    if (prompts.length === 0 && endsInWords(added) && reminders(steps) > maximumReminders) {
      throw new TurnFailed(
        'The model stopped without finishing its work. What was changed is kept: send a message to go on.',
      )
    }
  }
}

const longestSaid = 2_000
const said = (text: string): NewEvent => ({ type: 'said', data: { text: text.trim().slice(0, longestSaid) } })

/** One step each time it is asked; what comes between the steps is ours. */
const openAgent = ({ models, instructions, desk, log }: LoopRequest, journal: Journal) =>
  new ToolLoopAgent({
    model: createJournalledModel(models, journal, log),
    instructions,
    tools: desk.tools,
    stopWhen: isStepCount(1),
    // Edits of one answer happen in the order in which they were asked for.
    toolCallConcurrency: 1,
  })

const hasNote = (steps: readonly (readonly ModelMessage[])[], note: string): boolean =>
  steps.some((step) => step.some(({ role, content }) => role === 'user' && content === note))

const reminders = (steps: readonly (readonly ModelMessage[])[]): number =>
  steps.flat().filter(({ role, content }) => role === 'user' && content === notes.remind).length

const endsInWords = (messages: readonly ModelMessage[]): boolean => messages.every(({ role }) => role !== 'tool')

interface NoteContext {
  readonly steps: readonly ModelMessage[][]
  readonly added: readonly ModelMessage[]
  readonly told: 'warn' | 'stuck' | undefined
  readonly spent: Spent
  readonly limits: JobLimits
}

/** What the model is told before its next step, if anything. */
const noteAfter = ({ steps, added, told, spent, limits }: NoteContext): string | undefined => {
  if (nearLimit(spent, limits) && !hasNote(steps, notes.wrapUp)) return notes.wrapUp
  if (told === 'warn') return notes.loop
  return endsInWords(added) ? notes.remind : undefined
}

/** Drops old tool results from what the model is shown once the conversation is long; it can read a file again. */
const shorten = (messages: ModelMessage[], lastInput: number): ModelMessage[] =>
  lastInput < longConversationTokens
    ? messages
    : pruneMessages({ messages, toolCalls: 'before-last-20-messages', reasoning: 'all', emptyMessages: 'remove' })

/** Counts what the turn uses, and keeps the model's answers. */
const createSpending = ({ database, claim, prices, log }: LoopRequest) => {
  const { turn } = claim
  let { model_calls, input_tokens, output_tokens } = turn
  let pending = turn.call_json === null ? undefined : parseCall(turn.call_json)
  let lastInput = 0
  const started = performance.now()
  const journal: Journal = {
    take: () => {
      const known = pending
      pending = undefined
      return known
    },
    record: async (call) => {
      lastInput = call.usage.inputTokens.total ?? 0
      model_calls += 1
      input_tokens += lastInput
      output_tokens += call.usage.outputTokens.total ?? 0
      const cost = prices && (input_tokens * prices.input + output_tokens * prices.output) / 1_000_000
      const used = { model_calls, input_tokens, output_tokens, cost }
      await writeAs(database, claim, (transaction) =>
        updateTurn(transaction, claim, { ...used, call_json: JSON.stringify(call) }),
      )
      log.debug({ point: 'call-stored', job: claim.job.id, calls: model_calls }, 'agent')
    },
  }
  return {
    journal,
    lastInput: () => lastInput,
    spent: (): Spent => ({
      modelCalls: model_calls,
      tokens: input_tokens + output_tokens,
      minutes: (performance.now() - started) / 60_000,
    }),
  }
}

/** Only `record` writes these, so their shape is known. */
const parseCall = (json: string): StoredCall => JSON.parse(json) as StoredCall
