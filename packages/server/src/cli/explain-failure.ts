import { ConfigError } from '../config.ts'
import { plain } from '../terminal-text.ts'
import { CommandError } from './client.ts'

/** What a command failed with, for the person who typed it: a sentence where one is known, else the stack. */
export const explainFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ERR_UNKNOWN_BUILTIN_MODULE') {
    return `Sidenote needs Node 22.18 or newer to store anything, and this is Node ${process.versions.node}. "pnpm sidenote" in its repository brings its own.`
  }
  // What the system says of a file names it; a stack would hide that.
  const isExpected = error instanceof ConfigError || error instanceof CommandError || 'syscall' in error
  return plain(isExpected ? error.message : (error.stack ?? error.message))
}
