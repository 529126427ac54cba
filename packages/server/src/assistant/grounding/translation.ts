import { languageOfText } from '../../search/words/languages.ts'
import { askedLanguage } from '../question/asked-language.ts'

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Of fewer words alone, no language can be told. */
const fewestWords = 8

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
const withoutCode = (text: string): string => text.replace(/(?<!`)(`+)(?!`)[\s\S]*?\1/g, ' ')

/** The share of letters that belong to text without blanks, in Chinese, Japanese and Korean. */
const shareOfUnspaced = (text: string): number => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters === 0 ? 0 : (text.match(unspaced)?.length ?? 0) / letters
}

/**
 * Tells whether an answer is written in another language than its sources: by their scripts, then by the languages that they
 * are plainly in. Where one of these cannot be told, hardly a word of the answer is among the forty that the sources use most,
 * which are small words in any language. A short answer is in the language of its question.
 */
export const isTranslation = (answer: string, sources: string, question = ''): boolean => {
  const [said, read] = [withoutCode(answer), withoutCode(sources)]
  const [mine, theirs] = [shareOfUnspaced(said), shareOfUnspaced(read)]
  if (Math.max(mine, theirs) >= 0.2 && Math.min(mine, theirs) < 0.05) return true
  const words = wordsOf(said)
  const isShort = words.length < fewestWords
  const languages = [isShort ? askedLanguage(question) : languageOfText(said), languageOfText(read)]
  if (!languages.includes(undefined)) return languages[0] !== languages[1]
  if (isShort) return false
  const counts = new Map<string, number>()
  for (const word of wordsOf(read)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 40)
  const common = new Set(most.map(([word]) => word))
  return words.filter((word) => common.has(word)).length / words.length < 0.12
}
