/** The first characters of a text, at most so many; never half of one, which strict readers of JSON refuse. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

const gap = '\n…\n'

/** A text of at most so many characters: of one that is longer, its beginning and its end, half of the room each. */
export const endsOf = (text: string, most: number): string => {
  if (text.length <= most) return text
  const half = Math.floor((most - gap.length) / 2)
  return `${beginningOf(text, half)}${gap}${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** A text in pieces that end where sentences do, as far as Unicode knows (UAX #29): “e.g.” ends one as well. */
export const segmentsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)
