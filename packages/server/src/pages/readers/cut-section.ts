import type {
  Block,
  CodeBlock,
  HeadingBlock,
  Inline,
  ListBlock,
  ListItem,
  ParagraphBlock,
  TableBlock,
} from '../block.ts'
import { blocksLength, inlineLength, lengthOf, textOf } from '../block-text.ts'
import { headingDepth } from '../heading-depth.ts'

/** A part of a section. */
export interface Passage {
  /** What its first line calls it, as terms and questions in bold do. */
  name?: readonly Inline[] | undefined
  blocks: Block[]
}

/** What cannot be cut well any further. */
interface Piece extends Passage {
  /** The list or table that it is a part of. */
  of?: ListBlock | TableBlock
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
export function cutSection(blocks: readonly Block[]): Passage[] {
  const length = blocksLength(blocks)
  if (length <= longestSection) return cutQuestions(blocks)
  const pieces = blocks.flatMap((block) => piecesOf(block, true))
  const named = pieces.filter(({ name }) => name).length
  const mayName = named > 1 && length >= longEntry * named
  return gather(mayName ? pieces : blocks.flatMap((block) => piecesOf(block, false)))
}

/** As lists of frequently asked questions have them: `**How do I …?**` or `Q: How do I …?`, and the answer below. */
function cutQuestions(blocks: readonly Block[]): Passage[] {
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

function questionOf(block: Block): readonly Inline[] | undefined {
  if (block.type !== 'paragraph' || lengthOf(block) > longestQuestion) return undefined
  const [first, ...others] = block.children
  if (typeof first === 'string') {
    return questionSign.test(first) ? [first.replace(questionSign, ''), ...others] : undefined
  }
  const isAlone = others.length === 0 && /[?？]$/.test(textOf(block.children).trim())
  return first?.type === 'strong' && isAlone ? first.children : undefined
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
    const added = blocksLength(piece.blocks)
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
function joined(one: Block, other: Block): Block {
  if (one.type === 'list' && other.type === 'list') return { ...one, items: [...one.items, ...other.items] }
  if (one.type === 'table' && other.type === 'table') return { ...one, rows: [...one.rows, ...other.rows] }
  return one
}

function piecesOf(block: Block, mayName: boolean): Piece[] {
  const isLong = lengthOf(block) > longestPart
  switch (block.type) {
    case 'list':
      return isLong || (mayName && block.items.some((item) => nameOfItem(block, item)))
        ? block.items.flatMap((item, at) => itemPieces(block, { item, at, mayName }))
        : [{ blocks: [block] }]
    case 'table': {
      const headline = mayName ? headlineOf(block) : undefined
      if (headline) return [{ name: headline, blocks: [block] }]
      if (!isLong || block.rows.length === 0) return [{ blocks: [block] }]
      return block.rows.map((row) => ({ blocks: [{ ...block, rows: [row] }], of: block }))
    }
    case 'paragraph':
      return paragraphPieces(block, mayName)
    case 'code':
      // An example is of use as a whole; text that is laid out by hand, as manual pages are, names no language.
      return isLong && !block.language ? cutCode(block).map((part) => ({ blocks: [part] })) : [{ blocks: [block] }]
    case 'quote':
      return isLong ? block.blocks.flatMap((child) => piecesOf(child, mayName)) : [{ blocks: [block] }]
    default:
      return [{ blocks: [block] }]
  }
}

function paragraphPieces(block: ParagraphBlock, mayName: boolean): Piece[] {
  const question = mayName ? questionOf(block) : undefined
  if (question) return [{ name: question, blocks: [] }]
  const [only, ...others] = block.children
  const isStrong = typeof only === 'object' && only.type === 'strong' && others.length === 0
  if (mayName && isStrong && isName([only])) return [{ name: only.children, blocks: [] }]
  return lengthOf(block) > longestPart ? cutParagraph(block).map((part) => ({ blocks: [part] })) : [{ blocks: [block] }]
}

/** @param place `at` is the number of the item, from 0. */
function itemPieces(list: ListBlock, place: { item: ListItem; at: number; mayName: boolean }): Piece[] {
  const { item, at, mayName } = place
  const name = mayName ? nameOfItem(list, item) : undefined
  const [first, ...rest] = item.blocks
  const isTerm = name && first?.type === 'paragraph' && first.children === name
  const isLong = blocksLength(item.blocks) > longestPart
  if (isTerm || (first && rest.length > 0 && isLong)) {
    const [start, ...others] = rest.flatMap((child) => piecesOf(child, false))
    if (isTerm) return start ? [{ ...start, name }, ...others] : []
    const beginning = itemPieces(list, { ...place, item: { ...item, blocks: [first] } })
    return [...beginning, ...(start ? [start] : []), ...others]
  }
  const part: ListBlock = { ...list, ...(list.start !== undefined && { start: list.start + at }), items: [item] }
  if (!first || !isLong) return [{ name, blocks: [part], of: list }]
  return piecesOf(first, false).map((piece, index) => (index === 0 ? { ...piece, name } : piece))
}

/** What an item calls what it is about: a term of its own, or how it begins. Steps are not told apart. */
function nameOfItem({ start }: ListBlock, { blocks: [first, ...rest] }: ListItem): readonly Inline[] | undefined {
  if (start !== undefined || first?.type !== 'paragraph') return undefined
  if (rest.some(({ type }) => type === 'paragraph') && isName(first.children)) return first.children
  const [lead, next] = first.children
  if (!lead || !isMarked(lead) || !isName([lead])) return undefined
  return typeof next === 'string' && /^\s*[:—–(?,-]/.test(next) ? [lead] : undefined
}

const isMarked = (inline: Inline): boolean =>
  typeof inline === 'object' &&
  (inline.type === 'code' || inline.type === 'strong' || (inline.type === 'link' && inline.children.every(isMarked)))

const isName = (inlines: readonly Inline[]): boolean => {
  const { length } = textOf(inlines).trim()
  return length > 0 && length <= longestName
}

/** A table of a single row is a headline, when it has no other. */
function headlineOf({ head, rows: [row, ...others] }: TableBlock): readonly Inline[] | undefined {
  const [cell] = row ?? []
  return cell && others.length === 0 && textOf(head.flat()).trim() === '' && isName(cell) ? cell : undefined
}

/** Cuts between sentences, and where there are none, at blanks. */
function cutParagraph({ children }: ParagraphBlock): ParagraphBlock[] {
  const parts: Inline[][] = [[]]
  let length = 0
  const pieces = children.flatMap((inline): Inline[] =>
    typeof inline === 'string' && inline.length > longestPart / 10 ? sentencesOf(inline) : [inline],
  )
  for (const piece of pieces) {
    const added = inlineLength([piece])
    if (length > 0 && length + added > longestPart) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(piece)
    length += added
  }
  return parts.map((part) => ({ type: 'paragraph', children: part }))
}

const sentencesOf = (text: string): string[] =>
  text.match(/[\s\S]{1,1000}?(?:[.!?]\s+|[。！？]|$)|[\s\S]{1,999}(?:\s|$)|[\s\S]{1,1000}/g) ?? []

/** Cuts between lines: after an empty one that is followed by a line that is indented least, if there is one. */
function cutCode(code: CodeBlock): CodeBlock[] {
  const lines = code.text.split('\n').flatMap((line) => line.match(longestLine) ?? [line])
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
  return parts.map((text) => ({ ...code, text }))
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

/** The heading of a passage that has a name, one below that of its section. */
export const passageHeading = (name: readonly Inline[], above: number): HeadingBlock => ({
  type: 'heading',
  depth: headingDepth(above + 1),
  children: name,
})
