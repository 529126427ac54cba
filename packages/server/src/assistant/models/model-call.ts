import type { JSONObject } from '@ai-sdk/provider'
import type { Prompt } from '../prompt.ts'
import type { ToolResult } from '../tool-result.ts'
import type { AssistantTools } from '../tools.ts'

/** How long a model may be silent. All in milliseconds. */
export interface Deadlines {
  /** Until its first token, a second try included. @default 20000 */
  readonly firstToken: number
  /** Between two tokens. @default 30000 */
  readonly gap: number
  /** For the whole answer, all models together. @default 120000 */
  readonly total: number
}

/** The deadlines of an answer that names none. */
export const defaultDeadlines: Deadlines = { firstToken: 20_000, gap: 30_000, total: 120_000 }

/** What a model does, reduced to what an answer needs. */
export type ModelPart =
  | { readonly type: 'model'; readonly name: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly toolCallId: string; readonly output: ToolResult }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly error: unknown }
  /** The model was stopped before it had said everything. */
  | { readonly type: 'cut' }

/** What a model call has cost, in tokens. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** Gets the cost of each model call when the call ends. */
export type OnUsage = (usage: Usage) => void

/** A prompt for the models of an answer. */
export interface ModelCall extends Prompt {
  readonly tools: AssistantTools
  /** For the excerpt model, which answers from this instead of the prompt. */
  readonly material: () => object
  readonly signal: AbortSignal
  readonly deadlines: Deadlines
  /** Gets the cost of each step: as the model reports it, or an estimate when it doesn't, or was cut off. */
  readonly onUsage?: OnUsage | undefined
}

/** Passes material to the excerpt model: it runs in this process and checks the shape itself, so nothing is encoded. */
export const asProviderOptions = (material: object): JSONObject => material as JSONObject
