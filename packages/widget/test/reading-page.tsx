import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Assistant } from '../src/chat/assistant.ts'
import { toExchanges } from '../src/chat/conversation.ts'
import { AskProblem } from '../src/chat/problem.ts'
import { englishPage } from '../src/locales/english-page.ts'
import { createFrame } from '../src/page/frame.ts'
import { createSurface } from '../src/page/create-surface.ts'
import { adopt } from '../src/panel/adopt-styles.ts'
import { Conversation } from '../src/panel/conversation.tsx'
import { Status } from '../src/panel/status.tsx'
import styles from '../src/panel/styles.css?inline'
import type { ReadingState } from './reading-state.ts'

// The conversation as the panel has it, given its state by the test instead of by a server.
const { host, root } = createSurface()
document.documentElement.append(host)
const { frame, slot, box, shown } = createFrame(root, englishPage, () => {})
adopt(root, styles)
frame.dataset.side = 'right'
frame.setAttribute('aria-label', 'Test assistant')
host.style.setProperty('--sn-accent', '#3451b2')
host.style.setProperty('--sn-link', '#3451b2')
host.style.setProperty('--sn-font', 'system-ui, sans-serif')
host.style.setProperty('--sn-on-accent', '#fff')
shown(true, false)
box.parentElement?.remove()

const calls: unknown[][] = []
const said =
  (name: string) =>
  (...parameters: unknown[]): void =>
    void calls.push([name, ...parameters])
const noHosts: readonly string[] = []
const mounted = createRoot(slot)

const assistantOf = (state: ReadingState): Assistant => ({
  exchanges: toExchanges(state.messages),
  isBusy: state.isBusy ?? false,
  problem:
    state.problem &&
    new AskProblem(state.problem.kind, state.problem.message ?? '', { retryAfter: state.problem.retryAfter ?? 0 }),
  searching: state.searching,
  resuming: undefined,
  queue: [],
  earlier: [],
  filter: {},
  imageHosts: state.imageHosts ?? noHosts,
  draft: '',
  contexts: [],
  attachments: [],
  attachmentTypes: [],
  page: undefined,
  feedback: {},
  agreed: '',
  ask: said('ask'),
  edit: said('edit'),
  unqueue: said('unqueue'),
  recall: said('recall'),
  removeEarlier: said('removeEarlier'),
  forgetAll: said('forgetAll'),
  stop: said('stop'),
  retry: said('retry'),
  reset: said('reset'),
  forget: async () => said('forget')(),
  agree: said('agree'),
  write: said('write'),
  add: said('add'),
  remove: said('remove'),
  attach: said('attach'),
  detach: said('detach'),
  removePage: said('removePage'),
  rate: async (...parameters) => {
    said('rate')(...parameters)
    return true
  },
})

window.reading = {
  root,
  calls,
  show(state) {
    const assistant = assistantOf(state)
    flushSync(() =>
      mounted.render(
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
