import type { Rating } from './post-feedback.ts'
import { createSlice, type Slice } from './slice.ts'

/** Whether answers helped, by message id. */
type FeedbackState = Readonly<Record<string, boolean>>

/** The reader's feedback on answers. */
export interface Feedback {
  readonly state: Slice<FeedbackState>
  /** Sends feedback. Returns whether the server took it. */
  rate(messageId: string, rating: Rating): Promise<boolean>
}

/** Creates the feedback of a conversation. @param post sends it, or throws */
export function createFeedback(
  initial: FeedbackState,
  post: (messageId: string, rating: Rating) => Promise<void>,
): Feedback {
  const state = createSlice(initial)
  return {
    state,
    async rate(messageId, rating) {
      const before = state.get()
      state.set({ ...before, [messageId]: rating.helpful })
      try {
        await post(messageId, rating)
        return true
      } catch {
        state.set(before)
        return false
      }
    },
  }
}
