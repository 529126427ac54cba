import { inverseFrequency } from '../../search/ranking/term-weight.ts'
import { wordCount } from '../../search/words/words.ts'
import { statesDefault } from '../question/question-kind.ts'
import { type Block, writeBlock } from './passage.ts'
import type { Search } from './question.ts'
import { announces, isAnnounced, pointsBelow, readQuotable, withoutLastSentence } from './quotable.ts'
import { namesAll, saysDefault, showsMessage, tellingOfCode, weigh } from './weigh.ts'

/** How much of one passage is quoted. */
export interface Room {
  /** Words of prose and lists. */
  readonly words: number
  /** Code blocks. */
  readonly codes: number
  /** Of the tables of a passage that is quoted whole. */
  readonly rows: number
}

interface Candidate {
  readonly at: number
  readonly block: Block
  readonly score: number
}

const longestCode = 48
/** In rows: of a table; of all tables; and of one in which no row stands out, when it is what answers best. */
const longestTable = 8
const mostRows = 16
const mostTables = 2
const longestWholeTable = 24
const longestList = 10
/** In words. Steps are of use only when all of them are there. */
const longestSteps = { words: 320, lines: 60 }

/**
 * Chooses the blocks of a passage that answer best, in the order of the page. A short passage is quoted as a whole; of a
 * long one, its best paragraphs, steps, table rows and code. Nothing is ever cut inside a sentence, an item or a block.
 * @param heading What the passage stands under.
 */
export const pickBlocks = (
  all: readonly Block[],
  search: Search,
  { room, heading }: { room: Room; heading: string },
): Block[] => {
  const blocks = readQuotable(all, search)
  // The row that tells of what is asked for is all that is wanted.
  const telling = blocks.filter((block) => tellingOfCode(search, block).length > 0)
  if (isShort(blocks, room) && telling.length === 0) return withoutDangling(blocks)
  const candidates = blocks.flatMap((block, at): Candidate[] => {
    const isLeftOut = telling.length > 0 && !telling.includes(block)
    const reduced = isLeftOut ? undefined : reduceBlock(block, search, room)
    return reduced ? [{ at, block: reduced, score: scoreOf(reduced, at, { search, heading }) }] : []
  })
  addToFollowers(candidates)
  const chosen = chooseWithin(candidates, search, room)
  if (chosen.length === 0) return beginningOf(blocks)
  const complete = withLeads(withNeighbours(chosen, candidates, { search, room }), blocks)
  return withoutDangling(complete.map((candidate) => candidate.block))
}

/** The first thing that is short enough, of a passage whose heading alone touches the question. */
const beginningOf = (blocks: readonly Block[]): Block[] => {
  for (const block of blocks) {
    if (block.type === 'prose') return [{ ...block, sentences: firstWithin(block.sentences) }]
    if (block.type === 'list') return [{ ...block, items: firstWithin(block.items) }]
    if (block.type === 'table') return [{ ...block, rows: block.rows.slice(0, longestTable) }]
    if (linesOf(block.text) <= longestCode) return [block]
  }
  return []
}

/** As many of the first pieces as a paragraph has room for; at least one. */
const firstWithin = (pieces: readonly string[]): readonly string[] => {
  let to = 1
  while (to < pieces.length && wordCount(pieces.slice(0, to + 1).join(' ')) <= wholeParagraph) to++
  return pieces.slice(0, to)
}

/** Without announcements of something that does not follow; of such a paragraph, the sentences before stay. */
export const withoutDangling = (blocks: readonly Block[]): Block[] => {
  const kept = blocks.flatMap((block, at): Block[] => {
    if (block.type !== 'prose') return [block]
    const next = blocks[at + 1]
    if (announces(block) ? isAnnounced(next) : (next && next.type !== 'prose') || !pointsBelow(block)) return [block]
    return withoutLastSentence(block)
  })
  return kept.length > 0 ? kept : [...blocks]
}

const linesOf = (text: string): number => text.split('\n').length

/** Of prose and lists. */
const wordsOf = (blocks: readonly Block[]): number =>
  wordCount(blocks.map((block) => (block.type === 'prose' || block.type === 'list' ? writeBlock(block) : '')).join(' '))

const rowsOf = (block: Block): number => (block.type === 'table' ? block.rows.length : 0)

const isShort = (blocks: readonly Block[], room: Room): boolean => {
  const codes = blocks.filter((block) => block.type === 'code')
  return (
    wordsOf(blocks) <= room.words &&
    codes.length <= room.codes &&
    codes.every((code) => linesOf(code.text) <= longestCode) &&
    blocks.reduce((rows, block) => rows + rowsOf(block), 0) <= room.rows
  )
}

/** The part of a block that is worth quoting; undefined when it is too long to be quoted whole and has no such part. */
const reduceBlock = (block: Block, search: Search, room: Room): Block | undefined => {
  const telling = tellingOfCode(search, block)
  switch (block.type) {
    case 'prose':
      return { ...block, sentences: bestSentences(block.sentences, search) }
    case 'code':
      return linesOf(block.text) <= longestCode ? block : undefined
    case 'table': {
      if (telling.length > 0) return { ...block, rows: telling }
      if (block.rows.length <= longestTable) return block
      const rows = bestOf(block.rows, search, longestTable)
      if (rows.length > 0) return { ...block, rows }
      return block.rows.length <= longestWholeTable ? block : undefined
    }
    case 'list': {
      if (telling.length > 0 && !block.ordered) return { ...block, items: telling.flatMap(shortItems) }
      if (block.items.length <= longestList && wordCount(writeBlock(block)) <= 160) return block
      // Steps are worth nothing without the steps before them.
      if (block.ordered) return isFollowed(block, search) ? block : undefined
      const items = bestOf(block.items.flatMap(shortItems), search, 5).filter((item) => wordCount(item) <= longestItem)
      return items.length > 0 ? { ...block, items: withinRoom(items, search, room) } : undefined
    }
  }
}

/** In words. */
const longestItem = 80

/**
 * An item, or, when it is too long to be quoted, the items below it, such as the fields of an argument, or else how it
 * begins, such as a term and the first paragraphs that explain it.
 */
const shortItems = (item: string): string[] => {
  if (wordCount(item) <= longestItem) return [item]
  const [, indent = ''] = /\n( +)[-*+] /.exec(item) ?? []
  if (indent === '') return [beginningOfItem(item)]
  const below: string[] = []
  for (const line of item.split('\n')) {
    const own = line.startsWith(indent) ? line.slice(indent.length) : line
    if (own !== line && /^[-*+] /.test(own)) below.push(own)
    else if (below.length > 0) below.push(`${below.pop()}\n${own}`)
  }
  return below.flatMap(shortItems)
}

/** As many of its first paragraphs as there is room for, up to what announces something. */
const beginningOfItem = (item: string): string => {
  const [first = '', ...paragraphs] = item.split('\n\n')
  let beginning = first
  for (const paragraph of paragraphs) {
    const longer = `${beginning}\n\n${paragraph}`
    if (/:\W*$|^ *[`~]{3}/.test(paragraph) || wordCount(longer) > longestItem) break
    beginning = longer
  }
  return beginning
}

/** Steps for one who wants to follow them. */
const isFollowed = (block: Block, { intent }: Search): boolean => {
  if (intent !== 'how' || block.type !== 'list' || !block.ordered) return false
  const text = writeBlock(block)
  return wordCount(text) <= longestSteps.words && linesOf(text) <= longestSteps.lines
}

/** The pieces that touch the question, in their own order: at most `most`, and none that is far behind the best. */
const bestOf = (pieces: readonly string[], search: Search, most: number): string[] => {
  const scores = weighAmong(search, pieces)
  const scored = pieces.map((piece, at) => ({ piece, at, score: scores[at] ?? 0 }))
  const best = Math.max(...scored.map(({ score }) => score))
  if (best === 0) return []
  return scored
    .filter(({ score }) => score >= best * 0.6)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, most)
    .sort((a, b) => a.at - b.at)
    .map(({ piece }) => piece)
}

/** As many of some items as there is room for, those that touch the question most; at least one. */
const withinRoom = (items: readonly string[], search: Search, room: Room): readonly string[] => {
  if (items.length === 1 || wordCount(items.join(' ')) <= room.words) return items
  const scores = weighAmong(search, items)
  const least = scores.lastIndexOf(Math.min(...scores))
  return withinRoom(items.toSpliced(least, 1), search, room)
}

/**
 * How much each piece touches the question. A word counts more the fewer of the pieces have it: of options, “default” is said
 * by all, “timeout” by those that are meant.
 */
const weighAmong = ({ weights, read }: Search, pieces: readonly string[]): number[] => {
  const said = pieces.map((piece) => new Set(read(piece)))
  const countOf = (term: string) => said.filter((terms) => terms.has(term)).length
  const worths = new Map(
    [...weights].map(([term, weight]) => [term, weight * inverseFrequency(pieces.length, countOf(term))]),
  )
  return said.map((terms) => [...terms].reduce((sum, term) => sum + (worths.get(term) ?? 0), 0))
}

const wholeParagraph = 75
const fewSentences = 50
/** A sentence that begins like this needs the one before it. */
const leansBack =
  /^(?:this|that|these|those|it|they|however|but|also|so|then|otherwise|instead|therefore|for example|in this case|note that this|as a result)\b/i
const continuation =
  /^(?:however|but|also|so|then|otherwise|instead|therefore|alternatively|additionally|in addition|in contrast|similarly|for example|in this case|as a result|to do (?:this|so|that)|(?:you|we|one|it) (?:can|may|could|might) also|another (?:way|option))\b/i

/** Does a paragraph that begins with this sentence go on from what is before it? */
export const goesOn = (sentence: string): boolean => continuation.test(sentence)

/** A paragraph, or the run of its sentences around the best one. */
const bestSentences = (sentences: readonly string[], search: Search): readonly string[] => {
  if (wordCount(sentences.join(' ')) <= wholeParagraph) return sentences
  const scores = sentences.map(
    (sentence) => weigh(search, sentence) + (search.asksForDefault && statesDefault(sentence) ? 1 : 0),
  )
  let from = scores.indexOf(Math.max(...scores))
  while (from > 0 && leansBack.test(sentences[from] ?? '')) from--
  let to = from + 1
  while (to < sentences.length && wordCount(sentences.slice(from, to + 1).join(' ')) <= fewSentences) to++
  return sentences.slice(from, to)
}

/** `- **Type:** string`: no beginning of an explanation. */
const facts = /^- \*\*\w+:?\*\*/

/** What the beginning of a passage counts more, and the paragraph after it. */
const openings = [0.1, 0.03]

const namedOpenings = [0.4, 0.2, 0.1]

/** The same for who asks what a thing is. */
const definingOpening = 0.6

const scoreOf = (block: Block, at: number, { search, heading }: { search: Search; heading: string }): number => {
  const text = writeBlock(block)
  // The same words in fewer words say it more directly.
  const touched = weigh(search, text) / search.total / (1 + wordCount(text) / 400)
  const isOpening = search.intent === 'definition' && at === 0 && block.type === 'prose'
  // Under a heading that says all that is asked, the words of the question tell no paragraph from another.
  const isAll = namesAll(search, heading)
  const opening = isOpening ? definingOpening : ((isAll ? namedOpenings : openings)[at] ?? 0)
  let bonus = facts.test(text) ? 0 : opening
  if (isAll && block.type === 'list' && !block.isMenu) bonus += 0.3
  if (saysDefault(search, heading, [block])) bonus += 0.25
  if (search.intent === 'how' && (block.type === 'code' || (block.type === 'list' && block.ordered))) bonus += 0.25
  return touched + bonus
}

/** Code, steps and tables share in the words of the paragraph that announces them. */
const addToFollowers = (candidates: Candidate[]): void => {
  for (const [index, candidate] of candidates.entries()) {
    const before = candidates[index - 1]
    if (candidate.block.type === 'prose' || !before || before.at !== candidate.at - 1) continue
    const gained = before.score * (announces(before.block) ? 0.6 : 0.3)
    candidates[index] = { ...candidate, score: candidate.score + gained }
  }
}

const chooseWithin = (candidates: readonly Candidate[], search: Search, room: Room): Candidate[] => {
  const chosen: Candidate[] = []
  const best = Math.max(0, ...candidates.map(({ score }) => score))
  let { words, codes } = room
  let rows = mostRows
  let tables = mostTables
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    const length =
      candidate.block.type === 'code' || candidate.block.type === 'table' ? 0 : wordCount(writeBlock(candidate.block))
    const isCode = candidate.block.type === 'code'
    // The first choice may be a little longer than the room, and steps are followed to their end.
    const isFirst = chosen.length === 0
    const isEnough = candidate.score >= best * 0.7 && isFollowed(candidate.block, search)
    const fits = length <= words || (isFirst && length <= words * 1.5) || (words > 0 && isEnough)
    if (
      candidate.score < best * 0.45 ||
      !fits ||
      (isCode && codes === 0) ||
      (rowsOf(candidate.block) > rows && !isFirst) ||
      (candidate.block.type === 'table' && tables === 0)
    )
      continue
    chosen.push(candidate)
    words -= length
    rows -= rowsOf(candidate.block)
    if (isCode) codes--
    if (candidate.block.type === 'table') tables--
  }
  return chosen
}

/** “and delete the line” below a block of code: says nothing without what it goes on from. */
const isRestOfSentence = (block: Block): boolean => block.type === 'prose' && /^\p{Ll}/u.test(block.sentences[0] ?? '')

/** What is announced needs what it announces, and the other way round; what goes on needs what it goes on from. */
const withNeighbours = (
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  { search, room }: { search: Search; room: Room },
): Candidate[] => {
  const kept = new Set(chosen)
  const isNext = (before: Candidate | undefined, after: Candidate | undefined) =>
    before !== undefined && after !== undefined && after.at === before.at + 1
  for (const candidate of chosen) {
    const before = candidates[candidates.indexOf(candidate) - 1]
    if (!before || !isNext(before, candidate)) continue
    const { block } = candidate
    const needsLead = isAnnounced(block) && announces(before.block)
    const leans = block.type === 'prose' && goesOn(block.sentences[0] ?? '') && before.block.type === 'prose'
    const after = candidates[candidates.indexOf(candidate) + 1]
    if (block.type === 'code' && isNext(candidate, after) && showsMessage(search, block.text) && after) kept.add(after)
    if (needsLead || (leans && wordCount(writeBlock(before.block)) <= wholeParagraph)) kept.add(before)
  }
  for (const candidate of chosen) {
    if (!isRestOfSentence(candidate.block) || kept.size === 1) continue
    const before = candidates[candidates.indexOf(candidate) - 1]
    if (!before || !isNext(before, candidate) || !kept.has(before)) kept.delete(candidate)
  }
  const isThereRoom = ({ block }: Candidate): boolean => {
    const all = [...kept].map((each) => each.block)
    if (block.type === 'code') return all.filter(({ type }) => type === 'code').length < Math.max(1, room.codes)
    if (block.type === 'list' && !isFollowed(block, search)) return wordsOf([...all, block]) <= 2 * room.words
    return rowsOf(block) + all.reduce((rows, each) => rows + rowsOf(each), 0) <= mostRows
  }
  for (const candidate of [...kept]) {
    if (!announces(candidate.block)) continue
    const after = candidates[candidates.indexOf(candidate) + 1]
    const isThere = after !== undefined && isNext(candidate, after) && isAnnounced(after.block)
    if (isThere && (kept.has(after) || isThereRoom(after))) kept.add(after)
    else if (kept.size > 1) kept.delete(candidate)
  }
  return [...kept].sort((a, b) => a.at - b.at)
}

/** The last sentence, with those that it needs; none when a paragraph before would be needed, or it is long. */
const leadOf = (sentences: readonly string[]): readonly string[] => {
  const from = sentences.findLastIndex((sentence) => !leansBack.test(sentence))
  const lead = from < 0 ? [] : sentences.slice(from)
  return wordCount(lead.join(' ')) <= wholeParagraph ? lead : []
}

/** Code needs the sentence before it, whatever was left of the paragraph that it ends. */
const withLeads = (kept: readonly Candidate[], blocks: readonly Block[]): Candidate[] =>
  kept.flatMap((candidate, index) => {
    const { at, block } = candidate
    const before = blocks[at - 1]
    if (block.type !== 'code' || before?.type !== 'prose') return [candidate]
    const said = kept[index - 1]
    const lead = leadOf(before.sentences)
    const isSaid = said?.at === at - 1 && writeBlock(said.block).endsWith(lead.at(-1) ?? '')
    if (lead.length === 0 || isSaid) return [candidate]
    return [{ at: at - 1, block: { type: 'prose', sentences: lead, under: before.under }, score: 0 }, candidate]
  })
