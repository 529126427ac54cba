import { maybeMisspelt, nearestWords } from '../../docs/edit-distance.ts'
import { analysisOf } from '../../docs/languages.ts'
import { isUnspaced, withoutAsking, withoutSeams } from '../../docs/unspaced.ts'
import { readTerms, weakTerms } from '../../docs/words.ts'
import { withoutSmallWords } from '../asked-language.ts'
import { readCompared } from '../comparison.ts'
import { readDefined } from '../definition.ts'
import type { Source } from '../sources.ts'

/** What is looked for, and how much each word tells. */
export interface Search {
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
  readonly intent: Intent
  /** Does it ask for all of a kind: “Which events are there?” */
  readonly asksForAll: boolean
  /** Names of things in code that the question has, such as `usestate` for `useState`. */
  readonly identifiers: readonly string[]
  /** Words that stand side by side in the question, joined by a blank. */
  readonly pairs: ReadonlySet<string>
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
  if (asksWhatIs.test(question) && !namesDefault(question)) return 'definition'
  if (asksForValue.test(question) || namesDefault(question)) return 'any'
  if (readDefined(question) !== undefined) return 'definition'
  if (asksHow.test(question)) return 'how'
  if (asksWhether.test(question)) return 'any'
  return isCommand(question) || namesTask.test(question) ? 'how' : 'any'
}

const asksWhatIs =
  /^\s*(?:so |and )?what(?:'s|’s| is| are)\b(?! the (?:default|max|min|maximum|minimum|limit|value|difference|best|right))/i
/** “How many …?”, “Wie viele …?”, “多少” */
const asksForValue =
  /\b(?:max(?:imum)?|min(?:imum)?|limits?|how (?:many|much|long|often)|which (?:port|version|value|option))\b|(?<!\p{L})(?:wie (?:viele?|lange|oft)|combien|cuánt[oa]s?|quant[ieoa]s?(?!\p{L})|сколько)|いくつ|何回|多少|几个|몇 /iu
const namesTask = /\b(?:how|steps?|configure|install|set ?up|enable|disable|example|migrate|use)\b/i
/** “Wie …?”, “Comment …?”, “方法” */
const asksHow =
  /^[^\p{L}]*(?:wie|comment|c[óo]mo|come(?! )|come (?:si|posso|fare|faccio|\p{L}+re)|como|как|πώς)(?!\p{L})|方法|やり方|どうすれば|どうやって|したい|には[？?]?$|如何|怎么|怎麼|怎样|怎樣|어떻게|방법|려면/iu

/** “Can I use …?”, “Which … can I use?”: it is not asked how. */
const asksWhether = /^\W*(?:which|who|is|are|do|does|did|has|have|can|may|will|should)\b(?!.*\bhow\b)/i

/** “Add custom CSS”, “link to another page”: what is to be done, typed as into a search box. */
const isCommand = (question: string): boolean => {
  const [, verb = '', object = ''] = /^\W*([a-z]+) (\w+)/i.exec(question) ?? []
  return doing.has(verb.toLowerCase()) || (doingSomething.has(verb.toLowerCase()) && determiner.test(object))
}

const doing = new Set(
  (
    'add allow apply attach authenticate avoid cancel change clean clear combine compile configure connect convert ' +
    'copy create customise customize define delete deploy detect embed enforce ensure exclude expose extend extract ' +
    'fetch find fix force generate hide ignore implement include increase inject insert install integrate invalidate ' +
    'join keep make merge migrate modify move override pass pause persist prevent protect publish reduce register ' +
    'reload remove rename replace reset resolve restart restrict resume retry reuse revert rewrite save secure send ' +
    'share show skip specify split start stop switch transform turn upgrade use validate verify wrap write'
  ).split(' '),
)
/** Words that are nouns as well: “test coverage” is no command. */
const doingSomething = new Set(
  (
    'block build cache call check debug export follow format get group handle import limit link list load lock log ' +
    'mark mock open print read redirect return run schedule serve set sort store stream test track trigger update ' +
    'upload'
  ).split(' '),
)
const determiner = /^(?:an?|the|my|our|all|only|one|two|another|other|multiple|several|custom|to|from|into)$/i

/** “Default” in other languages than English. */
const defaultElsewhere =
  /standardmäßig|voreinstellung|standardwert|par défaut|por defecto|predeterminad|predefini[td]|por omissão|по умолчанию|デフォルト|既定|初期値|默认|預設|缺省|기본값/i

/** Does a question, or a word of it, name a default? */
export const namesDefault = (text: string): boolean => /\bdefaults?\b/i.test(text) || defaultElsewhere.test(text)

/** Does a text say what a default is? */
export const statesDefault = (text: string): boolean =>
  /\bdefaults?(?: value)?\W{0,6}(?::|\bis\b|\bto\b|=|\|)|\bby default\b|\(default\)/i.test(text) ||
  defaultElsewhere.test(text)

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
export const readSearch = (question: string, { context, earlier = '', sources, siteName = '' }: Asked): Search => {
  const analysis = mostOften(sources.map(({ language }) => analysisOf(language)))
  const read = (text: string) => readTerms(text, analysis)
  const weights = new Map<string, number>()
  const terms = correct(read(withoutSmallWords(withoutAsking(question))), () =>
    sources.flatMap(({ title, heading, content }) => read(`${title} ${heading ?? ''} ${content}`)),
  )
  for (const term of terms) weights.set(term, weakTerms.has(term) ? share.weak : 1)
  let total = 0
  for (const weight of weights.values()) total += weight
  const named = new Set(read(earlier))
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
    added: new Set(named.size > 0 && addsName.test(question) ? added : []),
    intent: readIntent(question),
    asksForAll: /^\W*(?:which|what)\b(?!(?:['’]s| is)\b)|\b(?:list|all)\b/i.test(question),
    identifiers: readIdentifiers(question),
    names: [...readNames(question), ...(question.match(flag) ?? [])].filter((name) => !hasName(siteName, name)),
    pairs: new Set(pairsOf(read(question))),
    name: readDefined(question),
    asksForDefault: isShort({ weights }) && namesDefault(question),
    compared: readCompared(question),
  }
}

/** Terms as they may be meant: of what no source says, the nearest that one says. */
const correct = (terms: readonly string[], readSources: () => readonly string[]): readonly string[] => {
  if (!terms.some((term) => maybeMisspelt(term) || isUnspaced(term))) return terms
  const said = new Set(readSources())
  return withoutSeams(terms, (term) => said.has(term)).map((term) =>
    said.has(term) || !maybeMisspelt(term) ? term : (nearestWords(term, said)[0] ?? term),
  )
}

/** “And in Python?”, “What about the second one?” */
const addsName = /^\W*(?:and|or|but|also|(?:what|how) about)\b/i

const mostOften = (values: readonly string[]): string => {
  const count = (value: string) => values.filter((other) => other === value).length
  return values.toSorted((one, other) => count(other) - count(one))[0] ?? 'en'
}

/** A question of few words, of which each one counts. */
export const isShort = ({ weights }: Pick<Search, 'weights'>): boolean => weights.size <= 7

/** Words within a sentence that begin with a capital. None of a heading, or of German, where many words do. */
const readNames = (question: string): string[] => {
  const words = question.match(/\p{L}[\p{L}\p{N}+#-]*/gu) ?? []
  const isName = (word: string) => /^\p{Lu}./u.test(word)
  const inSentence = /(?<=[\p{L}\p{N},]["”]? )\p{L}[\p{L}\p{N}+#-]*/gu
  const rest = [...question.replace(/\s+/g, ' ').matchAll(inSentence)].map(([word]) => word)
  const names = rest.filter(isName)
  return names.length <= words.length / 3 ? names.map((name) => name.toLowerCase()) : []
}

/** Words that stand side by side, joined by a blank. */
export const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)

/** `--port`, `data-side`. */
const flag = /(?<![\w-])(?:--|data-)[a-z][\w-]*/g
/** `useState`, `server.port`, and the number of a status. */
const identifier = /(?<![\w$])[A-Za-z_$][\w$]*(?:[a-z][A-Z]|[._][A-Za-z])[\w.$]*|(?<![\w.,-])[1-5]\d\d(?![\w.,-]*\w)/g

const readIdentifiers = (question: string): string[] =>
  (question.match(identifier) ?? []).map((name) => name.replace(/(?<![.$])[.$]+$/, '').toLowerCase())
