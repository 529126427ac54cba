import type { ChatMessage } from '../src/chat/message.ts'
import type { ProblemKind } from '../src/chat/problem.ts'

/** What the conversation shows. */
export interface ConversationState {
  readonly messages: readonly ChatMessage[]
  readonly isBusy?: boolean
  readonly searching?: string
  readonly imageHosts?: readonly string[]
  readonly problem?: { kind: ProblemKind; message?: string; retryAfter?: number }
}

declare global {
  interface Window {
    conversation: {
      readonly root: ShadowRoot
      /** The components' calls to the assistant, oldest first. */
      readonly calls: unknown[][]
      /** Renders a state, before it returns. */
      show(state: ConversationState): void
      theme(name: 'light' | 'dark'): void
    }
  }
}
