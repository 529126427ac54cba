import { maybeMisspelt, nearestWords } from '../../search/words/edit-distance.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { standInFor, standInsOf } from '../../search/words/stand-ins.ts'
import { isUnspaced, withoutAsking, withoutSeams } from '../../search/words/unspaced.ts'
import { readTerms, weakTerms } from '../../search/words/words.ts'
import { askedLanguage, withoutSmallWords } from '../question/asked-language.ts'
import { readCompared } from '../question/comparison.ts'
import { readDefined } from '../question/definition.ts'
import { asksForValue, asksHow, namesDefault, statesDefault } from '../question/question-kind.ts'
import { searchedWords } from '../question/site-name.ts'
import { common, findPhrase, phraseAt, type Token, tokensOf, trimTo } from '../question/wording.ts'
import type { Source } from '../sources.ts'
import type { Piece } from './pieces.ts'

/** What is looked for, and how much each word tells. */
export interface SearchWords {
  /** What each word of the question, and of the reader's selection, counts. */
  readonly weights: ReadonlyMap<string, number>
  /** What a passage with all words of the question has. */
  readonly total: number
  /** The terms of a text, as the language of the sources has them. */
  readonly read: (text: string) => readonly string[]
  /** What “And X?” names that the questions before it did not. */
  readonly added: ReadonlySet<string>
  /** Names that the question has, as written in lower case: `slack`, `imap`. */
  readonly names: readonly string[]
  /** Is it asked, in a few words, what something is unless it is set? */
  readonly asksForDefault: boolean
  /** Is it asked, in a few words, which port or version? */
  readonly asksForNumber: boolean
  readonly intent: Intent
  /** Is it asked in another language than that of the sources? */
  readonly isElsewhere: boolean
  /** Names of things in code that the question has, such as `usestate` for `useState`. */
  readonly identifiers: readonly string[]
  /** The name of a thing in code that is all that is asked: `SIDENOTE_PORT`, “What is `data-theme`?” */
  readonly codeName: string | undefined
  /** The short name that “What is …?” asks about. */
  readonly name: string | undefined
  /** The two or three things that are to be told apart, in lower case. */
  readonly compared: readonly string[] | undefined
}

/** What kind of answer is wanted: a definition, steps with code, or anything, such as a value. */
type Intent = 'definition' | 'how' | 'any'

/** How much a weak word, a word of the reader’s selection, and a word of an earlier question count. */
const share = { weak: 0.4, context: 0.35, earlier: 0.6 }

const readIntent = (question: string): Intent => {
  if (asksForValue(question) || namesDefault(question)) return 'any'
  if (readDefined(question) !== undefined) return 'definition'
  return asksHow(question) ? 'how' : 'any'
}

/** Does a text have this name, as a word or the beginning of one? */
export const hasName = (text: string, name: string): boolean => {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const before = lower.charAt(at - 1)
    if (!/[\p{L}\p{N}_$-]/u.test(before) || isUnspaced(before)) return true
  }
  return false
}

interface Asked {
  /** What the reader selected. */
  readonly context: string
  /** The questions before it that it refers to. @default none */
  readonly earlier?: string
  readonly sources: readonly Pick<Source, 'language' | 'title' | 'heading' | 'content'>[]
  /** What the documentation is called: all of it is about that. */
  readonly siteName?: string | undefined
}

/**
 * Reads the words of a question, and of what the reader selected. All words count alike but those that only say how the
 * question is put: how rare a word is cannot be told from a few passages that were found by these very words.
 */
export const readSearchWords = (
  question: string,
  { context, earlier = '', sources, siteName = '' }: Asked,
): SearchWords => {
  const tokens = tokensOf(question)
  const code = readCode(tokens)
  const analysis = mostOften(sources.map(({ language }) => analysisOf(language)))
  const read = (text: string) => readTerms(text, analysis)
  const weights = new Map<string, number>()
  const readSources = () =>
    sources.flatMap(({ title, heading, content }) => read(`${title} ${heading ?? ''} ${content}`))
  const corrected = correct(read(withoutSmallWords(withoutAsking(searchedWords(question, siteName)))), readSources)
  const isElsewhere = isInOther(`${earlier} ${question}`, sources)
  const toldOf = (texts: readonly string[]) => (isElsewhere && earlier !== '' ? among(texts, readSources()) : texts)
  const terms = toldOf(corrected)
  // “How do I configure it?” has no other word than one that says how a question is put.
  const isTold = terms.some((term) => !weakTerms.has(term)) || earlier !== '' || context !== ''
  for (const term of terms) weights.set(term, isTold && weakTerms.has(term) ? share.weak : 1)
  let total = 0
  for (const weight of weights.values()) total += weight
  const named = new Set(toldOf(read(withoutSmallWords(earlier))))
  const added = [...weights].flatMap(([term, weight]) => (weight === 1 && !named.has(term) ? [term] : []))
  // A follow-up is about what the question before it named; a passage need not repeat that.
  for (const term of named) {
    if (!weights.has(term)) weights.set(term, share.earlier * (weakTerms.has(term) ? share.weak : 1))
  }
  const selected = new Set(read(context))
  for (const term of selected) if (!weights.has(term)) weights.set(term, share.context)
  if (total === 0) for (const weight of weights.values()) total += weight
  return {
    weights,
    total,
    read,
    added: new Set(named.size > 0 && phraseAt(tokens, common.addsName) > 0 ? added : []),
    intent: readIntent(question),
    isElsewhere,
    identifiers: code.filter(isIdentifier).map((name) => name.toLowerCase()),
    codeName: readCodeName(tokens),
    // What was read as another word, as of a name that no source has, is not looked for as it is written.
    names: [...readNames(tokens), ...code.filter(isFlag)].filter(
      (name) => !hasName(siteName, name) && among(read(name), corrected).length === read(name).length,
    ),
    name: readDefined(question),
    asksForDefault: isShort({ weights }) && namesDefault(question),
    asksForNumber: isShort({ weights }) && findPhrase(tokens, common.number) >= 0,
    compared: readCompared(question),
  }
}

/** “What is X?”, “What does X do?”, or X alone. */
const readCodeName = (tokens: readonly Token[]): string | undefined => {
  const [named, ...others] = tokens.slice(phraseAt(tokens, common.asksForName))
  const name = trimTo(named?.shown ?? '', (character) => !'`"\'“”?.!'.includes(character))
  const isAlone = others.length === 0 || phraseAt(others, common.behindName) === others.length
  return isAlone && isCode.test(name) && /^-|\w[_.:-]\w|[a-z][A-Z]|\)$/.test(name) ? name : undefined
}
const isCode = /^-{0,2}[\w$@][\w$@/.:-]{0,79}(?:\(\))?$/

/** Terms as they may be meant: of what no source says, another name of it or the nearest word that one says. */
const correct = (terms: readonly string[], readSources: () => readonly string[]): readonly string[] => {
  if (!terms.some((term) => maybeMisspelt(term) || isUnspaced(term) || standInsOf(term).length > 0)) return terms
  const said = new Set(readSources())
  return withoutSeams(terms, (term) => said.has(term)).map((term) => {
    if (said.has(term)) return term
    if (standInsOf(term).length > 0) return standInFor(term, (other) => said.has(other)) ?? term
    return (maybeMisspelt(term) ? nearestWords(term, said)[0] : undefined) ?? term
  })
}

/**
 * Is a question in another language than the sources? Of a follow-up in one, a word that the sources do not have may be any
 * word, and says nothing of whether they answer.
 */
const isInOther = (question: string, sources: Asked['sources']): boolean => {
  const language = askedLanguage(question)
  return language !== undefined && !sources.some((source) => (source.language ?? 'en').startsWith(language))
}

const among = (terms: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others)
  return terms.filter((term) => known.has(term))
}

const mostOften = (values: readonly string[]): string => {
  const count = (value: string) => values.filter((other) => other === value).length
  return values.toSorted((one, other) => count(other) - count(one))[0] ?? 'en'
}

/** A question of few words, of which each one counts. */
export const isShort = ({ weights }: Pick<SearchWords, 'weights'>): boolean => weights.size <= 7

/** Words within a sentence that begin with a capital. None of a heading, or of German, where many words do, and nouns have articles. */
const readNames = (tokens: readonly Token[]): string[] => {
  const names = tokens.filter(({ shown, word }, at) => {
    const before = tokens[at - 1]
    const isWithin = before !== undefined && !endsClause(before.shown) && !common.germanArticles.includes(before.word)
    const letter = shown.charAt(0)
    return isWithin && word.length > 1 && letter !== letter.toLowerCase()
  })
  return names.length <= tokens.length / 3 ? names.map(({ word }) => word) : []
}
const endsClause = (shown: string): boolean => ['.', '!', '?', ':', ';', ')'].includes(shown.slice(-1))

/** `--port`, `data-side` */
const isFlag = (name: string): boolean => name.startsWith('--') || name.startsWith('data-')
/** `useState`, `server.port`, and the number of a status. */
const isIdentifier = (name: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:[._][A-Za-z]|[a-z][A-Z])[\w.$]*$|^[1-5]\d\d$/.test(name)

/** Names of things in code, as written, without marks around them. */
const readCode = (tokens: readonly Token[]): string[] =>
  tokens.map(({ shown }) => trimTo(shown, (character) => !aroundCode.includes(character)))
/** What may stand around code in a sentence. */
const aroundCode = '`"\'“”‘’()[],;:.?!'

/** The words that tell what the question is about. */
export const tellingTerms = ({ weights }: Pick<SearchWords, 'weights'>): string[] =>
  [...weights].flatMap(([term, weight]) => (weight === 1 ? [term] : []))

/** How much of the question a text touches, 0 to 1. */
export const coverageOf = ({ weights, total, read }: SearchWords, text: string): number => {
  let weight = 0
  for (const term of new Set(read(text))) weight += weights.get(term) ?? 0
  return Math.min(1, weight / total)
}

/** The share of what a follow-up names anew that a text has. */
export const shareAdded = ({ added, read }: SearchWords, text: string): number => {
  if (added.size === 0) return 0
  const said = new Set(read(text))
  return [...added].filter((term) => said.has(term)).length / added.size
}

/** Has a text none of the words that tell what the question is about? */
export const lacksAll = (search: SearchWords, text: string): boolean => {
  const said = new Set(search.read(text))
  const telling = tellingTerms(search)
  return telling.length > 0 && !telling.some((term) => said.has(term))
}

/** Does a piece, under a heading, say the default or the number that is asked for, and of what is named? */
export const statesWanted = (search: SearchWords, { kind, head = '', parts }: Piece, heading: string): boolean => {
  const { asksForDefault, asksForNumber, identifiers } = search
  if (kind === 'code' || !(asksForDefault || asksForNumber)) return false
  return parts.some((part) => {
    const text = `${head} ${part}`
    if (identifiers.length > 0 && !identifiers.some((name) => hasName(`${heading} ${text}`, name))) return false
    return asksForDefault ? statesDefault(text) : /\d/.test(part) && coverageOf(search, text) >= leastOfNumber
  })
}
/** How much of a question for a number what says it touches. */
const leastOfNumber = 0.6

/** What stands behind the name of the thing in code that is asked for, in what begins with that name. */
const behindName = ({ codeName }: SearchWords, text: string): string | undefined => {
  const rest = text.replace(/^(?:[-*+] |\d+[.)] |\|)?[\s`*_[]*/, '')
  if (codeName === undefined || !rest.toLowerCase().startsWith(codeName.toLowerCase())) return undefined
  const behind = rest.slice(codeName.length)
  return /^[\w.-]/.test(behind) ? undefined : behind
}

/** The rows or items that tell of the thing in code that is asked for: they begin with its name. */
export const partsOfName = (search: SearchWords, { kind, parts }: Piece): readonly string[] =>
  kind === 'table' || kind === 'list' ? parts.filter((part) => behindName(search, part) !== undefined) : []

/** Is a heading the name in code that is asked for, and nothing else but its arguments? */
export const isHeadedByName = (search: SearchWords, heading: string): boolean =>
  /^[\s`*_]*(?:\(.*)?$/.test(behindName(search, heading) ?? '?')
