import { currentPath } from '../page/page-context.ts'
import { keyHeader, type Requester, startersAddress } from './server-address.ts'
import { createSlice, type Readable } from './slice.ts'

/** Questions to begin with, as the server prepared them for a page. */
export interface PreparedQuestions {
  readonly page: readonly string[]
  readonly popular: readonly string[]
}

/** Undefined until the server has answered; null if it couldn't. */
type State = PreparedQuestions | null | undefined

/** The questions that the server has for the first view. */
export interface Starters {
  readonly state: Readable<State>
  /** Fetches them for the current page, once. */
  prepare(): void
}

/** How long the first view waits for them, in ms. */
const patience = 2_000

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string').slice(0, 3) : []

/** Fetches questions to begin with. An older server has none. */
export function createStarters(settings: {
  readonly requester: () => Requester
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}): Starters {
  const { requester, fetch, signal } = settings
  const state = createSlice<State>(undefined)
  let path: string | undefined
  const load = async (asked: string): Promise<State> => {
    const { options } = requester()
    const response = await fetch(startersAddress(options, asked), {
      credentials: 'omit',
      headers: keyHeader(options),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    if (!response.ok) return null
    const { page, popular } = await response.json()
    return { page: texts(page), popular: texts(popular) }
  }
  return {
    state,
    prepare() {
      const asked = currentPath()
      if (asked === path) return
      path = asked
      load(asked).then(
        (prepared) => asked === path && state.set(prepared),
        () => asked === path && state.set(null),
      )
    },
  }
}
