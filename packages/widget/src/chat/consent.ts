import type { Filter } from '@sidenote/contract'
import type { PageContext } from '../page/page-context.ts'
import { createSlice, type Slice } from './slice.ts'

/** A question as it's asked, before it's prepared. */
export interface AskedQuestion {
  readonly text: string
  readonly contexts: readonly PageContext[]
  /** The reader's choice, if an answer asked back. */
  readonly filter?: Filter | undefined
}

/** What the reader has agreed to, and the question that waits for it. */
interface ConsentState {
  /** The consent text that the reader agreed to. */
  readonly agreed: string
  readonly held: AskedQuestion | undefined
}

/** The owner's consent text, which a reader has to agree to before the first question. */
export interface Consent {
  readonly state: Slice<ConsentState>
  /** Whether the reader has to agree first. If the text changes, that's so again. */
  isNeeded(): boolean
  /** Keeps a question until the reader has agreed. */
  hold(question: AskedQuestion): void
  agree(): void
  decline(): void
}

interface ConsentSettings {
  readonly agreed: string
  /** The owner's text; '' if nothing is needed. */
  text(): string
  ask(question: AskedQuestion): void
  write(draft: string): void
}

/** Creates the consent of a conversation. */
export function createConsent({ agreed, text, ask, write }: ConsentSettings): Consent {
  const state = createSlice<ConsentState>({ agreed, held: undefined })
  return {
    state,
    isNeeded: () => text() !== '' && text() !== state.get().agreed,
    hold: (held) => state.change({ held }),
    agree() {
      const { held } = state.get()
      state.set({ agreed: text(), held: undefined })
      if (held) ask(held)
    },
    decline() {
      const { held } = state.get()
      state.change({ held: undefined })
      if (held) write(held.text)
    },
  }
}
