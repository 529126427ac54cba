import { parse } from 'smol-toml'

/** `version = 1.10` on a line of its own, perhaps with a comment behind it. */
const number = /^([ \t]*[\w."'-]+[ \t]*=[ \t]*)([+-]?\d[\w.]*)(?=[ \t]*(?:#.*)?$)/gm
/** A line of numbers: `versions = [1.10, 2.0]`. */
const numbers = /^([ \t]*[\w.-]+[ \t]*=[ \t]*\[)([\w.,+ \t-]*)(?=\][ \t]*(?:#.*)?$)/gm
const oneNumber = /^[+-]?\d[\w.]*$/

/**
 * Reads TOML. Numbers that JavaScript would write otherwise are texts, as they are written: `1.10`, `9007199254740993`.
 *
 * @throws TomlError for text that is none
 */
export const readToml = (text: string): Record<string, unknown> =>
  parse(
    text
      .replace(number, (_, name: string, written: string) => name + exact(written))
      .replace(numbers, (_, name: string, list: string) => name + list.split(',').map(exactIn).join(',')),
  )

const exact = (written: string): string => (String(Number(written)) === written ? written : `"${written}"`)

const exactIn = (item: string): string => (oneNumber.test(item.trim()) ? exact(item.trim()) : item)
