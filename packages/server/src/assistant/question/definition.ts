import { segmentsOf } from '../../pages/plain-text.ts'
import { inlineText } from '../markdown-text.ts'
import { common, includesAny, phrasesOf, plainOf, restOf, spaced, unspaced, withoutEnd } from './wording.ts'

const mostWords = 3
const mostLetters = 40

/** What “What is X?”, “What does X do?” and “Tell me about X” ask about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined => {
  const asked = withoutEnd(question)
  const plain = plainOf(asked)
  const subjects = Object.values(spaced).map(
    ({ defines, definesAtEnd = [], definesNot, whatDoes, does = [], articles }) => {
      const isWhat = restOf(plain, defines)
      const behind = isWhat ?? restOf(plain, whatDoes)
      const named = behind && (restOf(behind, articles) ?? behind)
      const end = (isWhat === undefined ? does : definesAtEnd).find((each) => named?.endsWith(` ${each}`))
      if (!named || (isWhat === undefined && end === undefined) || restOf(named, definesNot) !== undefined)
        return undefined
      return end === undefined ? named : named.slice(0, -end.length).trim()
    },
  )
  const isShort = (subject = '') =>
    subject.length > 1 && subject.length <= mostLetters && subject.split(' ').length <= mostWords
  return subjects.find(isShort) ?? [unspacedSubject(asked)].find(isShort)
}

/** “プラグインとは何ですか”, “什么是符号链接” */
const unspacedSubject = (asked: string): string | undefined => {
  for (const { defines = [], definesAtEnd = [], definesNot } of Object.values(unspaced)) {
    const begins = defines.find((beginning) => asked.startsWith(beginning))
    const ends = definesAtEnd.find((end) => asked.endsWith(end))
    if (begins === undefined && ends === undefined) continue
    const subject = begins === undefined ? asked.slice(0, -(ends?.length ?? 0)) : asked.slice(begins.length)
    return includesAny(subject, definesNot) ? undefined : subject
  }
  return undefined
}

/**
 * Does a section say plainly what a thing is? “X is a …”, “Ein X ist ein …”, “X とは …”, “git-stash - Stash the changes away”; in a
 * glossary, all is said of its heading.
 */
export const definesAsSection = (
  subject: string,
  { title, heading, content }: { title: string; heading: string | null; content: string },
): boolean =>
  (includesAny(title.toLowerCase(), common.glossary) && isSameName(heading ?? '', subject)) ||
  content
    .split('\n')
    .filter((line) => !/^\s*[#|>\d-]/.test(line))
    .flatMap((line) => segmentsOf(inlineText(line)))
    .some((sentence) => saysWhatItIs(subject, sentence))

const saysWhatItIs = (subject: string, sentence: string): boolean => {
  const [named = '', ...rest] = sentence.replace(/ \([^()]*\)/g, '').split(/ [-–—] /)
  const plain = plainOf(named)
  const words = (restOf(plain, phrasesOf('articles')) ?? plain).split(' ')
  const isName = (count: number) => isSameName(words.slice(0, count).join(' '), subject)
  const behind = sentence.slice(subject.length)
  return (
    (rest.length > 0 && isName(words.length)) ||
    [1, 2, mostWords].some((to) => isName(to) && restOf(words.slice(to).join(' '), phrasesOf('is')) !== undefined) ||
    (sentence.startsWith(subject) &&
      Object.values(unspaced).some(({ is }) => is?.some((each) => behind.startsWith(each))))
  )
}

/** `useChat()` is `useChat`, `Slots` is `slot`, `git-stash(1)` is `git stash`, and `Multi-Processing Modules (MPMs)` is `MPM`. */
export const isSameName = (one: string, other: string): boolean => {
  const plain = (name: string) =>
    (/ \(([A-Z][A-Z\d]{1,5}s?)\)$/.exec(name)?.[1] ?? name.replace(/(?<=\w)\(\d\)$/, ''))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .replace(/s$/, '')
  return plain(one) === plain(other)
}
