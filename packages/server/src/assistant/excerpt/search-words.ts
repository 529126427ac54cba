import { maybeMisspelt, nearestWords } from '../../search/words/edit-distance.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { standInFor, standInsOf } from '../../search/words/stand-ins.ts'
import { withoutAsking, withoutSeams } from '../../search/words/unspaced.ts'
import { readTerms, weakTerms } from '../../search/words/words.ts'
import { askedLanguage, withoutSmallWords } from '../question/asked-language.ts'
import { searchedWords } from '../question/site-name.ts'
import { common } from '../question/wording.ts'
import type { Source } from '../sources.ts'

/** What is looked for, and how much each word tells. */
export interface SearchWords {
  /** What each word of the question, of those before it and of the reader's selection counts. */
  readonly weights: ReadonlyMap<string, number>
  /** What a passage with all words of the question has. */
  readonly total: number
  /** The terms of a text, as the language of the sources has them. */
  readonly read: (text: string) => readonly string[]
  /** Terms of names and flags that the question has. */
  readonly names: readonly string[]
  /** Is it asked in another language than that of the sources? */
  readonly isElsewhere: boolean
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

/** How much a word that only says how the question is put, one of the selection, and one of an earlier question count. */
const share = { weak: 0.4, context: 0.35, earlier: 0.6 }

/**
 * Reads the words of a question, and of what it refers to. How rare a word is cannot be told from a few passages that were
 * found by these very words, so all count alike but the weak ones.
 */
export const readSearchWords = (
  question: string,
  { context, earlier = '', sources, siteName = '' }: Asked,
): SearchWords => {
  const analysis = analysisOf(sources[0]?.language)
  const read = (text: string) => readTerms(text, analysis)
  const said = new Set(sources.flatMap(({ title, heading, content }) => read(`${title} ${heading ?? ''} ${content}`)))
  const asked = correct(read(withoutSmallWords(withoutAsking(searchedWords(question, siteName)))), said)
  const language = askedLanguage(`${earlier} ${question}`)
  const isElsewhere =
    language !== undefined && !sources.some((source) => (source.language ?? 'en').startsWith(language))
  // Of a follow-up in another language, a word that no source has may be any word.
  const isAny = isElsewhere && earlier !== ''
  const known = (terms: readonly string[]) => (isAny ? terms.filter((term) => said.has(term)) : terms)
  const weights = new Map<string, number>()
  const weigh = (terms: readonly string[], worth: number) => {
    for (const term of terms)
      if (!weights.has(term)) weights.set(term, weakTerms.has(term) ? worth * share.weak : worth)
    return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  }
  const own = weigh(known(asked), 1)
  weigh(known(read(withoutSmallWords(earlier))), share.earlier)
  const all = weigh(read(context), share.context)
  const site = new Set(read(siteName))
  // What was read as another word is not looked for as it is written.
  const names = readNames(question)
    .flatMap((name) => read(name).at(-1) ?? [])
    .filter((term) => asked.includes(term) && !site.has(term))
  return { weights, total: own || all, read, names, isElsewhere }
}

/** Terms as they may be meant: of what no source says, another name of it or the nearest word that one says. */
const correct = (terms: readonly string[], said: ReadonlySet<string>): readonly string[] => {
  const isSaid = (term: string) => said.has(term)
  return withoutSeams(terms, isSaid).map((term) => {
    if (isSaid(term)) return term
    if (standInsOf(term).length > 0) return standInFor(term, isSaid) ?? term
    return (maybeMisspelt(term) ? nearestWords(term, said)[0] : undefined) ?? term
  })
}

/** Flags, and words within a sentence that begin with a capital; none of a heading, or of German, where most nouns do. */
const readNames = (question: string): readonly string[] => {
  const names = [...question.matchAll(/(?<=(\p{L}[^\s.!?:;)]*|\p{N}),?\s+)\p{Lu}[\p{L}\p{N}][^\s,?!]*/gu)]
    .filter(([, before = '']) => !common.germanArticles.includes(before.toLowerCase()))
    .map(([name]) => name)
  const isSentence = names.length <= question.split(/\s+/).length / 3
  return [...(isSentence ? names : []), ...(question.match(/(?<!\S)(?:--|data-)[\w-]+/g) ?? [])]
}

/** The words that tell what the question is about. */
export const tellingTerms = ({ weights }: SearchWords): string[] =>
  [...weights].flatMap(([term, weight]) => (weight === 1 ? [term] : []))

/** How much of the question a text touches, 0 to 1. */
export const coverageOf = ({ weights, total, read }: SearchWords, text: string): number => {
  const weight = [...new Set(read(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  return Math.min(1, weight / total)
}

/** Has a text none of the words that tell what the question is about? */
export const lacksAll = (search: SearchWords, text: string): boolean => {
  const said = new Set(search.read(text))
  const telling = tellingTerms(search)
  return telling.length > 0 && !telling.some((term) => said.has(term))
}
