import { segmentsOf } from '../../pages/plain-text.ts'
import { inlineText } from '../markdown-text.ts'
import {
  common,
  includesAny,
  phraseAt,
  phrasesOf,
  spaced,
  type Token,
  tokensOf,
  unspaced,
  type Wording,
  withoutEnd,
} from './wording.ts'

/** What “What is X?”, “What does X do?” and “Tell me about X” ask about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined => {
  const asked = withoutEnd(question)
  const tokens = tokensOf(asked)
  const subject = Object.values(spaced)
    .map((wording) => subjectOf(asked, tokens, wording))
    .find((found) => found !== undefined)
  return subject ?? unspacedSubject(asked)
}

const mostWords = 3
const mostLetters = 40
const isName = (subject: string): boolean => /^[\p{L}\p{M}\p{N}@._/'’-]+(?: [\p{L}\p{M}\p{N}@._/'’-]+)*$/u.test(subject)

const subjectOf = (asked: string, tokens: readonly Token[], wording: Wording): string | undefined => {
  const isWhat = phraseAt(tokens, wording.defines)
  const does = isWhat > 0 ? [] : (wording.does ?? [])
  const begins = isWhat || (does.length > 0 ? phraseAt(tokens, wording.whatDoes) : 0)
  if (begins === 0) return undefined
  const from = begins + phraseAt(tokens, wording.articles, begins)
  const ends = isWhat > 0 ? wording.definesAtEnd : does
  const end = tokens.findIndex((_, at) => at > from && at + phraseAt(tokens, ends, at) === tokens.length)
  const to = end < 0 && isWhat > 0 ? tokens.length : end
  const subject = asked.slice(tokens[from]?.at, tokens[to]?.at).trim()
  const isShort = to > from && to - from <= mostWords && subject.length > 1 && subject.length <= mostLetters
  return isShort && isName(subject) && phraseAt(tokens, wording.definesNot, from) === 0 ? subject : undefined
}

/** “プラグインとは何ですか”, “什么是符号链接” */
const unspacedSubject = (asked: string): string | undefined => {
  for (const { defines = [], definesAtEnd = [], definesNot } of Object.values(unspaced)) {
    const begins = defines.find((beginning) => asked.startsWith(beginning))
    const ends = begins === undefined ? definesAtEnd.find((end) => asked.endsWith(end)) : ''
    const subject = ends === undefined ? '' : asked.slice(begins?.length ?? 0, asked.length - ends.length)
    const isSubject = subject !== '' && subject.length <= mostLetters && subject.split(' ').length <= mostWords
    if (isSubject) return includesAny(subject, definesNot) ? undefined : subject
  }
  return undefined
}

/**
 * Does a passage say plainly what a thing is? “X is a …”, “X are things that …”, “X ist ein …”, “X — это …”, “X とは …”, and
 * “git-stash - Stash the changes away”, as manual pages have it.
 */
export const definesPlainly = (subject: string, markdown: string): boolean => {
  const [beginning = ''] = subject.toLowerCase().split(/[\s_-]/)
  const isAbout = (line: string) => line.toLowerCase().includes(beginning.replace(/s$/, ''))
  return markdown
    .split('\n')
    .filter((line) => isAbout(line) && !/^\s*[#|>\d-]/.test(line))
    .flatMap((line) => segmentsOf(inlineText(line)))
    .some((sentence) => saysWhatItIs(subject, sentence))
}

const saysWhatItIs = (subject: string, sentence: string): boolean => {
  const tokens = tokensOf(sentence)
  const at = endOfName(subject, tokens)
  if (at > 0 && phraseAt(tokens, phrasesOf('is'), at) > 0) return true
  const [name = '', ...rest] = sentence.split(/ [-–—] /)
  if (rest.length > 0 && isSameName(name, subject)) return true
  const start = sentence.toLowerCase().indexOf(subject.toLowerCase())
  const behind = sentence.slice(start + subject.length).trimStart()
  return start === 0 && Object.values(unspaced).some(({ is = [] }) => is.some((each) => behind.startsWith(each)))
}

/** How many words a sentence begins with that are the name, with what is said beside it in brackets or commas; 0 without it. */
const endOfName = (subject: string, tokens: readonly Token[]): number => {
  const isIn = tokens[0]?.word === 'in'
  const start = isIn ? tokens.findIndex(({ shown }) => shown.endsWith(',')) + 1 : 0
  const from = start + phraseAt(tokens, phrasesOf('articles'), start)
  for (let to = from + 1; to <= from + mostWords; to++) {
    if (!isSameName(shownOf(tokens.slice(from, to)), subject)) continue
    const [open, close] = tokens[to]?.shown.startsWith('(') ? ['(', ')'] : [',', ',']
    const isAside = open === '(' || tokens[to - 1]?.shown.endsWith(',')
    const end = isAside ? tokens.findIndex(({ shown }, at) => at >= to && shown.includes(close)) + 1 : to
    return end
  }
  return 0
}

const shownOf = (tokens: readonly Token[]): string => tokens.map(({ shown }) => shown).join(' ')

/** The same for a section, of which all is said of its heading when its page is a glossary. */
export const definesAsSection = (
  subject: string,
  { title, heading, content }: { title: string; heading: string | null; content: string },
): boolean =>
  (includesAny(title.toLowerCase(), common.glossary) && isSameName(heading ?? '', subject)) ||
  definesPlainly(subject, content)

/** `useChat()` is `useChat`, `Slots` is `slot`, `git-stash(1)` is `git stash`, and `Multi-Processing Modules (MPMs)` is `MPM`. */
export const isSameName = (one: string, other: string): boolean => {
  const plain = (name: string) =>
    (/ \(([A-Z][A-Z\d]{1,5}s?)\)$/.exec(name)?.[1] ?? name.replace(/(?<=\w)\(\d\)$/, ''))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .replace(/s$/, '')
  return plain(one) === plain(other)
}
