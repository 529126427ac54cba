import type { Sidenote } from '@sidenote/widget'

declare global {
  interface Window {
    /** Tests reach for it only once it is there. */
    Sidenote: Sidenote
    /** What a test's page noted down. */
    noted?: unknown[]
  }
}
