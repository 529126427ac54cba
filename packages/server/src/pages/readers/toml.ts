import { parse } from 'smol-toml'

/** `version = 1.10` on a line of its own, perhaps with a comment behind it. */
const number = /^([ \t]*[\w."'-]+[ \t]*=[ \t]*)([+-]?\d[\d._]*)(?=[ \t]*(?:#.*)?$)/gm

/**
 * Reads TOML. Numbers that JavaScript would write otherwise are texts, as they are written: `1.10`, `9007199254740993`.
 *
 * @throws TomlError for text that is none
 */
export const readToml = (text: string): Record<string, unknown> =>
  parse(
    text.replace(number, (whole, name: string, written: string) =>
      String(Number(written)) === written ? whole : `${name}"${written}"`,
    ),
  )
