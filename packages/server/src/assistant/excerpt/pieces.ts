import type { Block, ListBlock } from '../../pages/block.ts'
import { type LinkWriter, writeItems, writeMarkdown, writeTable } from '../../pages/block-markdown.ts'
import { textOf } from '../../pages/block-text.ts'
import { segmentsOf } from '../../pages/plain-text.ts'
import { oneLine } from '../../pages/text-lines.ts'

/** A block of a section as Markdown, with what it can be taken apart into. */
export interface Piece {
  readonly kind: 'prose' | 'steps' | 'list' | 'code' | 'table'
  /** Of a table, its head. */
  readonly head?: string
  /** Sentences, items, rows, or the whole code. */
  readonly parts: readonly string[]
  /** The heading that it stands under, when that is one below the section’s own. */
  readonly under?: string | undefined
}

/** Links are dropped, their words stay: the answer cites the section. */
const words: LinkWriter = (text) => text

/** The pieces of a section in the order of the page, each once. @param heading of the section */
export const readPieces = (blocks: readonly Block[], heading: string | null = null): Piece[] => {
  const pieces: Piece[] = []
  const known = new Set<string>()
  let under: string | undefined
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'heading') {
      const name = oneLine(textOf(block.children))
      if (at > 0 || (heading !== null && name !== heading)) under = name
      continue
    }
    for (const piece of piecesOf(block)) {
      const text = writePiece(piece)
      if (known.has(text) || isLabel(text)) continue
      known.add(text)
      pieces.push(under === undefined ? piece : { ...piece, under })
    }
  }
  const sayings = pieces.filter((piece) => !isCaption(piece))
  const kept = sayings.length > 0 ? sayings : pieces
  return kept.filter((piece, at) => !announces(piece) || piece.parts.length > 1 || isAnnounced(kept[at + 1]))
}

/** The words of a picture or a button: no sentence, and nothing that is introduced. */
const isCaption = (piece: Piece): boolean =>
  piece.kind === 'prose' &&
  piece.parts.length === 1 &&
  !/[.!?:;…。！？：；؟।][^\p{L}\p{N}_]*$|`|: |：/u.test(piece.parts[0] ?? '')

const piecesOf = (block: Block): Piece[] => {
  switch (block.type) {
    case 'paragraph':
      return [{ kind: 'prose', parts: sentencesOf(writeMarkdown([block], words)) }]
    case 'list':
      return isMenu(block) ? [] : [{ kind: block.start === undefined ? 'list' : 'steps', parts: itemsOf(block) }]
    case 'table': {
      const { head, rows } = writeTable(block, words)
      return [{ kind: 'table', head, parts: rows }]
    }
    case 'code':
      return [{ kind: 'code', parts: [writeMarkdown([block])] }]
    case 'quote':
      return readPieces(block.blocks)
    case 'heading':
      return []
  }
}

const itemsOf = (list: ListBlock): string[] => writeItems(list, words).map((item) => item.trimEnd())

/** Nothing but links, which are not there any more. */
const isMenu = ({ start, items }: ListBlock): boolean =>
  start === undefined &&
  items.every(({ blocks: [first, ...others] }) => {
    const [link, behind = '', ...rest] = first?.type === 'paragraph' ? first.children : []
    const isLink = typeof link === 'object' && link.type === 'link'
    return isLink && typeof behind === 'string' && behind.trim().length <= 1 && rest.length === 0 && others.length === 0
  })

/** What a generator replaces, and the name of a tab, a card or a version: they say nothing on their own. */
const isLabel = (text: string): boolean =>
  /^(?:\{[{%].*[}%]\}|\*\*[^*]+\*\*|\[[^[\]]*\]|(?:new|added|changed) in version \S+|)$/i.test(text)

/** Does a paragraph end with a colon? */
export const announces = ({ kind, parts }: Piece): boolean => kind === 'prose' && /[:：]\W*$/.test(parts.at(-1) ?? '')

/** Can a paragraph above it announce this? */
const isAnnounced = (piece: Piece | undefined): boolean =>
  piece !== undefined && (piece.kind !== 'prose' || /^[`*"“(\d\p{Ll}]/u.test(piece.parts[0] ?? ''))

/** Splits prose where sentences end, but not within code, brackets or emphasis, nor after “e.g.”. */
const sentencesOf = (prose: string): string[] => {
  const sentences: string[] = []
  let open = ''
  for (const segment of segmentsOf(prose.replace(wrapped, '').replace(/\\?\n/g, ' ')).flatMap(withClosingApart)) {
    open += segment
    if (!ends.test(open) || !isClosed(open) || abbreviation.test(open)) continue
    sentences.push(open.trim())
    open = ''
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '')
}

/** The end of a line within text without blanks. */
const wrapped =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/** The marks with which emphasis ends behind a full stop belong to what is before them. */
const withClosingApart = (segment: string): string[] => {
  const [closing = ''] = /^\*+\s+(?=\S)/.exec(segment) ?? []
  return closing === '' ? [segment] : [closing, segment.slice(closing.length)]
}

/** A blank, or an end that needs none: in `~/.profile` nothing ends, and what follows 「…。」 goes on. */
const ends = /(?:\s|[。！？][”）]*)$/u
/** “e.g.”, “z. B.”, “p. ex.”, “т. е.” */
const abbreviation = /(?<![\p{L}\p{M}])(?:\p{L}|etc|vs|cf|no|fig|bzw|ggf|evtl|vgl|ca|ex|ej|см|рис)\.\s*$/iu

const isClosed = (text: string): boolean => {
  const plain = text.replace(/`+[^`]*`+|\\./g, '')
  const count = (character: string) => plain.split(character).length - 1
  const pairs = ['()', '[]', '“”', '「」', '（）']
  return count('`') % 2 === 0 && count('*') % 2 === 0 && pairs.every(([from = '', to = '']) => count(from) <= count(to))
}

/** A piece as Markdown. */
export const writePiece = ({ kind, head, parts }: Piece): string => {
  if (kind !== 'prose') return [...(head === undefined ? [] : [head]), ...parts].join('\n')
  return parts.reduce((text, next) => (/^$|[。！？]$/.test(text) ? text + next : `${text} ${next}`), '')
}
