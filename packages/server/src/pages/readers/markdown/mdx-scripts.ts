import { type Options, Parser } from 'acorn'
import jsx from 'acorn-jsx'

const jsxParser = Parser.extend(jsx())

/** What the MDX parser needs of acorn. */
type Scripts = Pick<typeof Parser, 'parse' | 'parseExpressionAt'>

/**
 * Acorn for the expressions of MDX. The MDX parser offers it the text from the opening brace again at each closing brace, to
 * hear whether the expression ends there. A list of a hundred objects was so parsed a hundred times; where brackets are still
 * open, a look at the text is enough.
 */
export const mdxScripts: Scripts = {
  parse: (text, options) => jsxParser.parse(text, options),
  parseExpressionAt: (text: string, position: number, options: Options) => {
    if (isOpen(text, position)) throw endOfText(text)
    return jsxParser.parseExpressionAt(text, position, options)
  },
}

/** Strings of a line, and the signs that open, close, or make a text unsure. */
const signs = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[([{)\]}/`<"']/g

/**
 * Whether brackets are open at the end, as far as that is sure without parsing: in comments, regular expressions, templates,
 * elements and strings without an end they may be no code.
 */
export function isOpen(text: string, position = 0): boolean {
  let depth = 0
  signs.lastIndex = position
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const [sign] = match
    if (sign.length > 1) continue
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else return false
  }
  return depth > 0
}

/** What acorn throws at the end of a text that is not complete. */
const endOfText = (text: string): SyntaxError =>
  Object.assign(new SyntaxError('Unexpected token'), { pos: text.length, raisedAt: text.length })
