import type { NamedSection } from './prompt.ts'
import type { Source } from './sources.ts'

/** What a tool gives: passages for the model to read, and for the reader their names. */
export interface ToolResult {
  readonly sources: readonly Source[]
  /** Numbers of those that the model has read before. @default none */
  readonly readBefore?: ReadonlySet<number>
  /** Sections beyond them, of which the model learns the names. @default none */
  readonly further?: readonly NamedSection[]
  /** True when the model has called tools too often for one answer. */
  readonly refused?: true
}

/** The outcome of one call, and what the model reads of it. */
export interface ToolOutcome {
  readonly toolCallId: string
  readonly toolName: string
  readonly text: string
  readonly isError: boolean
  /** Why the tool failed, if it did. */
  readonly error?: unknown
  readonly result?: ToolResult
}
