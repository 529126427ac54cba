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

// A dollar sign opens a formula only if no space follows and no letter or digit stands before it, and closes one only if no
// digit follows. So prices, such as A$4 and 5$, and shell variables aren't formulas.
const inline = /^\\\(([^\n]+?)\\\)|^\$\$([^$\n]+)\$\$|^\$(?![\s$])((?:\\[^\n]|[^$\\\n])*[^\s$\\])\$(?![\d$\w])/
const display = /^ {0,3}(?:\$\$([^$]+)\$\$|\\\[([\s\S]+?)\\\]) *(?:\n|$)/

const opening = /\$|\\\(/g

/** Where a formula may begin. Looked at here, as the engine takes longer for an expression that looks behind. */
const startOf = (source: string): number | undefined => {
  opening.lastIndex = 0
  for (let found = opening.exec(source); found; found = opening.exec(source))
    if (found[0] !== '$' || !/[\w$]/.test(source.charAt(found.index - 1))) return found.index
  return undefined
}

/** Formulas as `$…$`, `\(…\)`, `$$…$$` and `\[…\]`, in the form that `marked.use` gives the lexer. */
export const mathExtensions: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [(source) => token(display.exec(source), true)],
  startBlock: [(source) => /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(source)?.index],
  inline: [(source) => token(inline.exec(source), false)],
  startInline: [startOf],
}
