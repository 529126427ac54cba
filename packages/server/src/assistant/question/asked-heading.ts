/** Of a question that a page offers about one of its headings, what it quotes: “Explain “Limits””, “Explique « Limites »”. */
const quoted = /^[^“"«„「]{0,40}[“"«„「]\s?([^“”"«»„「」]{1,200}?)\s?[“”"»」]\W{0,3}$/u

const plain = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** Is a heading asked for word for word, by the whole of a question or by what it quotes? */
export const asksForHeading = (question: string, heading: string | null): boolean => {
  const name = plain(heading ?? '')
  return name !== '' && [question, quoted.exec(question)?.[1] ?? ''].some((asked) => plain(asked) === name)
}

/** The same, for a heading that is a question itself: of others several pages may have one of that name. */
export const asksSameQuestion = (question: string, heading: string | null): boolean =>
  /[?？؟]\W*$/u.test(heading ?? '') && asksForHeading(question, heading)
