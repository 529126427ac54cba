import { ConfigError } from '../config.ts'
import { plain, writeJson } from '../terminal-text.ts'
import { CommandError, UsageError } from './command-error.ts'

/** An error for programs, as JSON: the sentence, and the server’s code if it has one. */
export const writeFailure = (error: unknown): string =>
  writeJson({ message: explainFailure(error), code: error instanceof CommandError ? (error.code ?? null) : null })

/** The exit code of a command that failed: 2 when what was typed is wrong, whoever found out. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof UsageError || (error instanceof CommandError && error.code === 'invalid_request') ? 2 : 1

/** Explains an error to the person who typed the command: with its sentence if it’s an expected one, otherwise with its stack. */
export const explainFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ERR_UNKNOWN_BUILTIN_MODULE') {
    return `Sidenote needs Node 22.18 or newer to store anything, and this is Node ${process.versions.node}. "pnpm sidenote" in its repository brings its own.`
  }
  // The system’s own sentence about a file names that file; a stack would hide it.
  const isExpected = error instanceof ConfigError || error instanceof CommandError || 'syscall' in error
  return plain(isExpected ? error.message : (error.stack ?? error.message))
}
