import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Assistant } from '../src/chat/assistant.ts'
import { toExchanges } from '../src/chat/exchange.ts'
import { AskProblem } from '../src/chat/problem.ts'
import { englishPageTexts } from '../src/locales/english-page.ts'
import { createSurface } from '../src/page/create-surface.ts'
import { createFrame } from '../src/page/frame.ts'
import { adoptStyles } from '../src/panel/adopt-styles.ts'
import { Conversation } from '../src/panel/conversation.tsx'
import { Status } from '../src/panel/status.tsx'
import styles from '../src/panel/styles.css?inline'
import type { ConversationState } from './conversation-state.ts'

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
const noHosts: readonly string[] = []
const reactRoot = createRoot(slot)

const assistantOf = ({ messages, isBusy = false, problem, searching, imageHosts }: ConversationState): Assistant => ({
  exchanges: toExchanges(messages),
  isBusy,
  problem: problem && new AskProblem(problem.kind, problem.message ?? '', { retryAfter: problem.retryAfter ?? 0 }),
  searching,
  reconnection: undefined,
  queue: [],
  earlier: [],
  filter: {},
  imageHosts: imageHosts ?? noHosts,
  draft: '',
  contexts: [],
  attachments: [],
  attachmentTypes: [],
  page: undefined,
  feedback: {},
  agreed: '',
  ask: record('ask'),
  edit: record('edit'),
  unqueue: record('unqueue'),
  recall: record('recall'),
  removeEarlier: record('removeEarlier'),
  forgetAll: record('forgetAll'),
  stop: record('stop'),
  retry: record('retry'),
  reset: record('reset'),
  forget: record('forget'),
  agree: record('agree'),
  write: record('write'),
  add: record('add'),
  remove: record('remove'),
  attach: record('attach'),
  detach: record('detach'),
  removePage: record('removePage'),
  rate: async (...parameters) => {
    record('rate')(...parameters)
    return true
  },
})

window.conversation = {
  root,
  calls,
  show(state) {
    const assistant = assistantOf(state)
    flushSync(() =>
      reactRoot.render(
        <div className="flex h-full flex-col">
          <h2 className="sr-only">Test assistant</h2>
          <Conversation assistant={assistant} />
          <Status assistant={assistant} />
        </div>,
      ),
    )
  },
  theme(name) {
    host.dataset.theme = name
    host.style.setProperty('--sn-link', name === 'dark' ? '#9aacff' : '#3451b2')
  },
}
