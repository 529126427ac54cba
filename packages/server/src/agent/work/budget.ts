import type { JobLimits } from '@sidenote/contract'
import type { ModelMessage } from 'ai'

/** What a turn has used so far. */
export interface Spent {
  readonly modelCalls: number
  /** Input and output together. */
  readonly tokens: number
  readonly minutes: number
}

const shares = (spent: Spent, limits: JobLimits): readonly (readonly [number, string])[] => [
  [spent.modelCalls / limits.steps, `${limits.steps} steps`],
  [spent.tokens / limits.tokens, `${limits.tokens} tokens`],
  [spent.minutes / limits.minutes, `${limits.minutes} minutes`],
]

/** Why the turn must end now, in a sentence; undefined when it may go on. */
export const limitReached = (spent: Spent, limits: JobLimits): string | undefined => {
  const reached = shares(spent, limits).find(([share]) => share >= 1)
  return (
    reached &&
    `The limit of ${reached[1]} was reached before the work was done. What was changed is kept: send a message to go on.`
  )
}

const nearly = 0.8

/** Whether less than a fifth of any limit is left. */
export const nearLimit = (spent: Spent, limits: JobLimits): boolean =>
  shares(spent, limits).some(([share]) => share >= nearly)

const inARow = { warn: 3, stuck: 5 } as const
const goingRound = { steps: 12, different: 2 } as const

/**
 * Whether the model does the same thing over and over: the same calls with the same results three (`warn`) or five
 * (`stuck`) times in a row, or two things in turns for twelve steps (`stuck`).
 *
 * @param steps the messages of every step, oldest first
 */
export const findLoop = (steps: readonly (readonly ModelMessage[])[]): 'warn' | 'stuck' | undefined => {
  const done = steps.map(signatureOf).filter((signature) => signature !== '')
  const last = done.at(-1)
  if (last === undefined) return undefined
  const other = done.findLastIndex((signature) => signature !== last)
  const repeated = done.length - 1 - other
  const recent = done.slice(-goingRound.steps)
  const round = recent.length === goingRound.steps && new Set(recent).size <= goingRound.different
  if (repeated >= inARow.stuck || round) return 'stuck'
  return repeated === inARow.warn ? 'warn' : undefined
}

/** What was called with what result, without the ids, which differ every time; empty when nothing was called. */
const signatureOf = (messages: readonly ModelMessage[]): string => {
  const told = messages.flatMap(({ content }) => {
    const parts: readonly { readonly type: string }[] = typeof content === 'string' ? [] : content
    return parts.flatMap((part) => {
      if (part.type === 'tool-call' && 'input' in part) return [part.input]
      if (part.type === 'tool-result' && 'output' in part && 'toolName' in part) return [[part.toolName, part.output]]
      return []
    })
  })
  return told.length === 0 ? '' : JSON.stringify(told)
}
