import { styleText } from 'node:util'
import { plain, writeJson } from '../terminal-text.ts'

/** Prints a result: as JSON for programs with `--json`, otherwise as text that can’t steer a terminal. */
export const print = (options: { readonly json?: boolean }, json: unknown, text: string): void => {
  process.stdout.write(`${options.json ? writeJson(json) : plain(text)}\n`)
}

type Colour = 'green' | 'yellow' | 'red'

/** A line in a colour, where the output is a terminal that has them; it can’t steer the terminal in any other way. */
export const colourLine = (colour: Colour, line: string): string =>
  styleText(colour, plain(line), { stream: process.stdout })
