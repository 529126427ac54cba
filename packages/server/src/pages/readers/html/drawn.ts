import type { Element, ElementContent, Text } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import {
  classesOf,
  element,
  emptyAnchor,
  findElement,
  hasClass,
  innerId,
  isBlank,
  isHeading,
  outermostElements,
  ownId,
  textIn,
} from './elements.ts'
import { isUnseen } from './unseen.ts'

/** What a note says that AsciiDoc or DocBook draws as a table, beginning with its kind: `**Note:** …`. */
export function drawnNote(node: Element): ElementContent[] | undefined {
  const table = hasClass(node, noteClasses) ? onlyTable(node) : undefined
  if (!table) return undefined
  const cells = outermostElements(table, isCell)
  const content = cells.at(-1)
  const kind = cells.slice(0, -1).map(labelOf).findLast(Boolean)
  if (!content || !kind) return undefined
  const label = [element('strong', {}, [{ type: 'text', value: `${kind}:` }]), { type: 'text' as const, value: ' ' }]
  const first = findElement(content, ({ tagName }) => tagName === 'p')
  const beginsWithIt = first && oneLine(textIn(content)).startsWith(oneLine(textIn(first)))
  if (!beginsWithIt) return [...label, ...content.children]
  first.children.unshift(...label)
  return content.children
}

/** The explanations of numbered lines, which Asciidoctor draws as a table beside the numbers. */
export function drawnList(node: Element): ElementContent[] | undefined {
  const table = hasClass(node, 'colist') ? onlyTable(node) : undefined
  if (!table) return undefined
  const rows = outermostElements(table, ({ tagName }) => tagName === 'tr')
  const items = rows.flatMap((row) => outermostElements(row, isCell).at(-1) ?? [])
  return [
    element(
      'ol',
      {},
      items.map(({ children }) => element('li', {}, children)),
    ),
  ]
}

/** The box before an item of a list of tasks, which Asciidoctor draws as an icon. */
export function drawnBox(node: Element): Element | undefined {
  if (!hasClass(node, 'fa')) return undefined
  const isChecked = hasClass(node, 'fa-check-square-o')
  const isBox = isChecked || hasClass(node, 'fa-square-o')
  return isBox ? element('input', { type: 'checkbox', checked: isChecked }, []) : undefined
}

/** The arrow between the names of menus, which Asciidoctor draws as an icon. */
export const drawnArrow = (node: Element): Text | undefined =>
  hasClass(node, 'caret') && hasClass(node, 'fa-angle-right') ? { type: 'text', value: '›' } : undefined

const titleTags = wordSet('code em strong a sub sup span')

/** The title of a block of AsciiDoc, such as the name of a file above its code. */
export const drawnTitle = ({ tagName, properties, children }: Element): Element | undefined => {
  const isTitle = tagName === 'div' && String(properties.className) === 'title' && textIn(children).trim() !== ''
  const isPlain = children.every((child) => child.type === 'text' || titleTags.has(nameOf(child)))
  return isTitle && isPlain ? element('p', {}, [element('strong', {}, children)]) : undefined
}

const nameOf = (node: ElementContent): string => (node.type === 'element' ? node.tagName : '')

const noteClasses = wordSet('admonitionblock note tip important warning caution')

const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th'

/** The table that is all of an element. */
function onlyTable(node: Element): Element | undefined {
  const [only, ...others] = node.children.filter((child) => !isBlank(child))
  return only?.type === 'element' && only.tagName === 'table' && others.length === 0 ? only : undefined
}

/** The word of a cell, or of its icon: `[Note]` is “Note”. */
function labelOf(cell: Element): string {
  const icon = findElement(cell, ({ properties: { alt, title } }) => Boolean(alt ?? title))
  const word = oneLine(textIn(cell)) || String(icon?.properties.alt ?? icon?.properties.title ?? '')
  return word.startsWith('[') && word.endsWith(']') ? word.slice(1, -1) : word
}

/**
 * Makes headings of what is drawn as one: what says so by its role, or by its class on pages without any other heading, and,
 * where pages have several of them, lines in bold that can be linked, or that paragraphs begin with.
 */
export function nameHeadings(content: Element): void {
  const hasHeadings = findElement(content, isHeading) !== undefined
  const lines: { line: Element; id: string | undefined; depth: number; parts: TitledParts }[] = []
  let depth = 1
  let anchor: string | undefined
  const visit = (node: ElementContent): void => {
    if (node.type === 'text' && !isBlank(node)) anchor = undefined
    if (node.type !== 'element' || isUnseen(node, { inHeading: false, inCode: false })) return
    const rank = rankOf(node, hasHeadings)
    const parts = rank === undefined ? titledParts(node) : undefined
    const id = rank !== undefined || parts ? (ownId(node) ?? innerId(node) ?? anchor) : undefined
    if (rank !== undefined) {
      depth = rank
      node.tagName = `h${rank}`
      if (id !== undefined) node.properties.id = id
    } else if (parts && (id !== undefined || !parts.isAlone)) {
      lines.push({ line: node, id, depth: Math.min(6, depth + 1), parts })
    } else if (isHeading(node)) depth = Number(node.tagName.charAt(1))
    else if (emptyAnchor(node) !== undefined) {
      anchor = emptyAnchor(node)
      return
    } else if (node.tagName !== 'pre' && node.tagName !== 'table') {
      node.children.forEach(visit)
      return
    }
    anchor = undefined
  }
  content.children.forEach(visit)
  if (lines.length < fewestLines) return
  for (const { line, id, depth: below, parts } of lines) {
    const heading = element(`h${below}`, id === undefined ? {} : { id }, parts.name.flatMap(withoutBold))
    line.tagName = 'div'
    line.properties = {}
    line.children = [heading, ...(parts.text.length > 0 ? [element('p', {}, parts.text)] : [])]
  }
}

const fewestLines = 3
/** In characters. */
const longestLine = 200

/** The rank of a heading that is none by its tag. */
function rankOf(node: Element, hasHeadings: boolean): number | undefined {
  const { role, ariaLevel } = node.properties
  if (isHeading(node)) return undefined
  if (role === 'heading') return Math.min(6, Math.max(1, Number(ariaLevel) || 2))
  const named = hasHeadings ? undefined : classesOf(node).flatMap((name) => sectionTitle.exec(name) ?? [])
  return named?.length ? Math.min(6, Number(named[1] ?? 1) + 1) : undefined
}

const sectionTitle = /^section-?(\d)?-?(?:title|heading)$/

/** A paragraph that begins with its title. */
interface TitledParts {
  readonly name: ElementContent[]
  /** What stands below it: all of several lines in bold, and the rest of a paragraph. */
  readonly text: ElementContent[]
  /** Is it in bold and hardly anything else? */
  readonly isAlone: boolean
}

/** Of a paragraph without a class that says what it is. */
function titledParts({ tagName, children, properties }: Element): TitledParts | undefined {
  if (tagName !== 'p' || properties.className !== undefined) return undefined
  const at = children.findIndex((child) => !isBlank(child) && !(child.type === 'element' && textIn(child) === ''))
  const first = children[at]
  if (first?.type !== 'element' || !isBold(first) || !/\p{L}/u.test(textIn(first))) return undefined
  const all = oneLine(textIn(children))
  const plain = children.filter((child) => child.type === 'text' || (child.type === 'element' && !isMarked(child)))
  if (all.length <= longestLine && textIn(plain).replace(/\s+/g, '').length <= 0.3 * all.length) {
    const name = firstLine(children)
    return { name, text: oneLine(textIn(name)) === all ? [] : children, isAlone: true }
  }
  const name = oneLine(textIn(first))
  const end = children.findIndex((child, place) => place > at && !isBlank(child))
  const after = children[end]
  const isRunIn = after?.type === 'element' && isBreak(after) && name.length <= longestLine && !/[:：]$/.test(name)
  return isRunIn ? { name: [first], text: children.slice(end + 1), isAlone: false } : undefined
}

const withoutBold = (node: ElementContent): ElementContent[] =>
  node.type === 'element' && isBold(node) ? node.children : [node]

const isBold = ({ tagName }: Element): boolean => tagName === 'b' || tagName === 'strong'
const isMarked = (node: Element): boolean => isBold(node) || node.tagName === 'i' || node.tagName === 'em'

/** What stands before the first break, within its emphasis too. */
function firstLine(nodes: readonly ElementContent[]): ElementContent[] {
  const end = nodes.findIndex((node) => node.type === 'element' && findElement(node, isBreak) !== undefined)
  const last = nodes[end]
  if (last?.type !== 'element') return [...nodes]
  const cut = isBreak(last) ? [] : [{ ...last, children: firstLine(last.children) }]
  return [...nodes.slice(0, end), ...cut]
}

const isBreak = ({ tagName }: Element): boolean => tagName === 'br'
