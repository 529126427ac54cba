import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { restingConversation, viewOf } from '../src/chat/conversation.ts'
import { createPanelStore } from '../src/chat/panel-store.ts'
import { AskProblem } from '../src/chat/problem.ts'
import { createSlice } from '../src/chat/slice.ts'
import { StoreContext } from '../src/chat/use-store.ts'
import { englishPageTexts } from '../src/locales/english-page.ts'
import { createSurface } from '../src/page/create-surface.ts'
import { createFrame } from '../src/page/frame.ts'
import { adoptStyles } from '../src/panel/adopt-styles.ts'
import { ConversationLog } from '../src/panel/conversation.tsx'
import { Status } from '../src/panel/status.tsx'
import styles from '../src/panel/styles.css?inline'

// The panel's conversation, with a state that the test sets instead of a server.
const { host, root } = createSurface()
document.documentElement.append(host)
const { frame, slot, box, shown } = createFrame(root, englishPageTexts, () => {})
adoptStyles(root, styles)
frame.dataset.side = 'right'
frame.setAttribute('aria-label', 'Test assistant')
host.style.setProperty('--sn-accent', '#3451b2')
host.style.setProperty('--sn-link', '#3451b2')
host.style.setProperty('--sn-font', 'system-ui, sans-serif')
host.style.setProperty('--sn-on-accent', '#fff')
shown(true, false)
box.parentElement?.remove()

const calls: unknown[][] = []
const record =
  (name: string) =>
  (...parameters: unknown[]): void =>
    void calls.push([name, ...parameters])
const reactRoot = createRoot(slot)

const options = { domain: 'test', key: 'svc_dsc_test', url: 'http://127.0.0.1', storage: 'none' as const }
const actual = createPanelStore({
  options,
  seam: { fetch, emit: () => {} },
  loadSession: () => Promise.reject(new Error('This page has no server.')),
})
const noHosts: readonly string[] = []
const state = createSlice(restingConversation([]))
const store: typeof actual = {
  ...actual,
  ask: record('ask'),
  edit: record('edit'),
  draft: { ...actual.draft, write: record('write'), add: record('add') },
  threads: {
    ...actual.threads,
    reset: async () => record('reset')(),
    forget: async () => record('forget')(),
  },
  feedback: {
    ...actual.feedback,
    rate: async (...parameters) => {
      record('rate')(...parameters)
      return true
    },
  },
  conversation: { ...actual.conversation, state, retry: record('retry') },
}

window.conversation = {
  root,
  calls,
  show({ messages, isBusy = false, problem, searching, imageHosts = noHosts }) {
    flushSync(() => {
      store.options.set({ ...options, imageHosts })
      state.set({
        ...restingConversation(messages),
        status: isBusy ? 'streaming' : 'ready',
        error: problem && new AskProblem(problem.kind, problem.message ?? '', { retryAfter: problem.retryAfter ?? 0 }),
        searching,
      })
      reactRoot.render(
        <StoreContext.Provider value={store}>
          <div className="flex h-full flex-col">
            <h2 className="sr-only">Test assistant</h2>
            <ConversationLog view={viewOf(state.get())} />
            <Status />
          </div>
        </StoreContext.Provider>,
      )
    })
  },
  theme(name) {
    host.dataset.theme = name
    host.style.setProperty('--sn-link', name === 'dark' ? '#9aacff' : '#3451b2')
  },
}
