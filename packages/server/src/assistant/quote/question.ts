import { readTerms } from '../../docs/words.ts'
import { definesPlainly, readDefined } from '../definition.ts'
import { type Block, writeBlock } from './passage.ts'

/** What is looked for, and how much each word tells. */
export interface Search {
  /** What each word of the question, and of the reader's selection, counts. */
  readonly weights: ReadonlyMap<string, number>
  /** What a passage with all words of the question has. */
  readonly total: number
  readonly intent: Intent
  /** Names of things in code that the question has, such as `usestate` for `useState`. */
  readonly identifiers: readonly string[]
  /** Words that stand side by side in the question, joined by a blank. */
  readonly pairs: ReadonlySet<string>
  /** What “What is …?” asks about. */
  readonly subject: RegExp | undefined
  /** The same as it was written, when it is a short name. */
  readonly name: string | undefined
  /** The two things that are to be told apart, in lower case. */
  readonly compared: readonly [string, string] | undefined
}

/** What kind of answer is wanted: a definition, steps with code, a value, or anything. */
type Intent = 'definition' | 'how' | 'value' | 'any'

/** Words that say how a question is put and not what it is about. They count a little. */
const weak = new Set(
  readTerms(
    'use using want need way possible help please tell explain show mean work make get set thing question doc docs ' +
      'documentation example understand know try trying like just best good able happen add new different page site run ' +
      'exactly right value problem issue start change create configure support handle specify define enable set up',
  ),
)

/** How much a weak word, a word of the reader’s selection, and a word of an earlier question count. */
const share = { weak: 0.4, context: 0.35, earlier: 0.6 }

const readIntent = (question: string): Intent => {
  if (
    /^\s*(?:so |and )?what(?:'s| is| are)\b(?! the (?:default|maximum|minimum|limit|value|difference|best|right))/i.test(
      question,
    )
  ) {
    return 'definition'
  }
  if (
    /\b(?:default|maximum|minimum|limits?|how (?:many|much|long|often)|which (?:port|version|value|option))\b/i.test(
      question,
    )
  ) {
    return 'value'
  }
  return /\b(?:how|steps?|configure|install|set ?up|enable|disable|example|migrate|use)\b/i.test(question)
    ? 'how'
    : 'any'
}

/** “The difference between A and B”, “A vs. B”. */
const readCompared = (question: string): readonly [string, string] | undefined => {
  const [, one, other] =
    /\b(?:differences? between|compare)\s+(.{1,40}?)\s+(?:and|with|to)\s+(.{1,40}?)\s*\??\s*$/i.exec(question) ??
    /(\S{1,40})\s+(?:vs\.?|versus|or)\s+(\S{1,40}?)\s*\??\s*$/i.exec(question) ??
    []
  const name = (text: string) => text.toLowerCase().replace(/^(?:an?|the)\s+|[`"'()]/g, '')
  return one && other ? [name(one), name(other)] : undefined
}

/** How well a passage tells two things apart: 1 when its heading names both, 0.5 when one paragraph of it does. */
export const tellApart = (search: Search, heading: string, blocks: readonly Block[]): number => {
  const { compared } = search
  if (!compared) return 0
  const namesBoth = (text: string) => compared.every((name) => text.toLowerCase().includes(name))
  if (namesBoth(heading)) return 1
  return blocks.some((block) => block.type !== 'code' && namesBoth(writeBlock(block))) ? 0.5 : 0
}

/** Matches a sentence that says what the thing is that the question asks for. */
const readSubject = (question: string): RegExp | undefined => {
  const subject =
    /^\s*(?:so |and )?what(?:'s| is| are| does) (?:an? |the )?(.{2,60}?)(?: mean| stand for| do| for)?\s*\?*\s*$/i.exec(
      question,
    )?.[1]
  if (!subject) return undefined
  const escaped = subject.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/s$/i, 's?')
  return new RegExp(
    `^\\W*(?:an? |the )?\\W{0,3}${escaped}s?\\W{0,3}(?: \\([^)]*\\))?[^.]{0,80}?\\b(?:is|are|means|lets|allows|helps|provides|enables|gives|makes|does|refers)\\b`,
    'i',
  )
}

/**
 * Reads the words of a question, and of what the reader selected. All words count alike but those that only say how the
 * question is put: how rare a word is cannot be told from a few passages that were found by these very words.
 */
export const readSearch = (question: string, context: string, earlier = ''): Search => {
  const weights = new Map<string, number>()
  for (const term of readTerms(question)) weights.set(term, weak.has(term) ? share.weak : 1)
  let total = 0
  for (const weight of weights.values()) total += weight
  // A follow-up is about what the question before it named; a passage need not repeat that.
  for (const term of readTerms(earlier)) {
    if (!weights.has(term)) weights.set(term, share.earlier * (weak.has(term) ? share.weak : 1))
  }
  const selected = new Set(readTerms(context))
  for (const term of selected) if (!weights.has(term)) weights.set(term, share.context)
  if (total === 0) for (const weight of weights.values()) total += weight
  return {
    weights,
    total,
    intent: readIntent(question),
    identifiers: readIdentifiers(question),
    pairs: new Set(pairsOf(question)),
    subject: readSubject(question),
    name: readDefined(question),
    compared: readCompared(question),
  }
}

const pairsOf = (text: string): string[] => {
  const terms = readTerms(text)
  return terms.slice(1).map((term, at) => `${terms[at]} ${term}`)
}

/** The share of the question’s pairs of words that a text has side by side, too. */
export const sharePairs = (search: Search, text: string): number => {
  if (search.pairs.size === 0) return 0
  const shared = new Set(pairsOf(text).filter((pair) => search.pairs.has(pair)))
  return shared.size / search.pairs.size
}

const readIdentifiers = (question: string): string[] =>
  (question.match(/(?<![\w$])[A-Za-z_$][\w$]*(?:[a-z][A-Z]|[._][A-Za-z])[\w.$]*/g) ?? []).map((name) =>
    name.replace(/(?<![.$])[.$]+$/, '').toLowerCase(),
  )

/** True when a text has none of the names in code that the question has. */
export const lacksIdentifiers = (search: Search, text: string): boolean => {
  const lower = text.toLowerCase()
  return search.identifiers.length > 0 && !search.identifiers.some((name) => lower.includes(name))
}

/** Does the block say what the question asks the meaning of? 1 for “X is a …”, 0.5 for “X lets you …”, 0 for no. */
export const definition = (search: Search, block: Block): number => {
  const { subject, name } = search
  if (subject === undefined || block.type !== 'prose') return 0
  const saying = block.sentences.filter((sentence) => subject.test(sentence))
  if (saying.length === 0) return 0
  return name !== undefined && definesPlainly(name, saying.join('\n')) > 0 ? 1 : 0.5
}

/** How well a heading fits the question: the share of the question that it names, lessened by what else it names. */
export const fit = (search: Search, heading: string): number => {
  // The parts of `server.port` are among the words already.
  const terms = [...new Set(readTerms(heading))].filter((term) => !/\w[._/-]\w/.test(term))
  if (terms.length === 0) return 0
  const asked = terms.filter((term) => search.weights.has(term)).length
  return Math.min(1, weigh(search, heading) / search.total) * (asked / terms.length)
}

/** How much of the question a text touches: the summed weights of its words. */
export const weigh = (search: Search, text: string): number => {
  let weight = 0
  for (const term of new Set(readTerms(text))) weight += search.weights.get(term) ?? 0
  return weight
}
