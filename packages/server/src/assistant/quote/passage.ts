import { inlineText, segmentsOf, withoutLinks } from '../../pages/plain-text.ts'
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

const listItem = /^(?:[-*+]|\d+[.)]) /

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

/** Markdown without links, with a mark behind the words of each. */
const markLinks = (markdown: string): string => withoutLinks(markdown.replace(/(?<=[^[\]])\](?=\()/g, `${linkEnd}]`))
const unmarked = (text: string): string => text.replaceAll(linkEnd, '')

/** `{{ npm_tabs(…) }}`, `{% include … %}`: what a generator puts something else in place of. */
const generatorCall = /^(?:\{\{(?:(?!\}\}).)*\}\}|\{%(?:(?!%\}).)*%\})$/

/**
 * Splits the Markdown of a section, as the index holds it, into blocks. Links are dropped: their words stay. The heading of
 * the section is no block, those of its subsections are what blocks stand under.
 */
export const readBlocks = (markdown: string): Block[] => {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  const add = (...pieces: Block[]) => blocks.push(...pieces.map((piece) => (under ? { ...piece, under } : piece)))
  let under: string | undefined
  let at = 0
  const take = (goesOn: (line: string) => boolean): string[] => {
    const start = at
    at++
    while (at < lines.length && goesOn(lines[at] ?? '')) at++
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = /^(`{3,}|~{3,})/.exec(line)?.[1]
    const [, heading] = /^#{1,6} +(.*)$/.exec(line) ?? []
    if (heading !== undefined) {
      if (at > 0) under = inlineText(heading)
      at++
    } else if (line.trim() === '') at++
    else if (fence) {
      const code = take((next) => !next.startsWith(fence))
      if (at < lines.length) code.push(lines[at++] ?? '')
      add({ type: 'code', text: code.join('\n') })
    } else if (line.startsWith('|')) add(readTable(take((next) => next.startsWith('|'))))
    else if (listItem.test(line)) {
      add(readList(take((next) => next === '' || /^\s/.test(next) || listItem.test(next))))
    } else if (line.startsWith('>')) {
      const quoted = take((next) => next.startsWith('>')).map((each) => each.replace(/^> ?/, ''))
      add(...readBlocks(quoted.join('\n')))
    } else {
      const prose = take((next) => next.trim() !== '' && !/^(?:`{3,}|~{3,}|\||>|#{1,6} )/.test(next))
      if (generatorCall.test(prose.join(' ').trim())) continue
      const sentences = readSentences(markLinks(prose.join('\n'))).filter((sentence) => !leadsAway(sentence))
      add({ type: 'prose', sentences: sentences.map(unmarked) })
    }
  }
  return joinSentences(blocks.filter((block) => block.type !== 'prose' || block.sentences.length > 0))
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

const readTable = (lines: readonly string[]): Block => {
  const [head = '', rule = '', ...rows] = lines.map(withoutLinks)
  return { type: 'table', head: `${head}\n${rule}`, rows }
}

const readList = (lines: readonly string[]): Block => {
  const items: string[] = []
  for (const line of lines) {
    if (listItem.test(line)) items.push(line)
    else items.push(`${items.pop() ?? ''}\n${line}`)
  }
  const marked = items.map((item) => markLinks(item.trimEnd()))
  const telling = marked.filter((item) => !item.includes(linkEnd) || !pointer.test(unmarked(item)))
  return {
    type: 'list',
    ordered: /^\d/.test(items[0] ?? ''),
    isMenu: items.every((item) => loneLink.test(item.trim())),
    items: (telling.length > 0 ? telling : marked).map(unmarked),
  }
}

const loneLink = /^[-*+] \[[^[\]]*\]\([^()]*\)[.,;]?$/

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
