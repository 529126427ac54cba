import type { Sidenote } from '@sidenote/widget'

declare global {
  interface Window {
    Sidenote?: Sidenote | unknown[]
    /** What a test's page noted down. */
    noted?: unknown[]
  }
}
