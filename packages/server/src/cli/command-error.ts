/** A command that failed: its message is a sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A command that was typed wrongly; it exits with 2. */
export class UsageError extends CommandError {}
