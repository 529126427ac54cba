import type { BlockContent, Code, Heading, List, ListItem, Nodes, Paragraph, PhrasingContent, Table } from 'mdast'
import { proseText } from './page-text.ts'

/** A part of a section. */
export interface Passage {
  /** What its first line calls it, as terms and questions in bold do. */
  name?: PhrasingContent[] | undefined
  blocks: BlockContent[]
}

/** What cannot be cut well any further. */
interface Piece extends Passage {
  /** The list or table that it is a part of. */
  of?: List | Table
}

/** In characters of text: of longer ones a model is sent the beginning only. */
const longestSection = 8_000
/** How long the parts are that nothing names. */
const longestPart = 3_000
const longestName = 100
/** Characters that named parts have to have on average. */
const longEntry = 100

/**
 * Cuts what stands under one heading at the questions that it answers, and, when it is longer than a model is sent, at the
 * terms, bold lines and headlines that name what follows, where much is said of each, and else between paragraphs, items, rows
 * and lines.
 */
export function cutSection(blocks: readonly BlockContent[]): Passage[] {
  const length = lengthOf(blocks)
  if (length <= longestSection) return cutQuestions(blocks)
  const pieces = blocks.flatMap((block) => piecesOf(block, true))
  const named = pieces.filter(({ name }) => name).length
  const mayName = named > 1 && length >= longEntry * named
  return gather(mayName ? pieces : blocks.flatMap((block) => piecesOf(block, false)))
}

/** As lists of frequently asked questions have them: `**How do I …?**` or `Q: How do I …?`, and the answer below. */
function cutQuestions(blocks: readonly BlockContent[]): Passage[] {
  const passages: Passage[] = [{ blocks: [] }]
  for (const block of blocks) {
    const name = questionOf(block)
    if (name) passages.push({ name, blocks: [] })
    else passages.at(-1)?.blocks.push(block)
  }
  const [first, ...questions] = passages
  if (questions.length < fewestQuestions) return [{ blocks: [...blocks] }]
  return first && first.blocks.length > 0 ? passages : questions
}

const fewestQuestions = 3

function questionOf(block: BlockContent): PhrasingContent[] | undefined {
  if (block.type !== 'paragraph' || lengthOf([block]) > longestQuestion) return undefined
  const [first, ...others] = block.children
  const isAlone = others.length === 0 && /[?？]$/.test(proseText([block]).trim())
  if (first?.type === 'strong' && isAlone) return first.children
  if (first?.type !== 'text' || !questionSign.test(first.value)) return undefined
  return [{ type: 'text', value: first.value.replace(questionSign, '') }, ...others]
}

/** In characters. */
const longestQuestion = 200
const questionSign = /^Q(?:uestion)? ?\d{0,3} ?[:.)] /

/** Puts pieces together, up to the length of a part, and never across a name. */
function gather(pieces: readonly Piece[]): Passage[] {
  const passages: Passage[] = []
  let length = 0
  let last: Piece | undefined
  for (const piece of pieces) {
    const added = lengthOf(piece.blocks)
    const current = passages.at(-1)
    if (!current || piece.name || (length > 0 && length + added > longestPart)) {
      passages.push({ name: piece.name ?? current?.name, blocks: [...piece.blocks] })
      length = added
    } else {
      const before = current.blocks.at(-1)
      const [block] = piece.blocks
      if (before && block && piece.of && piece.of === last?.of) current.blocks.splice(-1, 1, joined(before, block))
      else for (const each of piece.blocks) current.blocks.push(each)
      length += added
    }
    last = piece
  }
  return passages
}

/** Two parts of one list or table. */
function joined(one: BlockContent, other: BlockContent): BlockContent {
  if (one.type === 'list' && other.type === 'list') return { ...one, children: [...one.children, ...other.children] }
  if (one.type === 'table' && other.type === 'table')
    return { ...one, children: [...one.children, ...other.children.slice(1)] }
  return one
}

function piecesOf(block: BlockContent, mayName: boolean): Piece[] {
  const isLong = lengthOf([block]) > longestPart
  switch (block.type) {
    case 'list':
      return isLong || (mayName && block.children.some((item) => nameOfItem(block, item)))
        ? block.children.flatMap((item, at) => itemPieces(block, item, at, mayName))
        : [{ blocks: [block] }]
    case 'table': {
      const headline = mayName ? headlineOf(block) : undefined
      if (headline) return [{ name: headline, blocks: [block] }]
      const [head, ...rows] = block.children
      if (!isLong || !head) return [{ blocks: [block] }]
      return rows.map((row) => ({ blocks: [{ ...block, children: [head, row] }], of: block }))
    }
    case 'paragraph': {
      const question = mayName ? questionOf(block) : undefined
      if (question) return [{ name: question, blocks: [] }]
      const [only, ...others] = block.children
      if (mayName && only?.type === 'strong' && others.length === 0 && isName(only))
        return [{ name: only.children, blocks: [] }]
      return isLong ? cutParagraph(block).map((part) => ({ blocks: [part] })) : [{ blocks: [block] }]
    }
    case 'code':
      // An example is of use as a whole; text that is laid out by hand, as manual pages are, names no language.
      return isLong && !block.lang ? cutCode(block).map((part) => ({ blocks: [part] })) : [{ blocks: [block] }]
    case 'blockquote':
      return isLong
        ? block.children.filter(isBlock).flatMap((child) => piecesOf(child, mayName))
        : [{ blocks: [block] }]
    default:
      return [{ blocks: [block] }]
  }
}

const isBlock = (node: { type: string }): node is BlockContent => node.type !== 'definition'

function itemPieces(list: List, item: ListItem, at: number, mayName: boolean): Piece[] {
  const name = mayName ? nameOfItem(list, item) : undefined
  const [first, ...rest] = item.children.filter(isBlock)
  const isTerm = name && first?.type === 'paragraph' && first.children === name
  if (isTerm || (first && rest.length > 0 && lengthOf([item]) > longestPart)) {
    const [start, ...others] = rest.flatMap((child) => piecesOf(child, false))
    if (isTerm) return start ? [{ ...start, name }, ...others] : []
    return [...itemPieces(list, { ...item, children: [first] }, at, mayName), ...(start ? [start] : []), ...others]
  }
  const part: List = { ...list, ...(list.ordered && { start: (list.start ?? 1) + at }), children: [item] }
  if (!first || lengthOf([item]) <= longestPart) return [{ name, blocks: [part], of: list }]
  return piecesOf(first, false).map((piece, place) => (place === 0 ? { ...piece, name } : piece))
}

/** What an item calls what it is about: a term of its own, or how it begins. Steps are not told apart. */
function nameOfItem({ ordered }: List, { children: [first, ...rest] }: ListItem): PhrasingContent[] | undefined {
  if (ordered || first?.type !== 'paragraph') return undefined
  if (rest.some(({ type }) => type === 'paragraph') && isName(first)) return first.children
  const [lead, next] = first.children
  if (!lead || !isMarked(lead) || !isName(lead)) return undefined
  return next?.type === 'text' && /^\s*[:—–(?,-]/.test(next.value) ? [lead] : undefined
}

const isMarked = (node: Nodes): boolean =>
  node.type === 'inlineCode' || node.type === 'strong' || (node.type === 'link' && node.children.every(isMarked))

const isName = (node: Nodes): boolean => {
  const { length } = proseText([node])
  return length > 0 && length <= longestName
}

/** A table of a single row is a headline, when it has no other. */
function headlineOf({ children: [head, row, ...others] }: Table): PhrasingContent[] | undefined {
  const [cell] = row?.children ?? []
  return head && cell && others.length === 0 && proseText([head]) === '' && isName(cell) ? cell.children : undefined
}

/** Cuts between sentences, and where there are none, at blanks. */
function cutParagraph(paragraph: Paragraph): Paragraph[] {
  const parts: PhrasingContent[][] = [[]]
  let length = 0
  const phrases = paragraph.children.flatMap((node): PhrasingContent[] =>
    node.type === 'text' && node.value.length > longestPart / 10
      ? sentencesOf(node.value).map((value) => ({ type: 'text', value }))
      : [node],
  )
  for (const phrase of phrases) {
    const added = lengthOf([phrase])
    if (length > 0 && length + added > longestPart) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(phrase)
    length += added
  }
  return parts.map((children) => ({ type: 'paragraph', children }))
}

const sentencesOf = (text: string): string[] =>
  text.match(/[\s\S]{1,1000}?(?:[.!?]\s+|[。！？]|$)|[\s\S]{1,999}(?:\s|$)|[\s\S]{1,1000}/g) ?? []

/** Cuts between lines: after an empty one that is followed by a line that is indented least, if there is one. */
function cutCode(code: Code): Code[] {
  const lines = code.value.split('\n').flatMap((line) => line.match(longestLine) ?? [line])
  const parts: string[] = []
  for (let start = 0; start < lines.length; ) {
    let end = start
    for (let length = 0; end < lines.length && (end === start || length <= longestPart); end++)
      length += (lines[end]?.length ?? 0) + 1
    const cut = end < lines.length ? bestCut(lines, start, end) : end
    parts.push(
      lines
        .slice(start, cut)
        .join('\n')
        .replace(/(?<!\n)\n+$/, ''),
    )
    start = cut
  }
  return parts.map((value) => ({ ...code, value }))
}

const longestLine = new RegExp(`.{1,${longestPart}}`, 'g')

function bestCut(lines: readonly string[], start: number, end: number): number {
  let best = end
  let least = Number.POSITIVE_INFINITY
  for (let at = end; at > start + (end - start) / 4; at--) {
    const line = lines[at] ?? ''
    if (lines[at - 1]?.trim() !== '' || line.trim() === '') continue
    const indent = line.length - line.trimStart().length
    if (indent >= least) continue
    least = indent
    best = at
  }
  return best
}

function lengthOf(nodes: readonly Nodes[]): number {
  let length = 0
  for (const node of nodes) {
    if ('value' in node) length += node.value.length
    else if ('children' in node) length += lengthOf(node.children)
  }
  return length
}

/** The heading of a passage that has a name, one below that of its section. */
export const passageHeading = (name: PhrasingContent[], above: number): Heading => ({
  type: 'heading',
  depth: above < 2 ? 2 : above < 3 ? 3 : above < 4 ? 4 : above < 5 ? 5 : 6,
  children: name,
})
