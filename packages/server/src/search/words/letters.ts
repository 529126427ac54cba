/** In lower case; the capital of `i` in Turkish would leave a dot. */
export const lowerCase = (word: string): string => word.toLowerCase().replaceAll('i\u0307', 'i')

const scriptsOfVariants = /[\u0590-\u0d7f]/
/** In Hebrew, Arabic and Hindi: marks that most leave out when they write. */
const optionalMarks = /[\u0591-\u05c7\u0640\u064b-\u0652\u093c]/g
/**
 * A text in which letters of Hebrew, Arabic and Indian scripts that are written in several ways, by keyboard or habit, are
 * written in one, and digits are those of everybody.
 */
export const sameLetters = (text: string): string =>
  scriptsOfVariants.test(text)
    ? text
        .replace(optionalMarks, '')
        .replaceAll('ی', 'ي')
        .replaceAll('ک', 'ك')
        .replaceAll('ँ', 'ं')
        .replace(/\p{Nd}/gu, digitOf)
    : text
const digitOf = (digit: string): string => {
  const code = digit.charCodeAt(0)
  // Each script has its ten in a row, which begins at a number that ends in 0, or in 6 in those of India.
  return code < 0x80 ? digit : String((code & 15) - (code >= 0x900 && code < 0xd80 ? 6 : 0))
}
