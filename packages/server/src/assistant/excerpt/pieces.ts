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

/** The pieces of a section that say something, in the order of the page. @param heading of the section */
export const readPieces = (blocks: readonly Block[], heading: string | null = null): Piece[] => {
  let under: string | undefined
  const pieces = blocks.flatMap((block, at): Piece[] => {
    if (block.type !== 'heading')
      return piecesOf(block).map((piece) => (under === undefined ? piece : { ...piece, under }))
    const name = oneLine(textOf(block.children))
    if (at > 0 || (heading !== null && name !== heading)) under = name
    return []
  })
  return pieces.filter((piece) => piece.kind !== 'prose' || piece.parts.length > 1 || says(writePiece(piece)))
}

/** Of a paragraph: not the words of a picture or a button, the name of a tab, or what a generator replaces. */
const says = (text: string): boolean =>
  /[.!?:;…。！？：；؟।][^\p{L}\p{N}_]*$|`|: |：/u.test(text) && !/^\{[{%].*\}$|^\*\*[^*]+\*\*$/.test(text)

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

/** Does a paragraph end with a colon? */
export const announces = ({ kind, parts }: Piece): boolean => kind === 'prose' && /[:：]\W*$/.test(parts.at(-1) ?? '')

/** Splits prose where sentences end, but not within code, brackets or emphasis. */
const sentencesOf = (prose: string): string[] => {
  const sentences: string[] = []
  let open = ''
  for (const segment of segmentsOf(prose.replace(wrapped, '').replace(/\\?\n/g, ' '))) {
    open += segment
    if (!/(?:\s|[。！？][”）]*)$/u.test(open) || !isClosed(open) || abbreviation.test(open)) continue
    sentences.push(open.trim())
    open = ''
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '')
}

/** “e.g.”, “z. B.”, “p. ex.”, “т. е.” */
const abbreviation = /(?<![\p{L}\p{M}])(?:\p{L}|etc|vs|cf|no|fig|bzw|ggf|evtl|vgl|ca|ex|ej|см|рис)\.\s*$/iu

/** The end of a line within text without blanks. */
const wrapped =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

const isClosed = (text: string): boolean => {
  const plain = text.replace(/`+[^`]*`+|\\./g, '')
  const count = (character: string) => plain.split(character).length - 1
  const pairs = ['()', '[]', '“”', '「」', '（）']
  return count('`') % 2 === 0 && count('*') % 2 === 0 && pairs.every(([from = '', to = '']) => count(from) <= count(to))
}

/** What a row or an item is about: its first cell, or what stands before a colon or a dash. */
export const subjectOf = (part: string): string => part.replace(/^[-*+\d.)|\s]+/, '').split(/\||:\s| [-–—] /)[0] ?? ''

/** A piece as Markdown. */
export const writePiece = ({ kind, head, parts }: Piece): string => {
  if (kind !== 'prose') return [...(head === undefined ? [] : [head]), ...parts].join('\n')
  return parts.reduce((text, next) => (/^$|[。！？]$/.test(text) ? text + next : `${text} ${next}`), '')
}
