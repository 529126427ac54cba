/** A piece of text, or the numbers of sources that are cited one after another. */
export type CitationPiece = string | { readonly numbers: readonly number[] }

/** Letters, digits and closing brackets, of scripts that have blanks between words. */
const glue =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}_$)\]]$/u

/** Whether a number in brackets behind this text is an index: `argv[1]`. A number with an index is a quantity. */
const isIndexBehind = (before: string): boolean =>
  glue.test(before.slice(-2)) && !/(?<![\p{L}\p{N}_$])\d+$/u.test(before)

interface CitationRun {
  readonly start: number
  readonly end: number
  readonly numbers: readonly number[]
}

/** The citations of a text outside of code, with the blanks before them: several in a row are one. */
const citationRuns = (text: string): CitationRun[] =>
  [...text.matchAll(/(?<![ \t])[ \t]*\[\d{1,3}\](?:[ ,]{0,2}\[\d{1,3}\])*/g)].flatMap(({ 0: run, index }) => {
    if (run.startsWith('[') && isIndexBehind(text.slice(Math.max(0, index - 20), index))) return []
    return [
      { start: index, end: index + run.length, numbers: [...run.matchAll(/\d+/g)].map(([digits]) => Number(digits)) },
    ]
  })

/**
 * Splits `Retries are off. [2][3]` into text and citations. A number without a source is removed, along with the space
 * before it. A number right behind a word is an index, and text.
 */
export function splitCitations(text: string, sources: ReadonlyMap<number, unknown>): CitationPiece[] {
  if (!text.includes('[')) return text ? [text] : []
  const pieces: CitationPiece[] = []
  let done = 0
  for (const { start, end, numbers } of citationRuns(text)) {
    const before = text.slice(done, start)
    if (before) pieces.push(before)
    const known = numbers.filter((number) => sources.has(number))
    if (known.length > 0) pieces.push({ numbers: [...new Set(known)] })
    done = end
  }
  const rest = text.slice(done)
  if (rest) pieces.push(rest)
  return pieces
}

/** Fenced code and inline code, where a number in brackets isn't a citation. */
const code = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|$(?![\s\S]))|^ {0,3}~~~[\s\S]*?(?:^ {0,3}~~~|$(?![\s\S]))|`[^`\n]*`)/m

/** Writes the numbers that a text cites outside of its code otherwise; the blanks before them stay. */
export const mapCitations = (markdown: string, write: (number: number) => string): string =>
  markdown
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : writeCitations(piece, write)))
    .join('')

function writeCitations(prose: string, write: (number: number) => string): string {
  let written = ''
  let done = 0
  for (const { start, end } of citationRuns(prose)) {
    const run = prose.slice(start, end).replace(/\[(\d{1,3})\]/g, (_, number: string) => write(Number(number)))
    written += prose.slice(done, start) + run
    done = end
  }
  return written + prose.slice(done)
}

/** The numbers that a text cites outside of its code, in the order of their first citation. */
export function citationNumbers(markdown: string): number[] {
  const prose = markdown.split(code).filter((_, index) => index % 2 === 0)
  return [...new Set(prose.flatMap((piece) => citationRuns(piece).flatMap(({ numbers }) => numbers)))]
}

/** A text without what it cites. */
export const withoutCitations = (text: string): string => writeCitations(text, () => '')
