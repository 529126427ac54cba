/** Hebrew, Arabic and their like. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Which way a text runs. Texts from right to left often begin with a name that does not, and have many of them (“Docker را
 * نصب کنید”): a third of the words decides.
 * @returns nothing for a text without words
 */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  // Most texts are told by their letters alone: this is asked with each piece of an answer that arrives.
  if (!fromRight.test(text)) return /\p{L}/u.test(text) ? 'ltr' : undefined
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  return words.filter((word) => fromRight.test(word)).length * 3 >= words.length ? 'rtl' : 'ltr'
}
