import type { JobLimits, Prices } from '@sidenote/contract'
import { isStepCount, type ModelMessage, pruneMessages, ToolLoopAgent, type ToolSet } from 'ai'
import type { Logger } from 'pino'
import type { Models } from '../../assistant/models/models.ts'
import type { Database } from '../../database/database.ts'
import type { NewEvent } from '../jobs/events.ts'
import type { Finish } from '../jobs/finish.ts'
import { type Claim, requireLease } from '../jobs/lease.ts'
import { TurnFailed } from '../jobs/turn-failed.ts'
import { saveStep } from '../jobs/turns.ts'
import { findLoop, limitReached, nearLimit } from './budget.ts'
import { createJournalledModel, type Journal } from './journal.ts'
import { startUsageMeter } from './usage-meter.ts'

/** The tools of a turn, and what they left behind while the loop didn't look. */
export interface Desk {
  readonly tools: ToolSet
  /** The files that the turn changed so far. */
  readonly files: () => ReadonlyMap<string, string | null>
  /** Takes the events since the last time. */
  readonly takeEvents: () => NewEvent[]
  /** Set once `finish` was accepted. */
  readonly finish: () => Finish | undefined
}

/** A turn that is ready for its model. */
export interface LoopRequest {
  readonly database: Database
  readonly claim: Claim
  readonly models: Models
  readonly limits: JobLimits
  readonly prices: Prices | null
  readonly instructions: string
  /** The conversation before the first step. */
  readonly opening: readonly ModelMessage[]
  /** The stored steps. */
  readonly steps: readonly ModelMessage[][]
  readonly desk: Desk
  readonly signal: AbortSignal
  readonly log: Logger
}

const callMilliseconds = 300_000
/** From so many input tokens on, old tool results are left out. */
const longConversation = 120_000
const maximumReminders = 3
/** Characters of a text that people see in the events. */
const longestText = 2_000

const notes = {
  wrapUp:
    'You have used most of what this turn may use. Wrap up now: complete the current edit, call validate, then call finish.',
  loop: 'You have done the same thing three times with the same result. Do something else, or call finish with what you have.',
  remind: 'You are not done until you call finish. If nothing needs to change, call finish and say why.',
} as const

/**
 * Lets the model work until `finish` is accepted, one step at a time: one model call, the tools it asks for, and a
 * checkpoint. After an interruption, the turn goes on from the last checkpoint, or from the model's last answer.
 *
 * @throws TurnFailed at a limit, in a loop, or when the model stops without finishing; LeaseLost
 */
export const runLoop = async (request: LoopRequest): Promise<Finish> => {
  const { database, claim, desk, limits, signal, log } = request
  const meter = startUsageMeter(request)
  const agent = openAgent(request, meter.journal)
  const steps = [...request.steps]
  for (;;) {
    signal.throwIfAborted()
    const limit = limitReached(meter.usage(), limits)
    if (limit) throw new TurnFailed(limit)
    await requireLease(database, claim)
    const { responseMessages, text } = await agent.generate({
      messages: shorten([...request.opening, ...steps.flat()], meter.lastInput()),
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)]),
    })
    log.debug({ point: 'tools-run', job: claim.job.id, step: steps.length }, 'agent')
    const finish = desk.finish()
    const loop = findLoop([...steps, responseMessages])
    const isNearLimit = nearLimit(meter.usage(), limits)
    const note = finish ? undefined : chooseNote({ steps, responseMessages, loop, isNearLimit })
    const messages = note ? [...responseMessages, userMessage(note)] : responseMessages
    const prompts = await saveStep(database, claim, {
      number: steps.length,
      messages,
      files: desk.files(),
      finish,
      events: [...textEvents(text), ...desk.takeEvents()],
    })
    log.debug({ point: 'step-saved', job: claim.job.id, step: steps.length }, 'agent')
    steps.push([...messages, ...prompts.map(userMessage)])
    if (finish) return finish
    if (loop === 'stuck') {
      throw new TurnFailed('The model went round in circles, so it was stopped. The changes so far are kept.')
    }
    if (prompts.length === 0 && callsNothing(responseMessages)) requirePatience(steps)
  }
}

const userMessage = (content: string): ModelMessage => ({ role: 'user', content })

const textEvents = (text: string): NewEvent[] => {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ type: 'said', data: { text: trimmed.slice(0, longestText) } }]
}

/** An agent that takes one step a call; what comes between the steps is ours. */
const openAgent = ({ models, instructions, desk, log }: LoopRequest, journal: Journal) =>
  new ToolLoopAgent({
    model: createJournalledModel(models, journal, log),
    instructions,
    tools: desk.tools,
    stopWhen: isStepCount(1),
    // Edits of one answer happen in the order of its calls.
    toolCallConcurrency: 1,
  })

const isNote = ({ role, content }: ModelMessage, note: string): boolean => role === 'user' && content === note

const callsNothing = (messages: readonly ModelMessage[]): boolean => messages.every(({ role }) => role !== 'tool')

/** @throws TurnFailed when the model was reminded often enough that it isn't done. */
const requirePatience = (steps: readonly (readonly ModelMessage[])[]): void => {
  const reminders = steps.flat().filter((message) => isNote(message, notes.remind))
  if (reminders.length <= maximumReminders) return
  throw new TurnFailed(
    'The model stopped without finishing its work. The changes so far are kept: send a message to continue.',
  )
}

interface NoteContext {
  /** Before this step. */
  readonly steps: readonly ModelMessage[][]
  readonly responseMessages: readonly ModelMessage[]
  readonly loop: 'warn' | 'stuck' | undefined
  readonly isNearLimit: boolean
}

/** What to tell the model before its next step, if anything. */
const chooseNote = ({ steps, responseMessages, loop, isNearLimit }: NoteContext): string | undefined => {
  const isWarned = steps.flat().some((message) => isNote(message, notes.wrapUp))
  if (isNearLimit && !isWarned) return notes.wrapUp
  if (loop === 'warn') return notes.loop
  return callsNothing(responseMessages) ? notes.remind : undefined
}

/** Leaves out old tool results once the conversation is long; the model can read a file again. */
const shorten = (messages: ModelMessage[], lastInput: number): ModelMessage[] =>
  lastInput < longConversation
    ? messages
    : pruneMessages({ messages, toolCalls: 'before-last-20-messages', reasoning: 'all', emptyMessages: 'remove' })
