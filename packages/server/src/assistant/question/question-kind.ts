import { common, findPhrase, includesAny, phrasesOf, plainOf, restOf, unspaced, withoutEnd } from './wording.ts'

/** Is it asked how to do something? “How do I …?”, “disable minification”, “Wie …?”, “方法” */
export const asksHow = (question: string): boolean => {
  const plain = plainOf(question)
  const isUnspaced = ({ how, howAtEnd = [] }: (typeof unspaced)[string]) =>
    includesAny(question, how) || howAtEnd.some((end) => withoutEnd(question).endsWith(end))
  const isHow = findPhrase(plain, common.howInEnglish) !== null || restOf(plain, phrasesOf('how')) !== undefined
  return isHow || Object.values(unspaced).some(isUnspaced)
}
