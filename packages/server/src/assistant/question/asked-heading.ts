/** Of a question that a page offers about one of its headings, what it quotes: “Explain “Limits””, “Explique « Limites »”. */
const quoted = /^[^“"«„「]{0,40}[“"«„「]\s?([^“”"«»„「」]{1,200}?)\s?[“”"»」]\W{0,3}$/u

/** How a question begins that asks for a topic and says no more: “Tell me about limits”, “Zeig mir die Limits”. */
const asksAbout = [
  /^(?:(?:can|could) you )?(?:please )?(?:tell me (?:more )?about|(?:show|give|explain)(?: me)?|describe|list) (?:(?:the|an?|your) )?/i,
  /^(?:so |and )?(?:what about|how about|where (?:is|are)) (?:(?:the|an?|your) )?/i,
  /^(?:zeige?|erkläre?|erzähle?|was ist mit)(?: mir)?(?: (?:von|über|etwas über))? (?:(?:der|die|das|den|dem) )?/i,
  /^(?:montre[sz]?|expliquez?|parlez?|qu['’]en est-il)(?:[- ]moi)?(?: de| du| des)? (?:l['’]|(?:la|les?) )?/i,
  /^(?:muéstra|explíca|hábla|cuénta)me(?: de| sobre)? (?:(?:el|la|los|las) )?/i,
]

const plain = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** “How is an answer made?” asks for “How an answer is made”. */
const sameWords = (one: string, other: string): boolean => {
  const [words, others] = [one, other].map((text) => text.split(' ').sort())
  return words !== undefined && words.length > fewWords && words.join(' ') === others?.join(' ')
}
/** Of so few words the order may tell: “page of links”, “links of page”. */
const fewWords = 3

/** Is a heading asked for word for word, by the whole of a question, by what it quotes or by all that it asks about? */
export const asksForHeading = (question: string, heading: string | null): boolean => {
  const name = plain(heading ?? '')
  const topics = asksAbout.map((beginning) => question.trim().replace(beginning, ''))
  const ways = [question, quoted.exec(question)?.[1] ?? '', ...topics]
  return name !== '' && ways.some((asked) => plain(asked) === name || sameWords(plain(asked), name))
}

/** The same, for a heading that is a question itself: of others several pages may have one of that name. */
export const asksSameQuestion = (question: string, heading: string | null): boolean =>
  /[?？؟]\W*$|^(?:how|what|why|when|where|which|who) (?:\S+ ){2}/iu.test(heading ?? '') &&
  asksForHeading(question, heading)
