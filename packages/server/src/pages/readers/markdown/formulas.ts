/** Stands before the TeX of a formula in a span of code, as which Markdown leaves it alone. */
const mask = '\uE010'
const blockMask = '\uE011'
/** In characters. */
const longestFormula = 1_000

/**
 * A line in which formulas (`$E = mc^2$`, `$$x$$`) have become spans of code that say so, so that nothing in them is read as
 * Markdown. As Pandoc has it, no blank stands behind the first sign or before the last, and no digit behind that: prices and
 * variables of shells are no formulas.
 *
 * @param endOfCode Where a span of code ends that begins at a place.
 */
export function withMaskedFormulas(
  line: string,
  mdx: boolean,
  endOfCode: (line: string, at: number) => number,
): string {
  if (!line.includes('$') && (mdx || !/\\[([]/.test(line))) return line
  let masked = ''
  let done = 0
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    const drawn = sign === '\\' && !mdx ? delimitedFormula(line, at) : undefined
    if (drawn) {
      masked += line.slice(done, at) + maskFormula(drawn.tex, drawn.isBlock ? blockMask : mask)
      done = drawn.end
      at = drawn.end - 1
    } else if (sign === '\\') at++
    else if (sign === '`') at = endOfCode(line, at) - 1
    else if (sign === '<' && /[A-Za-z]/.test(line.charAt(at + 1))) at = endOfTag(line, at)
    else if (line.startsWith('$`', at) && line.indexOf('`$', at + 2) > 0) {
      // As GitLab and GitHub have them.
      const end = line.indexOf('`$', at + 2)
      masked += line.slice(done, at) + maskFormula(line.slice(at + 2, end))
      done = end + 2
      at = end + 1
    } else if (sign === '$') {
      const signs = line.startsWith('$$', at) ? '$$' : '$'
      const end = formulaEnd(line, at, { signs, mdx })
      if (end === undefined) {
        at += signs.length - 1
        continue
      }
      const tex = line.slice(at + signs.length, end - signs.length)
      masked += line.slice(done, at) + maskFormula(tex, signs === '$' ? mask : blockMask)
      done = end
      at = end - 1
    }
  }
  return masked + line.slice(done)
}

/** `\(x^2\)` and `\[x^2\]`, also with each sign twice, as Markdown needs it that knows nothing of formulas. */
function delimitedFormula(line: string, at: number): { tex: string; isBlock: boolean; end: number } | undefined {
  const mark = ['\\\\(', '\\\\[', '\\(', '\\['].find((each) => line.startsWith(each, at))
  if (mark === undefined) return undefined
  const isBlock = mark.endsWith('[')
  const closing = `${mark.slice(0, -1)}${isBlock ? ']' : ')'}`
  const from = at + mark.length
  const end = line.indexOf(closing, from)
  if (end < 0 || end - from > longestFormula) return undefined
  const tex = line.slice(from, end).trim()
  const isMeant = mark.startsWith('\\\\') || (looksLikeTex.test(tex) && !/(?<![\\\p{L}])\p{L}{3}/u.test(tex))
  return isMeant && tex !== '' && !tex.includes('`') ? { tex, isBlock, end: end + closing.length } : undefined
}

/** Brackets may be escaped for another reason, around words. */
const looksLikeTex = /\\[a-z]{2}|[\^_*=<>+]/i

/** A line that begins a formula of several lines, which stands alone or in a quote. */
const blockOpening = /^([ \t]*(?:>[ \t]?)*)(\$\$|\\\\\[|\\\[|\\begin\{([a-z]{1,20}\*?)\})(.*)$/
/** The environments of formulas, which MathJax draws without any other mark. */
const environments = new Set('equation align gather multline eqnarray alignat flalign'.split(' '))
/** In lines. */
const longestBlock = 100

/**
 * A formula of several lines: `\begin{align}` to `\end{align}`, `\[` to `\]`, and `$$` to `$$` where more stands in its first
 * line, or it stands in a quote.
 *
 * @returns the span that stands for it, what begins each of its lines, and how many it has
 */
export function formulaBlock(
  lines: readonly string[],
  start: number,
): { readonly shown: string; readonly prefix: string; readonly count: number } | undefined {
  const [match, prefix = '', mark = '', environment, rest = ''] = blockOpening.exec(lines[start] ?? '') ?? []
  if (match === undefined || (environment !== undefined && !environments.has(environment.replace('*', ''))))
    return undefined
  const isBracket = mark.endsWith('[')
  if (
    isBracket
      ? rest.trim() !== ''
      : mark === '$$' && (rest.includes('$') || (rest.trim() === '' && !prefix.includes('>')))
  )
    return undefined
  const closing = environment === undefined ? mark.replace('[', ']') : `\\end{${environment}}`
  const tex = [rest]
  for (let at = start + 1; at < Math.min(lines.length, start + longestBlock); at++) {
    const line = lines[at] ?? ''
    if (!line.startsWith(prefix.trimEnd()) || (line.trim() === '' && mark !== '$$' && environment === undefined))
      return undefined
    const said = line.slice(prefix.length)
    const end = said.indexOf(closing)
    if (end < 0) {
      tex.push(said)
      continue
    }
    if (isBracket && said.trim() !== closing) return undefined
    tex.push(said.slice(0, end))
    const inner = tex.map((each) => each.trim()).join(' ')
    const whole = (environment === undefined ? inner : `${mark}${inner}${closing}`).trim()
    const isMeant = whole !== '' && whole.length <= longestFormula && !whole.includes('`')
    return isMeant ? { shown: prefix + maskFormula(whole, blockMask), prefix, count: at - start + 1 } : undefined
  }
  return undefined
}

/** A line of `$$` that ends a formula, with the label that Quarto or MyST give it. */
export const endsFormula = (line: string): boolean => /^\s*\$\$(?:[ \t]*(?:\{[^{}]*\}|\([^()]*\)))?\s*$/.test(line)

/** A formula as the span of code that stands for it. */
export const maskFormula = (tex: string, sign = mask): string => {
  const fence = tex.includes('`') ? '``' : '`'
  return `${fence}${sign}${tex.trim()} ${fence}`
}

/** Attributes of tags have no formulas. */
const endOfTag = (line: string, start: number): number => {
  const end = line.indexOf('>', start)
  return end < 0 ? start : end
}

/** Where the formula ends that begins at a dollar sign; undefined when none does. */
function formulaEnd(
  line: string,
  start: number,
  { signs, mdx }: { signs: '$' | '$$'; mdx: boolean },
): number | undefined {
  const from = start + signs.length
  const first = line.charAt(from)
  const isSingle = signs === '$'
  if (first === '' || first === '$' || (mdx && first === '{')) return undefined
  if (isSingle && (/\s/.test(first) || /[\p{L}\p{N}]/u.test(line.charAt(start - 1)))) return undefined
  for (let at = from; at < Math.min(line.length, from + longestFormula); at++) {
    const sign = line.charAt(at)
    if (sign === '\\') at++
    else if (sign === '`') return undefined
    else if (line.startsWith(signs, at)) {
      const end = at + signs.length
      if (!isSingle) return line.slice(from, at).trim() === '' ? undefined : end
      return /\s/.test(line.charAt(at - 1)) || /[\p{L}\p{N}_${]/u.test(line.charAt(end)) ? undefined : end
    }
  }
  return undefined
}

/** Makes formulas of the spans of code that stand for them below a node; what else has got such a span is as it was written. */
export function showFormulas(node: object): void {
  const fields = node as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') {
      if (isMasked(value)) fields[name] = unmasked(value)
    } else if (typeof value !== 'object' || value === null) continue
    else if (isFormula(value)) {
      const isBlock = value.value.startsWith(blockMask)
      Object.assign(value, { type: 'inlineMath', value: value.value.slice(1).trim(), ...(isBlock && { isBlock }) })
    } else showFormulas(value)
  }
}

const isFormula = (node: object): node is { type: string; value: string } =>
  'type' in node &&
  node.type === 'inlineCode' &&
  'value' in node &&
  typeof node.value === 'string' &&
  (node.value.startsWith(mask) || node.value.startsWith(blockMask))

/** Whether formulas have been masked in a text. */
export const isMasked = (text: string): boolean => text.includes(mask) || text.includes(blockMask)

/** A text with its formulas as they were written. */
export const unmasked = (text: string): string =>
  isMasked(text)
    ? text.replace(maskedFormula, (_, _fence, sign: string, tex: string) => (sign === mask ? `$${tex}$` : `$$${tex}$$`))
    : text

const maskedFormula = /(`{1,2})([\uE010\uE011])([^\n]{0,1000}?) \1/g
