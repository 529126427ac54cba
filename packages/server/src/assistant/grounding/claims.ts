import { segmentsOf } from '../../pages/plain-text.ts'
import { fenced, inlineText, outsideCode } from '../markdown-text.ts'
import { citationRuns, withoutCitations } from './citation-runs.ts'

/** One sentence, list item or table row of an answer, and the sources it cites. */
export interface Claim {
  /** Plain text, without markers. */
  readonly text: string
  /** The same as Markdown, so that code in it can be told. */
  readonly markdown: string
  readonly numbers: readonly number[]
  /** Whether a marker stands in it, and not only near it. */
  readonly isCited: boolean
}

/**
 * Splits an answer into what it claims. A sentence without a marker of its own belongs to the next marker of its
 * paragraph, as in “It does this. It does that [1].”, and to the one before when none follows. Code blocks claim nothing.
 */
export const readClaims = (answer: string): Claim[] =>
  answer
    .replace(fenced, '\n\n')
    .split(/\n[ \t]*\n/)
    .flatMap(readParagraph)

const readParagraph = (paragraph: string): Claim[] => {
  const pieces = paragraph
    .split('\n')
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .flatMap(splitSentences)
    .map((piece) => ({ piece, numbers: citationRuns(withoutCode(piece)).flatMap((each) => each.numbers) }))
  const nearest = nearestNumbers(pieces)
  return pieces.flatMap(({ piece, numbers }, at): Claim[] => {
    const markdown = outsideCode(piece, withoutCitations)
      .replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)]|>)\s+/, '')
      .trim()
    const text = inlineText(markdown.replace(/^\||\|$/g, '').replaceAll('|', ' '))
    if (!/[\p{L}\p{N}]/u.test(text)) return []
    return [{ text, markdown, numbers: [...new Set(nearest[at])], isCited: numbers.length > 0 }]
  })
}

/** For each piece its own numbers, or those of the next piece that has some, or else those of the last one that has. */
const nearestNumbers = (pieces: readonly { readonly numbers: readonly number[] }[]): (readonly number[])[] => {
  const last = pieces.findLast(({ numbers }) => numbers.length > 0)?.numbers ?? []
  return pieces
    .reduceRight<(readonly number[])[]>((all, { numbers }) => {
      all.push(numbers.length > 0 ? numbers : (all.at(-1) ?? last))
      return all
    }, [])
    .reverse()
}

/** `rows[3]` in code is no marker. */
const withoutCode = (text: string): string => text.replace(/`+[^`]*`+/g, ' ')

/** Sentences of a line. A marker behind the full stop belongs to the sentence before it. */
const splitSentences = (line: string): string[] => {
  const sentences: string[] = []
  for (const segment of segmentsOf(line)) {
    const before = sentences.at(-1)
    const leading = /^\s*((?:\[\d{1,4}\]\s*)+)/.exec(segment)
    if (before !== undefined && leading) {
      sentences[sentences.length - 1] = before + leading[0]
      if (segment.length > leading[0].length) sentences.push(segment.slice(leading[0].length))
    } else if (
      before !== undefined &&
      (before.split('`').length % 2 === 0 || !/[.!?。！？]["'”’)\]*_`\s]*$/.test(before))
    ) {
      // A full stop within code ends nothing.
      sentences[sentences.length - 1] = before + segment
    } else sentences.push(segment)
  }
  return sentences
}
