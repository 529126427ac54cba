import { isBusy, isUnfinished } from './conversation.ts'
import type { Conversation } from './create-conversation.ts'
import { createSlice, type Readable, type Slice } from './slice.ts'
import { emptyThread, type SavedThread, type Thread } from './thread.ts'
import type { ThreadStore } from './thread-store.ts'

/** The site's conversations in the browser: the open one and earlier ones. */
export interface Threads {
  readonly open: Readable<SavedThread>
  /** Earlier conversations, newest first. */
  readonly earlier: Readable<readonly SavedThread[]>
  /** Starts a new conversation; this one becomes an earlier one. */
  reset(): Promise<void>
  /** Deletes the conversation from the browser, and starts a new one with a new `fp`. */
  forget(): Promise<void>
  /** Opens an earlier conversation. */
  recall(thread: SavedThread): Promise<void>
  /** Deletes an earlier conversation. */
  remove(id: string): void
  /** Deletes all conversations from the browser. */
  forgetAll(): Promise<void>
  /** Shows what another tab has stored. @param isBack whether the reader has come back to this page */
  follow(isBack: boolean): void
}

interface ThreadsSettings {
  readonly open: Slice<SavedThread>
  readonly saved: ThreadStore
  readonly conversation: Conversation
  /** The open thread with what the reader has changed. */
  current(): Thread
  /** Shows a thread in all other slices. */
  show(thread: SavedThread): void
  /** Shows the feedback that came from another tab. */
  showFeedback(feedback: Thread['feedback']): void
  /** Takes back what the reader agreed to. */
  withdraw(): void
}

/** Creates the verbs that change which conversation is open. */
export function createThreads(settings: ThreadsSettings): Threads {
  const { open, saved, conversation, current, show } = settings
  const earlier = createSlice<readonly SavedThread[]>(saved.earlier())
  const refresh = () => earlier.set(saved.earlier())
  const openThread = (thread: SavedThread) => {
    open.set(thread)
    show(thread)
    refresh()
  }
  const openEmpty = () => {
    settings.withdraw()
    openThread(emptyThread())
  }
  const stopAnswer = async () => {
    if (isBusy(conversation.now())) await conversation.stop()
  }
  const leave = async () => {
    await stopAnswer()
    saved.shelve(current())
  }
  const forget = async () => {
    await stopAnswer()
    saved.forget()
    openEmpty()
  }
  return {
    open,
    earlier,
    forget,
    async reset() {
      await leave()
      openThread(emptyThread(open.get().fp))
    },
    async recall(thread) {
      await leave()
      // Writing it takes it out of the earlier ones.
      saved.write(thread)
      openThread(thread)
    },
    remove(id) {
      saved.drop(id)
      refresh()
    },
    async forgetAll() {
      saved.forgetEarlier()
      await forget()
    },
    follow(isBack) {
      refresh()
      const thread = current()
      // Deleted in another tab.
      if (thread.messages.length > 0 && !saved.has(thread.id)) return openEmpty()
      const next = saved.changed(thread)
      // An answer that another tab still reads comes from there once it's whole; after a return it's read here.
      if (!next || (isUnfinished(next.messages) && !isBack)) return
      open.set(next)
      settings.showFeedback(next.feedback)
      conversation.follow(next)
    },
  }
}
