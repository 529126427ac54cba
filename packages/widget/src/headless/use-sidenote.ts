import { useContext, useMemo } from 'react'
import { type ConversationView, restingConversation, viewOf } from '../chat/conversation.ts'
import type { DraftState } from '../chat/draft.ts'
import type { PanelStore } from '../chat/panel-store.ts'
import type { QueuedQuestion } from '../chat/question.ts'
import { createSlice } from '../chat/slice.ts'
import { useSlice } from '../chat/use-store.ts'
import { HeadlessContext } from './context.ts'
import { messagesOf, phaseOfView, problemOfView } from './messages.ts'
import type { SidenoteState } from './state.ts'

/** What there is on a server, and until the page has hydrated. */
const resting = {
  conversation: createSlice(restingConversation([])),
  draft: createSlice<DraftState>({ text: '', contexts: [], attachments: [], hasPage: true }),
  queue: createSlice<readonly QueuedQuestion[]>([]),
  feedback: createSlice<Readonly<Record<string, boolean>>>({}),
}

type Verbs = Pick<
  SidenoteState,
  | 'ask'
  | 'stop'
  | 'retry'
  | 'edit'
  | 'addContext'
  | 'removeContext'
  | 'setDraft'
  | 'removeWaiting'
  | 'rate'
  | 'reset'
  | 'forget'
>

/** What a reader can do. The functions stay the same. */
const createVerbs = (run: (act: (store: PanelStore) => void) => void): Verbs => ({
  ask: (question, { contexts = [], choice } = {}) =>
    run((store) => store.ask({ text: question, contexts, filter: choice?.filter })),
  stop: () => run(({ conversation }) => void conversation.stop()),
  retry: () => run(({ conversation }) => conversation.retry()),
  edit: (id, question) => run((store) => store.edit({ id, contexts: [] }, question)),
  addContext: (context) => run(({ draft }) => draft.add(context)),
  removeContext: (context) => run(({ draft }) => draft.remove(context)),
  setDraft: (text) =>
    run(({ draft, conversation }) => {
      draft.write(text)
      void conversation.prepare()
    }),
  removeWaiting: (id) => run(({ queue }) => queue.remove(id)),
  rate: (id, helpful) => run(({ feedback }) => void feedback.rate(id, { helpful })),
  reset: () => run(({ threads }) => void threads.reset()),
  forget: () => run(({ threads }) => void threads.forget()),
})

/**
 * The conversation of the `SidenoteProvider` above, for an assistant that you draw yourself.
 * @example const { messages, phase, ask, stop } = useSidenote()
 */
export function useSidenote(): SidenoteState {
  const headless = useContext(HeadlessContext)
  if (!headless) throw new Error('useSidenote needs a <SidenoteProvider> above the component that calls it.')
  const { store, run } = headless
  const state = useSlice(store?.conversation.state ?? resting.conversation)
  const { text, contexts } = useSlice(store?.draft.state ?? resting.draft)
  const queue = useSlice(store?.queue.state ?? resting.queue)
  const feedback = useSlice(store?.feedback.state ?? resting.feedback)
  const view: ConversationView = viewOf(state, store?.options.get().supportUrl)
  const verbs = useMemo(() => createVerbs(run), [run])
  return useMemo(
    () => ({
      messages: messagesOf(view),
      isBusy: view.isBusy,
      phase: phaseOfView(view),
      problem: view.problem && problemOfView(view.problem),
      waiting: queue.map(({ id, question }) => ({ id, text: question })),
      contexts,
      draft: text,
      feedback,
      ...verbs,
    }),
    [view, queue, contexts, text, feedback, verbs],
  )
}
