import { plain, writeJson } from '../terminal-text.ts'

/** Prints a result: as JSON for programs with `--json`, otherwise as text that can’t steer a terminal. */
export const print = (options: { readonly json?: boolean }, json: unknown, text: string): void => {
  process.stdout.write(`${options.json ? writeJson(json) : plain(text)}\n`)
}
