import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import type { CommonOptions } from './program-parts.ts'

/** The options of a command that erases or replaces something for good. */
export interface ConfirmedOptions extends CommonOptions {
  readonly yes?: boolean
}

/** Adds the option that answers the question of `confirm`. */
export const withConfirmation = (command: Command): Command =>
  command.option('--yes', 'do it without asking; needed where nobody can be asked, such as in a script')

/**
 * Says what would be lost, and asks for a yes: on a terminal in words, elsewhere by the option `--yes`.
 *
 * @param loss a sentence such as “This permanently deletes the site "acme".”
 * @throws CommandError when the answer is another one, or nobody can be asked
 */
export const confirm = async (loss: string, { yes = false }: ConfirmedOptions): Promise<void> => {
  if (yes) return
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new CommandError(`${loss} Add --yes to do it.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and Ctrl-D are a no.
  const answer = await Promise.race([
    terminal.question(`${loss} Do it? (yes/no) `),
    new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
  ]).finally(() => terminal.close())
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}
