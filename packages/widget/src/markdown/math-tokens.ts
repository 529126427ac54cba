import type { MarkedOptions, Tokens } from 'marked'

/** A formula in TeX, as the lexer gives it. */
export interface MathToken extends Tokens.Generic {
  readonly type: 'math'
  readonly text: string
  readonly isDisplay: boolean
}

const token = (match: RegExpExecArray | null, isDisplay: boolean): MathToken | undefined => {
  const text = match?.slice(1).find(Boolean)?.trim()
  return match && text ? { type: 'math', raw: match[0], text, isDisplay } : undefined
}

// A dollar sign opens a formula only if no space follows, and closes one only if no digit follows. So prices and shell
// variables aren't formulas.
const inline = /^\\\(([^\n]+?)\\\)|^\$\$([^$\n]+)\$\$|^\$(?![\s$])((?:\\[^\n]|[^$\\\n])*[^\s$\\])\$(?![\d$\w])/
const display = /^ {0,3}(?:\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]) *(?:\n|$)/

/** Formulas as `$…$`, `\(…\)`, `$$…$$` and `\[…\]`, in the form that `marked.use` gives the lexer. */
export const mathExtensions: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [(source) => token(display.exec(source), true)],
  startBlock: [(source) => /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(source)?.index],
  inline: [(source) => token(inline.exec(source), false)],
  startInline: [(source) => /\$|\\\(/.exec(source)?.index],
}
