import type { Command } from 'commander'
import type { Operation } from './ask-server.ts'
import type { Client, Input } from './client.ts'
import { CommandError } from './command-error.ts'
import type { Watch } from './watch-events.ts'

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The options that every command has. */
export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

/** What a command that talks to the server works with. */
export interface CommandContext {
  /** Address of the server, without a slash at its end. */
  readonly url: string
  readonly client: Client
  readonly watch: Watch
  /** Prints JSON for programs, or the text for people. */
  readonly print: (json: unknown, text: string) => void
  /** Prints a list as CSV, and on standard error how it goes on. */
  readonly printCsv: (operation: Operation, input: Pick<Input, 'params' | 'query'>) => Promise<void>
  /** True with `--json`. */
  readonly json: boolean
}

/** What the files of commands add their commands to, and read their options with. */
export interface ProgramParts {
  readonly program: Command
  /** `sites`, which several files extend. */
  readonly sites: Command
  /** Adds a command with the options of all commands that talk to the server. */
  readonly clientCommand: (parent: Command, usage: string, description: string) => Command
  readonly contextOf: (options: CommonOptions) => CommandContext
  readonly environment: Environment
  /** The environment, with the data folder that an option names. */
  readonly environmentOf: (options: CommonOptions) => Environment
  /** Makes a path absolute, from the folder where the command was typed. */
  readonly absolute: (path: string) => string
}

/** Reads a secret from a variable, because the list of processes shows options. @throws CommandError */
export const secretFrom = (environment: Environment, name: string): string => {
  const value = environment[name]
  if (!value) throw new CommandError(`The environment variable ${name} is not set.`)
  return value
}
