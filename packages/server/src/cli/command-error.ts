/** A command that failed: its message is a sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** The server’s code of the problem. */
  readonly code: string | undefined

  constructor(message: string, { cause, code }: { readonly cause?: unknown; readonly code?: string } = {}) {
    super(message, { cause })
    this.code = code
  }
}

/** A command that was typed wrongly; it exits with 2. */
export class UsageError extends CommandError {}
