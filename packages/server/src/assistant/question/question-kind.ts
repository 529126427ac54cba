import { common, findPhrase, includesAny, phraseAt, phrasesOf, tokensOf, unspaced, withoutEnd } from './wording.ts'

/** Is it asked how to do something? “How do I …?”, “disable minification”, “Wie …?”, “方法” */
export const asksHow = (question: string): boolean => {
  const tokens = tokensOf(question)
  return (
    findPhrase(tokens, common.howInEnglish) >= 0 ||
    phraseAt(tokens, phrasesOf('how')) > 0 ||
    Object.values(unspaced).some(
      ({ how, howAtEnd = [] }) =>
        includesAny(question, how) || howAtEnd.some((end) => withoutEnd(question).endsWith(end)),
    )
  )
}

/** Does a question, or a word of it, name a default? */
export const namesDefault = (text: string): boolean => /\bdefaults?\b/i.test(text) || namesDefaultElsewhere(text)

const namesDefaultElsewhere = (text: string): boolean => includesAny(text.toLowerCase(), common.default)

/** Does a text say what a default is? */
export const statesDefault = (text: string): boolean =>
  /\bdefaults?(?: value)?\W{0,6}(?::|\bis\b|\bto\b|=|\|)|\bby default\b|\(default\)/i.test(text) ||
  namesDefaultElsewhere(text)

/** Is a value asked for? “How many …?”, “Wie viele …?”, “多少” */
export const asksForValue = (question: string): boolean =>
  findPhrase(tokensOf(question), common.value) >= 0 || includesAny(question, common.valueUnspaced)
