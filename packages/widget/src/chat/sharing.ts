import type { CreatedShare, SharedAnswer } from '@sidenote/contract'
import type { Answer } from './exchange.ts'
import { assistantAddress, keyHeader, post, type Requester } from './server-address.ts'
import { createSlice, type Readable } from './slice.ts'

/** What a reader chooses to share of an answer. */
export interface ShareChoice {
  readonly withQuestion: boolean
  /** For how long the link works. */
  readonly days: number
}

/** A link to an answer. */
export interface Share extends CreatedShare {
  readonly address: string
}

/** What a reader hands over to a person. */
export interface HandOff {
  readonly email: string
  readonly message: string
  readonly withConversation: boolean
}

/** A shared answer that a link leads to. */
export type Shown =
  | { readonly state: 'loading' | 'gone' }
  | {
      readonly state: 'ready'
      readonly question: string | undefined
      readonly answer: Answer
      readonly expiresAt: Date
    }

/** Links to answers, and conversations handed over to people. */
export interface Sharing {
  /** The shared answer that this page's link leads to; undefined if it's no such link, or the reader closed it. */
  readonly shown: Readable<Shown | undefined>
  /** Shows the shared answer that the page's address names, if it names one. */
  open(): void
  /** Closes the shared answer. */
  close(): void
  /** Creates a link to an answer. Throws an `AskProblem` if the server refuses. */
  share(messageId: string, choice: ShareChoice): Promise<Share>
  /** Ends a link. */
  end(id: string): Promise<void>
  /** Sends the conversation of an answer to a person. */
  handOff(messageId: string, handOff: HandOff): Promise<void>
}

/** The parameter of a page's address that names a shared answer. */
const parameter = 'sidenote'

function linkTo(id: string): string {
  const url = new URL(location.href)
  url.hash = ''
  url.searchParams.delete('ask')
  url.searchParams.set(parameter, id)
  return url.href
}

const answerOf = (id: string, { answer, sources }: SharedAnswer): Answer => ({
  id,
  text: answer,
  isWhole: true,
  sources: sources.map(({ number, title, path, url }) => {
    // The server puts page and section into one title.
    const [page = '', ...sections] = (title ?? path).split(' › ')
    const section = sections.join(' › ') || undefined
    return { number, url, path, title: page, section, breadcrumbs: [], snippet: '', version: undefined }
  }),
  suggestions: [],
  choices: [],
  query: undefined,
  details: {},
})

/** What sharing needs of the store. */
interface SharingSettings {
  readonly requester: () => Requester
  readonly fetch: typeof globalThis.fetch
  /** The thread of a message. */
  readonly threadOf: (messageId: string) => string | undefined
  /** Path of the page that the reader is on. */
  readonly currentPath: () => string
}

/** Creates what shares answers and hands conversations over. */
export function createSharing({ requester, fetch, threadOf, currentPath }: SharingSettings): Sharing {
  const shown = createSlice<Shown | undefined>(undefined)
  const send = (operation: string, body: object) => {
    const { options, fp } = requester()
    return post(assistantAddress(options, 'v1', operation), { options, fetch, body: { ...body, fp } })
  }
  const address = (id: string) => assistantAddress(requester().options, 'v1', `shares/${encodeURIComponent(id)}`)
  const load = async (id: string): Promise<Shown> => {
    const response = await fetch(address(id), { credentials: 'omit', headers: keyHeader(requester().options) })
    if (!response.ok) return { state: 'gone' }
    const answer: SharedAnswer = await response.json()
    const question = answer.question ?? undefined
    return { state: 'ready', question, answer: answerOf(id, answer), expiresAt: new Date(answer.expiresAt) }
  }
  return {
    shown,
    open() {
      const id = new URLSearchParams(location.search).get(parameter)
      if (!id) return
      shown.set({ state: 'loading' })
      load(id).then(shown.set, () => shown.set({ state: 'gone' }))
    },
    close() {
      shown.set(undefined)
    },
    async share(messageId, choice) {
      const response = await send('shares', { messageId, threadId: threadOf(messageId), ...choice })
      const share: CreatedShare = await response.json()
      return { ...share, address: linkTo(share.id) }
    },
    async end(id) {
      const { options, fp } = requester()
      const response = await fetch(`${address(id)}?fp=${encodeURIComponent(fp)}`, {
        method: 'DELETE',
        credentials: 'omit',
        headers: keyHeader(options),
      })
      if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    },
    async handOff(messageId, { email, message, withConversation }) {
      const words = message.trim()
      const more = words === '' ? {} : { message: words }
      const threadId = threadOf(messageId)
      await send('hand-off', { threadId, email, withConversation, currentPath: currentPath(), ...more })
    },
  }
}
