import type { Source } from '../sources.ts'
import { lacksAll, type SearchWords, tellingTerms } from './search-words.ts'
import { headingOf, type Section, textOf } from './sections.ts'

/** What the reader is given: the answer, the closest sections, or that it is not there. */
export type Strength = 'strong' | 'weak' | 'none'

/**
 * What speaks for and against an answer, as logarithms of odds: what `bench/fit-answered.ts` gives, except that definitions count
 * more, of which it asks for few, and that a doubtful answer is given: its reader sees what is quoted. On a site of many
 * sections, one more of them has the words of a question that nothing answers; how much that counts is set by `bench/graded.ts`.
 */
const signs = { score: 3.1, terms: 0.52, sections: -1.87, coverage: 1.6, certainty: 0.4, defined: 2.2 }
const leastOdds = -8.95
/** Quoting what touches less of the question helps nobody. */
const leastCoverage = 0.15
/** A word of another language may be one of these pages by chance: “backe” and “back”. */
const leastElsewhere = 0.6
/** Below this, the first section answers one question in eight, so that it is not quoted. */
const leastCertainty = 0.2

type Sign = keyof typeof signs
const isSign = (name: string): name is Sign => name in signs
export const signNames = Object.keys(signs).filter(isSign)

/**
 * What tells whether sources answer: how much of the question the best page has, what the best section touches, and how far it
 * stands out from the others. By chance some page has more of few words the more sections there are; of many words none has all.
 */
export const readSigns = (best: Section, sources: readonly Source[], certainty: number): Record<Sign, number> => {
  const pages = sources.flatMap(({ byWords }) => byWords ?? []).sort((one, other) => other.score - one.score)
  const { score, terms, sections } = pages[0] ?? { score: 0, terms: 0, sections: 0 }
  return {
    score: Math.log(0.01 + score),
    terms: Math.log(3 + terms) * Math.log(1 + sections),
    sections: Math.log(1 + sections),
    coverage: best.coverage,
    certainty: Math.log(0.02 + certainty),
    defined: best.isChosen ? 1 : 0,
  }
}

/**
 * How well the sections answer. What asks for things by name is not answered by sections that have none of the names; of two or
 * three words, even a page that has them all together scores little.
 *
 * @param certainty how likely the first is the one that answers, if one does
 */
export const strengthOf = (
  sections: readonly Section[],
  search: SearchWords,
  { sources, certainty }: { sources: readonly Source[]; certainty: number },
): Strength => {
  const [best] = sections
  if (!best) return 'none'
  const text = textOf(best.source)
  if (best.isChosen) return 'strong'
  if (best.coverage < leastCoverage || lacksAll(search, text)) return 'none'
  if (search.isElsewhere && best.coverage < leastElsewhere) return 'none'
  if (lacksNames(search, sections)) return 'none'
  const read = readSigns(best, sources, certainty)
  const odds = signNames.reduce((sum, name) => sum + signs[name] * read[name], 0)
  if (odds < leastOdds && !saysAll(search, best)) return 'none'
  return certainty < leastCertainty && !search.isElsewhere ? 'weak' : 'strong'
}

/** A question of few words, of which each one counts. */
const fewWords = 7

/** Does a short question ask for things by name, beyond what every text is about, and no text has any of them? */
const lacksNames = ({ weights, names, read }: SearchWords, sections: readonly Section[]): boolean => {
  const texts = sections.map(({ source }) => new Set(read(textOf(source))))
  const telling = names.filter((name) => !texts.every((said) => said.has(name)))
  const isSaid = telling.some((name) => texts.some((said) => said.has(name)))
  return weights.size <= fewWords && telling.length > 0 && !isSaid
}

/**
 * Does one sentence, item or row say, under its headings, every word that tells what the question is about? A word alone may
 * stand anywhere in a table that lists many things: a row about it begins with it.
 */
const saysAll = (search: SearchWords, { source, pieces }: Section): boolean => {
  const telling = tellingTerms(search)
  const headings = `${source.title} ${headingOf(source)}`
  const parts = pieces.flatMap(({ kind, parts, head = '' }) => {
    if (kind === 'code') return []
    if (kind !== 'table') return parts
    return telling.length === 1 ? parts.map((row) => row.split('|')[1] ?? '') : parts.map((row) => `${head} ${row}`)
  })
  const isSaid = (text: string) => {
    const said = new Set(search.read(text))
    return telling.every((term) => said.has(term))
  }
  return telling.length > 0 && [headings, ...parts.map((part) => `${headings} ${part}`)].some(isSaid)
}
