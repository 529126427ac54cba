import { createContext, useContext, useSyncExternalStore } from 'react'
import { type ConversationView, viewOf } from './conversation.ts'
import type { PanelStore } from './panel-store.ts'
import type { Readable } from './slice.ts'

/** Gives the parts of the panel their store. */
export const StoreContext = createContext<PanelStore | undefined>(undefined)

/** The panel's store. It's always the same object, so reading it renders nothing again. */
export function useStore(): PanelStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('There is no store above this part of the panel.')
  return store
}

/**
 * The value of a slice, or a part of it. Renders again only if that changes.
 * @param select must return the same object for the same state
 */
export function useSlice<State>(slice: Readable<State>): State
export function useSlice<State, Part>(slice: Readable<State>, select: (state: State) => Part): Part
export function useSlice<State, Part>(slice: Readable<State>, select?: (state: State) => Part): State | Part {
  const read = () => (select ? select(slice.get()) : slice.get())
  return useSyncExternalStore(slice.subscribe, read, read)
}

/** A part of the conversation as it's shown. @param select must return the same object for the same conversation */
export function useConversation<Part>(select: (view: ConversationView) => Part): Part {
  const { conversation, options } = useStore()
  const supportUrl = useSlice(options, (given) => given.supportUrl)
  return useSlice(conversation.state, (state) => select(viewOf(state, supportUrl)))
}

/** Title of the page that goes with the next question. Undefined if the reader removed it. */
export function useAttachedPage(): string | undefined {
  const { draft } = useStore()
  const title = useSlice(draft.title)
  return useSlice(draft.state, ({ hasPage }) => hasPage) ? title : undefined
}
