import { readTerms } from '../../search/words/words.ts'
import { speaksOfDefault } from './defaults.ts'
import {
  byWords,
  negations,
  opposites,
  orderRoots,
  orderWords,
  otherwiseWords,
  unspacedNegations,
  unspacedOpposites,
} from './words.ts'

const countNegations = (text: string): number => {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*/gu) ?? []
  const spaced = words.filter((word) => negations.has(word) || word.endsWith('n’t') || word.endsWith("n't")).length
  return unspacedNegations.reduce((count, part) => count + text.split(part).length - 1, spaced)
}
/** Longest first, as `비활성화` has `활성화` within it. */
const unspacedWords = unspacedOpposites.flat().sort((one, other) => other.length - one.length)
const unspacedIn = (text: string): string[] => {
  let left = text
  return unspacedWords.filter((word) => {
    const isIn = left.includes(word)
    if (isIn) left = left.replaceAll(word, ' ')
    return isIn
  })
}
const allOpposites = [...opposites, ...unspacedOpposites]

/** What denies in other words, or says less than it seems; such a clause is left to itself. Advice against something, too, and what is said of a lack. */
const unclear =
  /(?<!\p{L})(?:only|off|disabl\p{L}*|prevent\p{L}*|avoid\p{L}*|exclud\p{L}*|false|instead|until|rather|nur|erst|seul\p{L}*|solo)(?!\p{L})|`0`|(?<![\d.])0(?![\d.])|^\s*(?:do not|don[’']t|never|without|ohne|sans|sin|sem|senza|zonder|без)\s/giu
const betweenClauses =
  /[,;:()–—]|(?<!\p{L})(?:so|but|because|since|although|while|unless|which|weil|aber|obwohl|car|mais|porque|pero)(?!\p{L})/iu

/** Of the words of a clause, to say the same as it but for “not”; of all of them, to deny the whole sentence. */
const likeness = { clause: 0.75, whole: 0.8, denied: 0.9 }
/** A clause with fewer words says too little to be denied. */
const fewestTerms = 2

interface Statement {
  readonly terms: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly negations: number
  /** Words by which it may deny without a “not”; only statements that share them can be compared. */
  readonly hints: string
}

const read = (text: string): Statement => ({
  terms: new Set(readTerms(text).filter((term) => !negations.has(term))),
  words: new Set([...(text.toLowerCase().match(/\p{L}+/gu) ?? []), ...unspacedIn(text)]),
  negations: countNegations(text),
  hints: [...new Set(text.toLowerCase().match(unclear))]
    .map((hint) => hint.trim().slice(0, 6))
    .sort()
    .join(' '),
})

/** What a passage states, made ready to be compared with sentences. */
export interface Statements {
  readonly clauses: readonly Statement[]
  /** Whole sentences of one kind: nothing in them is denied, or all of it. */
  readonly plain: readonly Statement[]
  readonly orders: readonly Order[]
  /** Is something here off unless it is turned on? “It does not …” may then be said of it. */
  readonly isOff: boolean
}

const off = /default.{0,40}(?<![\w.])(?:0|false|none|null|off|disabled)(?![\w.])/i

/** What stands before and behind a word that puts one thing before another. */
interface Order {
  readonly word: string
  readonly before: ReadonlySet<string>
  readonly behind: ReadonlySet<string>
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []

/** In letters: articles and the like, of languages whose small words are not left out. */
const longestSmallWord = 3

const without = (terms: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...terms].filter((term) => !others.has(term)))

/** The root of a word that puts one thing before another. */
const orderOf = (word: string): string | undefined =>
  orderWords.has(word) ? word : orderRoots.find((root) => word.startsWith(root))

/** Nothing of a text that has several such words, or denies or turns one: which stands before which is then left open. */
const readOrder = (text: string): Order | undefined => {
  const words = wordsIn(text)
  const places = words.flatMap((word, at) => (orderOf(word) === undefined ? [] : at))
  const [first] = places
  // “Vorrang vor”: words that stand side by side are one.
  if (first === undefined || places.some((place, at) => place !== first + at) || countNegations(text) > 0)
    return undefined
  const end = first + places.length
  if (byWords.has(words[end] ?? '')) return undefined
  const [before, behind] = [words.slice(0, first), words.slice(end)].map(
    (part) => new Set(readTerms(part.join(' ')).filter((term) => term.length > longestSmallWord)),
  )
  if (!before || !behind) return undefined
  return {
    word: orderOf(words[first] ?? '') ?? '',
    before: without(before, behind),
    behind: without(behind, before),
  }
}

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((term) => other.has(term)).length

/** Does a sentence have both sides of what a passage states, and more of each on the other side? */
const isTurned = (sentence: string, orders: readonly Order[]): boolean => {
  const said = readOrder(sentence)
  if (!said) return false
  const counts = orders
    .filter(({ word }) => word === said.word)
    .map(({ before, behind }) => {
      const [forth, back] = [common(said.before, behind), common(said.behind, before)]
      const straight = common(said.before, before) + common(said.behind, behind)
      return { straight, turned: forth > 0 && back > 0 ? forth + back : 0 }
    })
  const turned = Math.max(0, ...counts.map((count) => count.turned))
  return turned > 0 && counts.every(({ straight }) => straight < turned)
}

export const readStatements = (all: readonly string[]): Statements => {
  const pieces = all.filter((piece) => !wordsIn(piece).some((word) => otherwiseWords.has(word)))
  const split = pieces.map((piece) => ({ whole: read(piece), clauses: piece.split(betweenClauses).map(read) }))
  return {
    isOff: all.some((piece) => off.test(piece)),
    orders: all.flatMap((piece) => readOrder(piece) ?? []),
    clauses: split.flatMap(({ clauses }) => clauses),
    plain: split.flatMap(({ whole, clauses }) =>
      clauses.every((clause) => isOdd(clause) === isOdd(whole)) ? whole : [],
    ),
  }
}

/** The same without a word that is a negation itself: “never”. */
const isOddBut = (word: string, statement: Statement): boolean =>
  (statement.negations - (negations.has(word) ? 1 : 0)) % 2 === 1
const isOdd = (statement: Statement): boolean => statement.negations % 2 === 1

/**
 * Does a sentence deny what a passage says in the same words? “It is enabled by default” of “It is not enabled by default”,
 * “before” of “after”. `heads` are the words of title and headings, which a sentence may take from there.
 */
export const contradicts = (
  sentence: string,
  { clauses, plain, orders, isOff }: Statements,
  heads: ReadonlySet<string>,
): boolean =>
  isTurned(sentence, orders) ||
  sentence
    .split(betweenClauses)
    .map(read)
    .some((said) => {
      if (said.terms.size < fewestTerms) return false
      const like = (stated: Statement) => shared(said.terms, stated.terms, heads)
      return (
        isOpposed(said, [...clauses, ...plain], heads) ||
        (!(isOff && isOdd(said)) && isDenied(said, { clauses, plain }, like))
      )
    })

const isDenied = (
  said: Statement,
  { clauses, plain }: Pick<Statements, 'clauses' | 'plain'>,
  like: (stated: Statement) => number,
): boolean => {
  const best = (among: readonly Statement[]) => among.reduce((most, stated) => Math.max(most, like(stated)), 0)
  const all = [...clauses, ...plain]
  const isOther = (stated: Statement) => isOdd(stated) !== isOdd(said) && stated.hints === said.hints
  const agreeing = best(all.filter((stated) => !isOther(stated)))
  // Two words are denied by a clause that has these and no other: “30 seconds at most” is not denied by “not over 30 seconds”.
  const isWhole = (stated: Statement) => said.terms.size > fewestTerms || stated.terms.size <= fewestTerms
  const denying = best(clauses.filter((stated) => isOther(stated) && isWhole(stated)))
  if (denying >= likeness.clause && agreeing < denying) return true
  const others = best(plain.filter(isOther))
  return others >= (isOdd(said) ? likeness.whole : likeness.denied) && agreeing < others
}

/** The share of the words of one that the other has, or the headings above it; not all from there. */
const shared = (said: ReadonlySet<string>, stated: ReadonlySet<string>, heads: ReadonlySet<string>): number => {
  let own = 0
  let all = 0
  for (const term of said) {
    if (stated.has(term)) own++
    if (stated.has(term) || heads.has(term)) all++
  }
  return own >= 2 ? all / said.size : 0
}

/** Is the nearest that is stated with one of two opposites stated with the other one? */
const isOpposed = (said: Statement, clauses: readonly Statement[], heads: ReadonlySet<string>): boolean =>
  allOpposites.some(([one, other]) => {
    // What a default is stands elsewhere than how to set the option.
    if (one === 'true' && speaksOfDefault([...said.words].join(' '))) return false
    const [mine, its] = said.words.has(one) ? [one, other] : [other, one]
    if (!said.words.has(mine) || said.words.has(its)) return false
    const terms = new Set(said.terms)
    for (const term of readTerms(mine)) terms.delete(term)
    const best = (word: string, without: string): number =>
      clauses.reduce(
        (most, stated) =>
          stated.words.has(word) && !stated.words.has(without) && isOddBut(word, stated) === isOddBut(mine, said)
            ? Math.max(most, shared(terms, stated.terms, heads))
            : most,
        0,
      )
    const opposed = best(its, mine)
    return opposed >= likeness.clause && best(mine, its) < opposed
  })
