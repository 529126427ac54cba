import type { Inline, ListBlock, Block as PageBlock } from '../../pages/block.ts'
import { type LinkWriter, writeItems, writeMarkdown, writeTable } from '../../pages/block-markdown.ts'
import { textOf } from '../../pages/block-text.ts'
import { segmentsOf } from '../../pages/plain-text.ts'
import { oneLine } from '../../pages/text-lines.ts'
import { wordCount } from '../../search/words/words.ts'

/** A piece of a passage that can be quoted on its own, whole. */
export type Block = Piece & {
  /** The heading that it stands under, when that is one below the passage’s own. */
  readonly under?: string | undefined
}

type Piece =
  | { readonly type: 'prose'; readonly sentences: readonly string[] }
  | {
      readonly type: 'list'
      readonly ordered: boolean
      /** Its items are links and nothing else. */
      readonly isMenu: boolean
      readonly items: readonly string[]
    }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'table'; readonly head: string; readonly rows: readonly string[] }

/** “See #123 for details.”, “Read more about it.”: leads nowhere without its link. */
const pointer =
  /^\W*(?:see(?: also| more)?|read more|learn more|check out|refer to|for (?:more|further) (?:details|information|examples))\b\S*(?:\s+\S+){0,14}$/i

/** Stands behind the words of a link until it is known what is quoted. */
const linkEnd = '\u2060'

/** “You can read more about it in [the guide].”: the same, by what it says before the link. */
const linkedPointer =
  /^\W*(?:(?:for|if|to|in|as|when|before|while|also|note|next|then)\b[^\u2060.;]{0,120}, |for\b[^\u2060.;,]{0,60} (?=see |consult |refer ))?(?:please |also |later |be sure to |you (?:can|may|should|will(?= later| also)) )*(?:(?:see(?: also)?|check out|refer to|consult|(?:have|take) a look at|(?:read|find) (?:out )?(?:more|about)|learn (?:more|how|about)|(?:more|further) (?:info(?:rmation)?|details|examples)|related (?:issues?|pages?|links?)|example files?(?=:))\b[^\u2060]{0,120}\u2060.{0,90}|(?:continue|go on) (?:with|reading) [^\u2060]{0,60}\u2060\W*|read [^\u2060]{0,80}(?:\b(?:documentation|docs|guide|page|section|article|reference|tutorial|manual)s?\u2060.{0,90}|\u2060\W* to (?:learn|find|see|understand)\b.{0,90}))$/i
const longestPointer = 30

const leadsAway = (sentence: string): boolean =>
  pointer.test(sentence) ||
  (sentence.includes(linkEnd) && wordCount(sentence) <= longestPointer && linkedPointer.test(sentence))

/** Links are dropped; a mark stands behind the words of each, or nothing. */
const markedWords: LinkWriter = (words) => words + linkEnd
const words: LinkWriter = (text) => text
const unmarked = (text: string): string => text.replaceAll(linkEnd, '')

/** `{{ npm_tabs(…) }}`, `{% include … %}`: what a generator puts something else in place of. */
const generatorCall = /^(?:\{\{(?:(?!\}\}).)*\}\}|\{%(?:(?!%\}).)*%\})$/

/**
 * What can be quoted of the blocks of a page. Links are dropped: their words stay. The heading of the section is no block, those
 * of its subsections are what blocks stand under.
 *
 * @param heading Of the section.
 */
export const readBlocks = (blocks: readonly PageBlock[], heading: string | null = null): Block[] => {
  const read: Block[] = []
  let under: string | undefined
  for (const [at, block] of blocks.entries()) {
    if (block.type !== 'heading') read.push(...piecesOf(block).map((piece) => (under ? { ...piece, under } : piece)))
    else {
      const name = oneLine(textOf(block.children))
      if (at > 0 || (heading !== null && name !== heading)) under = name
    }
  }
  return joinSentences(read)
}

const piecesOf = (block: PageBlock): Block[] => {
  switch (block.type) {
    case 'paragraph': {
      if (generatorCall.test(oneLine(textOf(block.children)))) return []
      const sentences = readSentences(writeMarkdown([block], markedWords)).filter((sentence) => !leadsAway(sentence))
      return sentences.length > 0 ? [{ type: 'prose', sentences: sentences.map(unmarked) }] : []
    }
    case 'list':
      return [readList(block)]
    case 'table':
      return [{ type: 'table', ...writeTable(block, words) }]
    case 'code':
      return [{ type: 'code', text: writeMarkdown([block]) }]
    case 'quote':
      return readBlocks(block.blocks)
    case 'heading':
      return []
  }
}

/** A paragraph that goes on within the sentence of the one before, as lines set apart do, is a part of that. */
const joinSentences = (blocks: readonly Block[]): Block[] => {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    const isProse = before?.type === 'prose' && block.type === 'prose' && before.under === block.under
    const last = (isProse && before.sentences.at(-1)) || ''
    const [first = '', ...rest] = isProse ? block.sentences : []
    if (isProse && /[\p{L}\p{N},]$/u.test(last) && /^\p{Ll}/u.test(first))
      joined[joined.length - 1] = {
        ...before,
        sentences: [...before.sentences.slice(0, -1), `${last} ${first}`, ...rest],
      }
    else joined.push(block)
  }
  return joined
}

const readList = (list: ListBlock): Block => {
  const marked = writeItems(list, markedWords).map((item) => item.trimEnd())
  const telling = marked.filter((item) => !item.includes(linkEnd) || !pointer.test(unmarked(item)))
  return {
    type: 'list',
    ordered: list.start !== undefined,
    isMenu: isMenu(list),
    items: (telling.length > 0 ? telling : marked).map(unmarked),
  }
}

const isMenu = ({ start, items }: ListBlock): boolean =>
  start === undefined &&
  items.every(({ blocks: [first, ...others] }) => {
    return first?.type === 'paragraph' && others.length === 0 && isLoneLink(first.children)
  })

const isLoneLink = ([link, behind = '', ...others]: readonly Inline[]): boolean =>
  typeof link === 'object' &&
  link.type === 'link' &&
  typeof behind === 'string' &&
  ['', '.', ',', ';'].includes(behind.trim()) &&
  others.length === 0

const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|approx|resp|cf|incl|fig|no|v)\.|\.\.\.)\s*$/i
/** The same in other languages: `z. B.`, `p. ex.`, `т. е.`, `bzw.`; what follows 「…。」 goes on. */
const abbreviationElsewhere =
  /(?<![\p{L}\p{M}])(?:\p{L}\. ?\p{L}|[zduoisvpтди]|bzw|ggf|evtl|ca|vgl|inkl|nr|kap|abb|p\. ?(?:ex|ej)|ej|ad es|pág|pag|núm|env|rem|см|рис|стр|гл|напр|np|bijv|t\. ?ex)\.\s*$|[。！？][」』]$/iu

/** The end of a line within text without blanks. */
const wrapped =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/** Splits prose into sentences, but never within code, brackets or emphasis, nor after `e.g.`. */
const readSentences = (prose: string): string[] => {
  const sentences: string[] = []
  let open = ''
  const segments = segmentsOf(prose.replace(wrapped, '').replace(/\\?\n/g, ' ').replace(/\\$/, ''))
  for (const segment of segments.flatMap(withClosingApart)) {
    open += segment
    if (ends.test(open) && isClosed(open) && !abbreviation.test(open) && !abbreviationElsewhere.test(open)) {
      sentences.push(open.trim())
      open = ''
    }
  }
  if (open.trim() !== '') sentences.push(open.trim())
  return sentences.filter((sentence) => sentence !== '')
}

/** The marks with which emphasis ends behind a full stop belong to what is before them. */
const withClosingApart = (segment: string): string[] => {
  const [closing = ''] = /^\*+\s+(?=\S)/.exec(segment) ?? []
  return closing === '' ? [segment] : [closing, segment.slice(closing.length)]
}

/** A blank, or an end that needs none: in `~/.profile` nothing ends. */
const ends = /\s$|[。！？][」』）”]*$/u

const isClosed = (text: string): boolean => {
  const count = (character: string) => text.split(character).length - 1
  const marks = text.replace(/`+[^`]*`+|\\./g, '').match(/\*/g)?.length ?? 0
  return (
    count('`') % 2 === 0 &&
    marks % 2 === 0 &&
    count('(') <= count(')') &&
    count('[') <= count(']') &&
    count('“') <= count('”') &&
    count('「') <= count('」') &&
    count('（') <= count('）')
  )
}

/** A block as Markdown. */
export const writeBlock = (block: Block): string => {
  switch (block.type) {
    case 'prose':
      return block.sentences.reduce(
        (text, next) => (text === '' || /[。！？]$/.test(text) ? text + next : `${text} ${next}`),
        '',
      )
    case 'list':
      return block.items.join('\n')
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].join('\n')
  }
}
