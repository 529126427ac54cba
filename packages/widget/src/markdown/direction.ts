/** Letters of Hebrew, Arabic and similar scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * The direction of a text: right to left if a third of its words are. Such texts often start with a Latin name and have
 * many of them (“Docker را نصب کنید”).
 * @returns undefined for a text without words
 */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  // Fast for most texts, since this runs for each piece of an answer.
  if (!rightToLeft.test(text)) return /\p{L}/u.test(text) ? 'ltr' : undefined
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  return words.filter((word) => rightToLeft.test(word)).length * 3 >= words.length ? 'rtl' : 'ltr'
}
