import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ModelCall } from './ask-models.ts'

/** Characters of a token, roughly, in the languages that have few of them. */
const charactersPerToken = 4

/** What so many characters cost, roughly, in tokens. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / charactersPerToken)

export interface Meter {
  readonly startStep: () => void
  /** In characters. */
  readonly hear: (length: number) => void
  readonly endStep: (usage: LanguageModelV4Usage) => void
  /** A step that was cut off has been paid for; one that failed before its first word has not. */
  readonly end: (wasAborted: boolean) => void
}

/** Tells what the steps of a model cost. A step without a number of its own is estimated. */
export const createMeter = ({
  instructions,
  messages,
  onTokens,
}: Pick<ModelCall, 'instructions' | 'messages' | 'onTokens'>): Meter => {
  const asked = messages.reduce((sum, { content }) => sum + content.length, instructions.length)
  let heard = 0
  let isOpen = true
  const estimate = () => estimateTokens(asked + heard)
  return {
    startStep: () => {
      isOpen = true
    },
    hear: (length) => {
      heard += length
    },
    endStep({ inputTokens, outputTokens }) {
      const said = inputTokens.total !== undefined || outputTokens.total !== undefined
      onTokens?.(said ? (inputTokens.total ?? 0) + (outputTokens.total ?? 0) : estimate())
      isOpen = false
      heard = 0
    },
    end(wasAborted) {
      if (isOpen && (wasAborted || heard > 0)) onTokens?.(estimate())
    },
  }
}
