import type { MarkedOptions, Tokens } from 'marked'

/** A formula in TeX, as the lexer gives it. */
export interface MathToken extends Tokens.Generic {
  readonly type: 'math'
  readonly text: string
  readonly isDisplay: boolean
}

const token = (found: RegExpExecArray | null, isDisplay: boolean): MathToken | undefined => {
  const text = found?.slice(1).find(Boolean)?.trim()
  return found && text ? { type: 'math', raw: found[0], text, isDisplay } : undefined
}

// A dollar sign opens a formula only before a letter that follows it at once, and closes one only where no digit follows:
// prices and shell variables are left alone.
const inline = /^\\\(([^\n]+?)\\\)|^\$\$([^$\n]+)\$\$|^\$(?![\s$])((?:\\[^\n]|[^$\\\n])*[^\s$\\])\$(?![\d$\w])/
const display = /^ {0,3}(?:\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]) *(?:\n|$)/

/** Formulas as `$…$`, `\(…\)`, `$$…$$` and `\[…\]`, in the form that the lexer has them in after `marked.use`. */
export const mathExtensions: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [(source) => token(display.exec(source), true)],
  startBlock: [(source) => /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(source)?.index],
  inline: [(source) => token(inline.exec(source), false)],
  startInline: [(source) => /\$|\\\(/.exec(source)?.index],
}
