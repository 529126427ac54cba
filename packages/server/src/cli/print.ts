import { plain, writeJson } from '../terminal-text.ts'

/** Prints what a command has found out: as JSON for programs when that is asked for, else as text, which steers no terminal. */
export const print = (options: { readonly json?: boolean }, json: unknown, text: string): void => {
  process.stdout.write(`${options.json ? writeJson(json) : plain(text)}\n`)
}
