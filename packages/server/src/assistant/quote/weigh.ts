import { pairsOf } from '../../search/words/words.ts'
import { namesEach } from '../question/comparison.ts'
import { definesAsSection } from '../question/definition.ts'
import { namesDefault, statesDefault } from '../question/question-kind.ts'
import type { Source } from '../sources.ts'
import { type Block, writeBlock } from './passage.ts'
import { hasName, type Search } from './question.ts'

/** How much of the question a text touches: the summed weights of its words. */
export const weigh = (search: Search, text: string): number => {
  let weight = 0
  for (const term of new Set(search.read(text))) weight += search.weights.get(term) ?? 0
  return weight
}

/** The words that tell what the question is about. */
export const tellingTerms = ({ weights }: Pick<Search, 'weights'>): string[] =>
  [...weights].flatMap(([term, weight]) => (weight === 1 ? [term] : []))

/** Does a heading have every word that tells what the question is about? */
export const namesAll = (search: Search, heading: string): boolean => {
  const said = new Set(search.read(heading))
  const telling = tellingTerms(search)
  return telling.length > 0 && telling.every((term) => said.has(term))
}

/**
 * Does one sentence, item or row of a passage say, under its headings, every word that tells what the question is about, or
 * do the headings? A word alone may stand anywhere in a table that lists many things: a row about it begins with it.
 */
export const saysAll = (search: Search, headings: string, blocks: readonly Block[]): boolean => {
  const telling = tellingTerms(search)
  const isAlone = telling.length === 1
  const told = blocks.flatMap((block) =>
    isAlone && block.type === 'table' ? block.rows.map(firstCell) : piecesOf(block),
  )
  const texts = [headings, ...told.map((piece) => `${headings} ${piece}`)]
  return telling.length > 0 && texts.some((text) => holdsAll(search.read(text), telling))
}

const firstCell = (row: string): string => /^\s*\|?((?:\\.|[^|\\])*)/.exec(row)?.[1] ?? ''

/** True when a text has no word that tells what the question is about. */
export const lacksAll = (search: Search, text: string): boolean => {
  const said = new Set(search.read(text))
  const telling = tellingTerms(search)
  return telling.length > 0 && !telling.some((term) => said.has(term))
}

/** The share of the question’s pairs of words that a text has side by side, too. */
export const sharePairs = (search: Search, text: string): number => {
  if (search.pairs.size === 0) return 0
  const shared = new Set(pairsOf(search.read(text)).filter((pair) => search.pairs.has(pair)))
  return shared.size / search.pairs.size
}

/** How well a passage tells two things apart: 1 when its heading names both, 0.5 when one paragraph of it does. */
export const tellApart = (search: Search, heading: string, blocks: readonly Block[]): number => {
  const { compared } = search
  if (!compared) return 0
  const namesBoth = (text: string) => compared.every((name) => hasName(text, name))
  if (namesBoth(heading) || namesEach(compared, heading)) return 1
  return blocks.some((block) => block.type !== 'code' && namesBoth(writeBlock(block))) ? 0.5 : 0
}

/** Does a line of code say every word of a question, as one does that shows the message which was pasted as the question? */
export const showsMessage = (search: Search, code: string): boolean => {
  const telling = tellingTerms(search)
  if (telling.length < 3) return false
  return code.split('\n').some((line) => line.length < longestMessage && holdsAll(search.read(line), telling))
}

/** In characters. */
const longestMessage = 300

/** Does a text have the status that the question is about? */
export const hasStatus = ({ identifiers }: Search, text: string): boolean =>
  identifiers.some((name) => /^\d+$/.test(name) && hasName(text, name))

/** True when a text has none of the names in code that the question has. */
export const lacksIdentifiers = (search: Search, text: string): boolean => {
  const lower = text.toLowerCase()
  return search.identifiers.length > 0 && !search.identifiers.some((name) => lower.includes(name))
}

/** True when the question asks for things by name, beyond what every text is about, and no text has any of them. */
export const lacksNames = ({ names, identifiers }: Search, texts: readonly string[]): boolean => {
  if (names.length === 0) return false
  const isIn = (name: string) => (text: string) => hasName(text, name)
  const asked = names.filter((name) => !texts.every(isIn(name)))
  const others = identifiers.filter((name) => texts.length === 1 || !texts.every(isIn(name)))
  return asked.length > 0 && ![...asked, ...others].some((name) => texts.some(isIn(name)))
}

const holdsAll = (terms: readonly string[], parts: readonly string[]): boolean =>
  parts.every((part) => terms.includes(part))

/** Does a piece of the passage say the default that is asked for, under a heading or in words that name what it is of? */
export const saysDefault = (search: Search, heading: string, blocks: readonly Block[]): boolean => {
  if (!search.asksForDefault) return false
  const named = new Set(search.read(heading))
  const isNamed = named.size > 0 && [...named].every((term) => search.weights.has(term))
  const wanted = tellingTerms(search).filter((term) => !namesDefault(term))
  return blocks.some((block) =>
    piecesOf(block).some((piece) => {
      const said = new Set(search.read(piece))
      if (wanted.length === 0 || !statesDefault(piece) || lacksIdentifiers(search, `${heading} ${piece}`)) return false
      return isNamed || wanted.every((term) => said.has(term) || named.has(term))
    }),
  )
}

/** What stands behind the name of the thing in code that is asked for, in what begins with that name. */
const behindCode = ({ codeName }: Search, text: string): string | undefined => {
  const [, rest = ''] = /^(?:[-*+] |\d+[.)] |\|)?[\s`*_[]*(.*)/s.exec(text) ?? []
  if (codeName === undefined || !rest.toLowerCase().startsWith(codeName.toLowerCase())) return undefined
  const behind = rest.slice(codeName.length)
  return /^[\w.-]/.test(behind) ? undefined : behind
}

/** The rows of a table or the items of a list that tell of the thing in code that is asked for: they begin with its name. */
export const tellingOfCode = (search: Search, block: Block): readonly string[] => {
  const pieces = block.type === 'table' ? block.rows : block.type === 'list' ? block.items : []
  return pieces.filter((piece) => behindCode(search, piece) !== undefined)
}

/** 1.5 for the section of the thing in code that is asked for, which has its name alone, 1 where a row or an item tells of it. */
export const tellCode = (search: Search, { title, heading }: Source, blocks: readonly Block[]): number => {
  if (/^[\s`*_)(]*$/.test(behindCode(search, heading ?? title) ?? '?')) return 1.5
  return blocks.some((block) => tellingOfCode(search, block).length > 0) ? 1 : 0
}

/** Does a piece of the passage say a number, and most of what is asked about it? */
export const saysNumber = (search: Search, blocks: readonly Block[]): boolean =>
  search.asksForNumber &&
  blocks.flatMap(piecesOf).some((piece) => /\d/.test(piece) && weigh(search, piece) >= 0.6 * search.total)

const piecesOf = (block: Block): readonly string[] => {
  switch (block.type) {
    case 'prose':
      return block.sentences
    case 'list':
      return block.items
    case 'table':
      return block.rows.map((row) => `${block.head} ${row}`)
    case 'code':
      return []
  }
}

/** Does the passage say plainly what the thing is whose name the question asks the meaning of? */
export const definesName = ({ name }: Search, source: Source): boolean =>
  name !== undefined && definesAsSection(name, source) >= 2

/** How well a heading fits the question: the share of the question that it names, lessened by what else it names. */
export const fit = (search: Search, heading: string): number => {
  const terms = [...new Set(search.read(heading))]
  if (terms.length === 0) return 0
  const asked = terms.filter((term) => search.weights.has(term)).length
  return Math.min(1, weigh(search, heading) / search.total) * (asked / terms.length)
}
