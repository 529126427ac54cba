import type { Element } from 'hast'
import { wordSet } from '../word-set.ts'
import { classesOf, findElement, findElements, hasClass, textIn } from './elements.ts'

const named = /^(?:language|lang|highlight-source|highlight|brush)[-:]\s*([\w+#.-]+)$/
/** Classes beside which generators write the language alone: `<pre class="sourceCode bash">`. */
const beside = wordSet('sourceCode hljs src rust')
const bare = /^[a-z][\w+#]*$/
/** Languages that TypeDoc and others name by the only class of the code. */
const common = wordSet(
  'ts tsx js jsx typescript javascript json sh bash shell html css scss python rust go java kotlin ruby php c cpp csharp swift yaml toml sql xml diff graphql',
)
/** What generators write there that is no language. */
const noLanguage = wordSet(
  'text txt plain plaintext plain-text default none nohighlight no-highlight notranslate auto linenos lines wrapper container block code example highlight hljs sourcecode src literal',
)
/** What the lexers of Sphinx and others are called in Markdown. */
const languages: Readonly<Record<string, string>> = {
  python3: 'python',
  py3: 'python',
  ipython3: 'python',
  ipython: 'python',
  pycon3: 'pycon',
}

const numberedTables = wordSet('highlighttable lntable rouge-table codehilitetable hljs-ln')
const lineNumbers = wordSet('linenos gutter rouge-gutter')

/** The language that an element names as that of the code in it. */
export function languageOf(element: Element): string | undefined {
  const { properties } = element
  const classes = classesOf(element)
  // Documentation of Ruby has `<pre class="code ruby">`.
  const isBeside = classes.some((name) => beside.has(name) || (element.tagName === 'pre' && name === 'code'))
  const isCode = element.tagName === 'code'
  const alone = classes.filter((name) => (isBeside && bare.test(name)) || (isCode && common.has(name)))
  const names = [
    properties.dataLanguage,
    properties.dataLang,
    ...classes.map((name) => named.exec(name)?.[1]),
    ...alone,
  ]
  const found = names.map((name) => String(name ?? '').toLowerCase()).find((name) => name && !noLanguage.has(name))
  return found === undefined ? undefined : (languages[found] ?? found)
}

/** The code of a table that holds nothing but lines of code and their numbers. */
export function codeTable(table: Element): Element | undefined {
  if (table.tagName !== 'table') return undefined
  const isNumbered =
    hasClass(table, numberedTables) ||
    findElement(table, (node) => node.tagName === 'td' && hasClass(node, lineNumbers)) !== undefined ||
    holdsNumbers(table)
  return isNumbered ? lastCode(table) : undefined
}

/** Whether the first of two blocks of code holds nothing but the numbers of the lines in the second. */
function holdsNumbers(table: Element): boolean {
  const [first, second, ...others] = findElements(table, ({ tagName }) => tagName === 'pre')
  if (!first || !second || others.length > 0) return false
  const numbers = textIn(first).trim().split(/\s+/)
  const [from] = numbers
  const isCounted = /^\d{1,7}$/.test(from ?? '') && numbers.every((number, at) => Number(number) === Number(from) + at)
  return isCounted && numbers.length === textIn(second).trimEnd().split('\n').length
}

/** What a line of code that was added or taken away begins with, where only its colour says so. */
export function changeOfLine(node: Element): string | undefined {
  if (!hasClass(node, lines)) return undefined
  if (hasClass(node, added)) return '+ '
  return hasClass(node, removed) ? '- ' : undefined
}

const lines = wordSet('line ec-line token-line code-line view-line')
const added = wordSet('add added ins inserted diff-add diff-added')
const removed = wordSet('remove removed del deleted diff-remove diff-removed')

/** The code that Doxygen writes as a block for each line. */
export function fragmentCode(node: Element): Element | undefined {
  if (node.tagName !== 'div' || !hasClass(node, 'fragment')) return undefined
  const lines = node.children.filter((child) => child.type === 'element')
  if (lines.length === 0 || !lines.every((line) => line.tagName === 'div')) return undefined
  return { ...node, tagName: 'pre', children: lines }
}

/** Numbers stand before the code. */
function lastCode(element: Element): Element | undefined {
  if (element.tagName === 'pre') return element
  for (const child of element.children.toReversed()) {
    const found = child.type === 'element' ? lastCode(child) : undefined
    if (found) return found
  }
  return undefined
}
