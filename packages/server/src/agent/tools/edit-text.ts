/** What to replace in a text. */
interface Replacement {
  readonly old: string
  readonly replacement: string
  /** Replace every occurrence. */
  readonly all?: boolean
}

/**
 * Replaces a piece of a text that must occur exactly once, or with `all` at least once. A file keeps its line ends,
 * Windows' or others or both, whatever line ends the pieces have.
 *
 * @throws Error that says how often the piece occurs, and which line comes nearest
 */
export const replacePiece = (text: string, { old, replacement, all = false }: Replacement): string => {
  if (old === '') throw new Error('The old text is empty. Use write for a new file.')
  if (old === replacement) throw new Error('The old and the new text are the same.')
  const pieces = findPieces(text, old)
  if (pieces.length === 0) throw new Error(`The old text was not found. ${describeNearest(text, old)}`)
  if (pieces.length > 1 && !all) {
    const lines = pieces.slice(0, 10).map(({ start }) => text.slice(0, start).split('\n').length)
    throw new Error(
      `The old text occurs ${pieces.length} times (lines ${lines.join(', ')}). Add more lines around it, or set all.`,
    )
  }
  const isWindows = text.split('\r\n').every((part) => !part.includes('\n')) && text.includes('\r\n')
  let result = ''
  let end = 0
  for (const piece of pieces) {
    const before = text.slice(piece.start, piece.end)
    const hasWindowsEnds = before.includes('\n') ? before.includes('\r\n') : isWindows
    result += text.slice(end, piece.start) + (hasWindowsEnds ? toWindows(replacement) : replacement)
    end = piece.end
  }
  return result + text.slice(end)
}

interface Piece {
  readonly start: number
  readonly end: number
}

const toUnix = (text: string): string => text.replaceAll('\r\n', '\n')
const toWindows = (text: string): string => toUnix(text).replaceAll('\n', '\r\n')

/** Finds where a piece occurs, without overlaps; each of its line ends may be Windows' or not. */
const findPieces = (text: string, piece: string): Piece[] => {
  const [first = '', ...others] = toUnix(piece).split('\n')
  const pieces: Piece[] = []
  let from = 0
  while (from <= text.length) {
    const start = text.indexOf(first, from)
    if (start < 0) break
    const end = matchLines(text, start + first.length, others)
    if (end !== undefined) pieces.push({ start, end })
    from = end ?? start + 1
  }
  return pieces
}

/** Where the last line ends, if each of the lines follows a line end, the first one at `at`. */
const matchLines = (text: string, at: number, lines: readonly string[]): number | undefined => {
  let end = at
  for (const line of lines) {
    if (text[end] === '\r' && text[end + 1] === '\n') end++
    if (text[end] !== '\n' || !text.startsWith(line, end + 1)) return undefined
    end += 1 + line.length
  }
  return end
}

/** A sentence about the line that is most like the first line of the piece. */
const describeNearest = (text: string, piece: string): string => {
  const targetWords = new Set(wordsOf(piece.split('\n').find((line) => line.trim()) ?? ''))
  if (targetWords.size === 0) return 'Read the file again.'
  let best = { line: 0, score: 0, text: '' }
  for (const [index, line] of text.split('\n').entries()) {
    const words = wordsOf(line)
    const score = words.filter((word) => targetWords.has(word)).length / Math.max(targetWords.size, words.length)
    if (score > best.score) best = { line: index + 1, score, text: line }
  }
  if (best.score < 0.3) return 'Read the file again.'
  return `The nearest line is ${best.line}: ${JSON.stringify(best.text.trimEnd().slice(0, 300))}`
}

const wordsOf = (line: string): string[] => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const maximumLines = 24
/** Characters. */
const longestLine = 300

/** Shows a change in a few lines of unified diff: what is the same at both ends is left out. */
export const smallDiff = (before: string, after: string): string => {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start++
  let end = 0
  const shortest = Math.min(oldLines.length, newLines.length) - start
  while (end < shortest && oldLines.at(-1 - end) === newLines.at(-1 - end)) end++
  const removed = oldLines.slice(start, oldLines.length - end).map((line) => `-${line}`)
  const added = newLines.slice(start, newLines.length - end).map((line) => `+${line}`)
  const header = `@@ -${start + 1},${removed.length} +${start + 1},${added.length} @@`
  return [header, ...shorten(removed), ...shorten(added)].join('\n')
}

const linesOf = (text: string): string[] => {
  const lines = toUnix(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const shorten = (lines: string[]): string[] =>
  lines.length <= maximumLines
    ? lines.map(cut)
    : [...lines.slice(0, maximumLines).map(cut), `${lines[0]?.charAt(0)}… ${lines.length - maximumLines} more lines`]

const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)
