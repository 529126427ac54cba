const smallWords = new Set(
  (
    'the of to and is in that for it with as you on be are this by or not from have has can if when your at a an its but ' +
    'was were will which than then does do before after our into each all use there so what how only also'
  ).split(' '),
)
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Of fewer words alone, no language can be told. */
const fewestWords = 8

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
const withoutCode = (text: string): string => text.replace(/(?<!`)(`+)(?!`)[\s\S]*?\1/g, ' ')
const isEnglish = (words: readonly string[]): boolean =>
  words.filter((word) => smallWords.has(word)).length >= 0.15 * words.length

/** The share of letters that belong to text without blanks, in Chinese, Japanese and Korean. */
const shareOfUnspaced = (text: string): number => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters === 0 ? 0 : (text.match(unspaced)?.length ?? 0) / letters
}

/** Is a text in English, and long enough to tell? */
export const isEnglishText = (text: string): boolean => {
  const words = wordsOf(withoutCode(text))
  return words.length >= fewestWords && isEnglish(words)
}

/**
 * Tells whether an answer is written in another language than its sources: one of them is in another script, or in English
 * and the other is not, or hardly a word of the answer is among the forty that the sources use most, which are small words
 * in any language. A short answer is in the language of its question.
 */
export const isTranslation = (answer: string, sources: string, question = ''): boolean => {
  const prose = withoutCode(answer)
  const [mine, theirs] = [shareOfUnspaced(prose), shareOfUnspaced(sources)]
  if (Math.max(mine, theirs) >= 0.2 && Math.min(mine, theirs) < 0.05) return true
  const alone = wordsOf(prose)
  const said = alone.length < fewestWords ? [...alone, ...wordsOf(withoutCode(question))] : alone
  if (said.length < fewestWords / 2) return false
  const read = wordsOf(sources)
  if (isEnglish(said) || isEnglish(read)) return isEnglish(said) !== isEnglish(read)
  if (alone.length < fewestWords) return false
  const counts = new Map<string, number>()
  for (const word of read) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 40)
  const common = new Set(most.map(([word]) => word))
  return said.filter((word) => common.has(word)).length / said.length < 0.12
}
