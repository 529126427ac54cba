import type { Element, ElementContent, Root } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import { element, findElement, hasClass, textIn } from './elements.ts'
import { readFragment } from './tree.ts'

/** Around a formula as KaTeX, MathJax, Wikipedia and others draw it, often several times. */
const drawnClasses = wordSet(
  'katex katex-display katex-mathml MathJax MathJax_Display MathJax_SVG MathJax_CHTML mjx-chtml mwe-math-element',
)
const displayClasses = wordSet('katex-display MathJax_Display')
/** What MathJax shows until it has drawn a formula, and what it draws beside its source. */
const besideSource = wordSet('MathJax_Preview MathJax MathJax_Display MathJax_SVG MathJax_CHTML')

/** The element that stands for a formula in a tree that is cleaned: its text is TeX. */
const formula = (tex: string, isBlock: boolean): ElementContent[] => {
  const text = oneLine(withoutStyle(oneLine(tex)))
  return text === '' ? [] : [element('formula', isBlock ? { dataBlock: true } : {}, [{ type: 'text', value: text }])]
}

/** MediaWiki has `{\displaystyle E=mc^{2}}`. */
const withoutStyle = (tex: string): string => {
  const start = '{\\displaystyle '
  return tex.startsWith(start) && tex.endsWith('}') ? tex.slice(start.length, -1).trim() : tex
}

/** Makes one element of each formula in a tree, however it is drawn. What is in code stays. */
export function readFormulas(tree: Root | Element): void {
  const children: ElementContent[] = []
  let next: ElementContent | undefined
  // Behind each drawing of MathJax 2 stands its source.
  const drawings = new Set<unknown>()
  for (const node of tree.children.toReversed()) {
    if (node.type !== 'element') continue
    if (node.tagName === 'mjx-container' || !hasClass(node, besideSource)) next = node
    else if (next && isSourceScript(next)) drawings.add(node)
  }
  for (const node of tree.children) {
    if (node.type === 'text') children.push(...formulasInText(node.value))
    else if (node.type === 'element') {
      if (drawings.has(node)) continue
      const found = drawnFormula(node)
      if (found) children.push(...found)
      else {
        if (!isCode(node)) readFormulas(node)
        children.push(node)
      }
    } else if (node.type === 'comment') children.push(node)
  }
  tree.children = setApart(children)
}

/** Formulas that stand on lines of their own, or side by side, with a blank between them and what is beside them. */
function setApart(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, at): ElementContent[] => {
    const before = nodes[at - 1]
    const isApart =
      before !== undefined &&
      ((isFormula(node) && isFormula(before)) ||
        [node, before].some((each) => isFormula(each) && each.properties.dataBlock))
    return isApart ? [{ type: 'text', value: ' ' }, node] : [node]
  })
}

const isFormula = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'formula'

const codeTags = wordSet('pre code samp script style textarea template')
const isCode = ({ tagName }: Element): boolean => codeTags.has(tagName)

/** `<script type="math/tex; mode=display">` of MathJax 2. */
const isSourceScript = (node: { type: string }): boolean =>
  'tagName' in node && (node as Element).tagName === 'script' && scriptType(node as Element).startsWith('math/tex')

const scriptType = ({ properties }: Element): string => String(properties.type ?? '').toLowerCase()

const isMath = ({ tagName }: Element): boolean => tagName === 'math'

/** What stands for an element that is a formula; undefined for any other one. */
function drawnFormula(node: Element): ElementContent[] | undefined {
  if (isSourceScript(node)) return formula(textIn(node), scriptType(node).includes('mode=display'))
  if (node.tagName === 'img' && hasClass(node, mathImages) && node.properties.alt)
    return formula(withoutDollars(String(node.properties.alt)), false)
  if (!isMath(node) && node.tagName !== 'mjx-container' && !hasClass(node, drawnClasses)) return undefined
  const math = findElement(node, isMath)
  const tex = (math && texOf(math)) ?? texOfDrawing(node) ?? drawnMath(node)
  if (tex === undefined) return undefined
  const isBlock =
    hasClass(node, displayClasses) ||
    findElement(node, (inner) => hasClass(inner, displayClasses)) !== undefined ||
    math?.properties.display === 'block' ||
    ['true', true, ''].includes(node.properties.display as string | boolean)
  return formula(tex, isBlock)
}

/** `$x$` and `\(x\)` without the signs around them. */
const withoutDollars = (tex: string): string =>
  tex.trim().replace(/^(?:\$([^$]+)\$|\$\$([^$]+)\$\$|\\\((.+)\\\)|\\\[(.+)\\\])$/s, '$1$2$3$4')

const mathImages = wordSet('math tex latex mwe-math-fallback-image-inline mwe-math-fallback-image-display')

/** What drawings without MathML say of their source. */
function texOfDrawing(node: Element): string | undefined {
  const named = findElement(node, ({ properties }) => Boolean(properties.dataLatex ?? properties.dataTex))
  const image = findElement(node, ({ tagName, properties }) => tagName === 'img' && Boolean(properties.alt))
  const drawn = findElement(node, ({ properties }) => Boolean(properties.dataMathml))
  const math = drawn && findElement(readFragment(String(drawn.properties.dataMathml)), isMath)
  const labelled = findElement(node, ({ properties }) => Boolean(properties.ariaLabel))
  const said =
    named?.properties.dataLatex ??
    named?.properties.dataTex ??
    image?.properties.alt ??
    (math && texOf(math)) ??
    labelled?.properties.ariaLabel
  return said ? String(said) : undefined
}

/** The TeX that a formula of MathML is made from, or else what it shows. */
function texOf(math: Element): string | undefined {
  const source = findElement(math, ({ tagName, properties }) => tagName === 'annotation' && isTex(properties.encoding))
  const alternative = math.properties.alttext ?? math.properties.altText
  return source ? textIn(source) : alternative ? String(alternative) : writtenMath(math) || undefined
}

/**
 * What MathJax has drawn without any text beside it: its letters stand in the names of classes. Of other drawings nothing tells
 * which letter stands above which.
 */
function drawnMath(node: Element): string | undefined {
  if (node.tagName === 'mjx-container') return writtenMath(asMath(node)) || 'formula'
  return textIn(node).trim() === '' ? undefined : 'formula'
}

/** A drawing of MathJax as the MathML that it is drawn from. */
function asMath(node: Element): Element {
  const { dataC, dataMmlNode, className } = node.properties
  const letter = String(dataC ?? [className].flat().find((name) => /^mjx-c[0-9A-F]{2,6}$/.test(String(name))) ?? '')
  const code = Number.parseInt(letter.replace('mjx-c', ''), 16)
  if (letter !== '' && code <= 0x10ffff)
    return element('letter', {}, [{ type: 'text', value: String.fromCodePoint(code).normalize('NFKC') }])
  const parts = node.children.filter((child) => child.type === 'element').map(asMath)
  const name = String(dataMmlNode ?? node.tagName.replace('mjx-', ''))
  if (name !== 'mfrac') return element(/^(?:c|g|use|path)$/.test(name) ? 'mi' : name, {}, parts)
  const [above, below] = ['num', 'den'].map((part) =>
    findElement(element('mfrac', {}, parts), ({ tagName }) => tagName === part),
  )
  return element('mfrac', {}, above && below ? [above, below] : parts)
}

const isTex = (encoding: unknown): boolean => {
  const name = String(encoding).toLowerCase()
  return name.includes('tex') || name.includes('latex')
}

/** MathML on one line: `10^6`, `(a + b)/2`, `√(x)`. */
function writtenMath(node: ElementContent): string {
  if (node.type === 'text') return oneLine(node.value)
  if (node.type !== 'element') return ''
  const parts = node.children
    .filter((child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''))
    .map(writtenMath)
  const [first = '', second = '', third = ''] = parts
  switch (node.tagName) {
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'mover':
      return accents.has(second) ? withAccent(first, second) : `${grouped(first)}^${grouped(second)}`
    case 'mmultiscripts':
      return multiscripts(node)
    case 'msup':
      return `${grouped(first)}^${grouped(second)}`
    case 'msub':
    case 'munder':
      return `${grouped(first)}_${grouped(second)}`
    case 'msubsup':
    case 'munderover':
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`
    case 'msqrt':
      return `√(${parts.join(' ')})`
    case 'mroot':
      return `√[${second}](${first})`
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = node.properties
      return `${open}${parts.join(`${separators} `)}${close}`
    }
    case 'mtr':
      return `${parts.join(', ')};`
    case 'mo':
      return parts.join('')
    case 'mi':
    case 'mn':
    case 'mtext':
    case 'ms':
    case 'letter':
      return parts.join('')
    default:
      return parts.filter((part) => part !== '' && !invisible.has(part)).join(' ')
  }
}

/** Signs above a letter, and those that Unicode joins with it. */
const accents = new Map([
  ...[...'¯‾ˉ'].map((sign) => [sign, '\u0304'] as const),
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['→', '\u20d7'],
  ['⃗', '\u20d7'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
])

const withAccent = (text: string, sign: string): string =>
  [...text].length === 1 ? `${text}${accents.get(sign)}`.normalize('NFC') : `${grouped(text)}^(${sign})`

/** What stands around a letter on all sides, as the numbers of an isotope do: `^14_6C`. */
function multiscripts({ children }: Element): string {
  const parts = children.filter((child) => child.type === 'element')
  const at = parts.findIndex(({ tagName }) => tagName === 'mprescripts')
  const end = at < 0 ? parts.length : at
  const scripts = (of: readonly Element[]) =>
    of
      .map((part, place) => {
        const written = writtenMath(part)
        return written === '' ? '' : `${place % 2 === 0 ? '_' : '^'}${grouped(written)}`
      })
      .join('')
  const [base] = parts
  return `${scripts(parts.slice(end + 1))}${base ? grouped(writtenMath(base)) : ''}${scripts(parts.slice(1, end))}`
}

/** The signs of applying a function, and of multiplying without a sign. */
const invisible = new Set(['\u2061', '\u2062', '\u2063', '\u2064'])

const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

const delimiters = [
  { start: '\\(', end: '\\)', isBlock: false },
  { start: '\\[', end: '\\]', isBlock: true },
  { start: '\\$', end: '\\$', isBlock: false },
]

/** Text in which formulas stand as a script in the browser finds them: `\(x^2\)`, `\[x^2\]`, and `\$x^2\$` of AsciiDoc. */
function formulasInText(text: string): ElementContent[] {
  const nodes: ElementContent[] = []
  const lastEnds = new Map(delimiters.map(({ end }) => [end, text.lastIndexOf(end)]))
  let done = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    const kind = delimiters.find(({ start }) => text.startsWith(start, at))
    if (!kind || at + 2 > (lastEnds.get(kind.end) ?? -1)) continue
    const end = text.indexOf(kind.end, at + 2)
    const tex = text.slice(at + 2, end)
    // “From \\$5 up to \\$9” is no formula.
    const found = kind.start === '\\$' && tex.trim() !== tex ? [] : formula(tex, kind.isBlock)
    if (found.length === 0) continue
    if (at > done) nodes.push({ type: 'text', value: text.slice(done, at) })
    nodes.push(...found)
    done = end + 2
    at = end + 1
  }
  if (done < text.length || nodes.length === 0) nodes.push({ type: 'text', value: text.slice(done) })
  return nodes
}
