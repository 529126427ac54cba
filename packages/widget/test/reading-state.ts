import type { ChatMessage } from '../src/chat/conversation.ts'
import type { ProblemKind } from '../src/chat/problem.ts'

/** What the panel is to show. */
export interface ReadingState {
  readonly messages: readonly ChatMessage[]
  readonly isBusy?: boolean
  readonly searching?: string
  readonly imageHosts?: readonly string[]
  readonly problem?: { kind: ProblemKind; message?: string; retryAfter?: number }
}

declare global {
  interface Window {
    reading: {
      readonly root: ShadowRoot
      /** What the components asked for, oldest first. */
      readonly calls: unknown[][]
      /** Renders at once. */
      show(state: ReadingState): void
      theme(name: 'light' | 'dark'): void
    }
  }
}
