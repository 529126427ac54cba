import type { JobLimits } from '@sidenote/contract'
import type { ModelMessage } from 'ai'

/** What a turn has used so far. */
export interface Usage {
  readonly modelCalls: number
  /** Input and output together. */
  readonly tokens: number
  readonly minutes: number
}

/** The used share of each limit, and the limit in words. */
const shares = (usage: Usage, limits: JobLimits): readonly (readonly [number, string])[] => [
  [usage.modelCalls / limits.steps, `${limits.steps} steps`],
  [usage.tokens / limits.tokens, `${limits.tokens} tokens`],
  [usage.minutes / limits.minutes, `${limits.minutes} minutes`],
]

/** Why the turn must end now, in a sentence; undefined when it may go on. */
export const limitReached = (usage: Usage, limits: JobLimits): string | undefined => {
  const limit = shares(usage, limits).find(([share]) => share >= 1)?.[1]
  return (
    limit &&
    `The limit of ${limit} was reached before the work was done. The changes so far are kept: send a message to continue.`
  )
}

const nearShare = 0.8

/** Whether less than a fifth of any limit is left. */
export const nearLimit = (usage: Usage, limits: JobLimits): boolean =>
  shares(usage, limits).some(([share]) => share >= nearShare)

/** Identical steps in a row. */
const repetitions = { warn: 3, stuck: 5 } as const
/** A model that does only so many different things in so many steps goes round in circles. */
const circle = { steps: 12, different: 2 } as const

/**
 * Whether the model does the same thing over and over: the same calls with the same results three (`warn`) or five
 * (`stuck`) times in a row, or two things in turns for twelve steps (`stuck`).
 *
 * @param steps the messages of every step, oldest first
 */
export const findLoop = (steps: readonly (readonly ModelMessage[])[]): 'warn' | 'stuck' | undefined => {
  const signatures = steps.map(signatureOf).filter((signature) => signature !== '')
  const last = signatures.at(-1)
  if (last === undefined) return undefined
  const repeated = signatures.length - 1 - signatures.findLastIndex((signature) => signature !== last)
  const recent = signatures.slice(-circle.steps)
  const isCircle = recent.length === circle.steps && new Set(recent).size <= circle.different
  if (repeated >= repetitions.stuck || isCircle) return 'stuck'
  return repeated === repetitions.warn ? 'warn' : undefined
}

/** The calls of a step and their results, without ids, which always differ; empty when nothing was called. */
const signatureOf = (messages: readonly ModelMessage[]): string => {
  const calls = messages.flatMap(({ content }) => {
    const parts: readonly { readonly type: string }[] = typeof content === 'string' ? [] : content
    return parts.flatMap((part) => {
      if (part.type === 'tool-call' && 'input' in part) return [part.input]
      if (part.type === 'tool-result' && 'output' in part && 'toolName' in part) return [[part.toolName, part.output]]
      return []
    })
  })
  return calls.length === 0 ? '' : JSON.stringify(calls)
}
