import { createContext } from 'react'
import type { PanelStore } from '../chat/panel-store.ts'

/** What the hook gets from the provider. */
interface Headless {
  /** Undefined on a server, and until the page has hydrated. */
  readonly store: PanelStore | undefined
  /** Calls a verb of the store, as soon as there is one. */
  run(act: (store: PanelStore) => void): void
}

/** Gives `useSidenote` its conversation. */
export const HeadlessContext = createContext<Headless | undefined>(undefined)
