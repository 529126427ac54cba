/** Events that the page's code can listen to. None of them says what was asked or by whom. */
export interface SidenoteEvents {
  open: undefined
  close: undefined
  ask: { contexts: number }
  answer: { answered: boolean; sources: number }
  feedback: { helpful: boolean }
  error: { code: string; retryable: boolean; status?: number | undefined }
  /** The reader followed a link to a page of the same site. `preventDefault()` leaves the navigation to the listener. */
  navigate: { url: string; preventDefault(): void }
}
