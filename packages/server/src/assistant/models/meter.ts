import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ModelCall } from './model-call.ts'

/** Roughly, in the languages that have few characters a token. */
const charactersPerToken = 4

/** Estimates how many tokens so many characters are. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / charactersPerToken)

/** Counts the tokens of one model's steps. */
export interface Meter {
  readonly startStep: () => void
  /** Counts characters of output. */
  readonly addOutput: (length: number) => void
  readonly endStep: (usage: LanguageModelV4Usage) => void
  /** A step that was cut off costs tokens; one that failed before its first word doesn't. */
  readonly end: (wasAborted: boolean) => void
}

/** Reports what the steps of a model cost. A step for which the model reports no number is estimated. */
export const createMeter = ({
  instructions,
  messages,
  onUsage,
}: Pick<ModelCall, 'instructions' | 'messages' | 'onUsage'>): Meter => {
  const input = messages.reduce((sum, { content }) => sum + content.length, instructions.length)
  let output = 0
  let isOpen = true
  const estimate = () => ({ input: estimateTokens(input), output: estimateTokens(output) })
  return {
    startStep: () => {
      isOpen = true
    },
    addOutput: (length) => {
      output += length
    },
    endStep({ inputTokens, outputTokens }) {
      const isReported = inputTokens.total !== undefined || outputTokens.total !== undefined
      onUsage?.(isReported ? { input: inputTokens.total ?? 0, output: outputTokens.total ?? 0 } : estimate())
      isOpen = false
      output = 0
    },
    end(wasAborted) {
      if (isOpen && (wasAborted || output > 0)) onUsage?.(estimate())
    },
  }
}
