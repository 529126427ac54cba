import { escapePattern } from '../../escape-pattern.ts'

/**
 * Replaces a piece of a text that must stand there exactly once (or, with `all`, at least once). `$&` and the like stay
 * what they are. A file keeps its line ends, Windows' or others or both, whichever the pieces are written with.
 * @throws Error that says how often the piece was found, and what comes nearest
 */
export function replacePiece(text: string, old: string, fresh: string, all = false): string {
  if (old === '') throw new Error('The old text is empty. To write a new file, use write.')
  if (old === fresh) throw new Error('The old and the new text are the same.')
  const pattern = new RegExp(old.split(/\r?\n/).map(escapePattern).join('\\r?\\n'), 'g')
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) throw new Error(`The old text was not found. ${nearest(text, old)}`)
  if (found.length > 1 && !all) {
    const lines = found.slice(0, 10).map(({ index }) => text.slice(0, index).split('\n').length)
    throw new Error(
      `The old text stands there ${found.length} times (lines ${lines.join(', ')}). Give more lines around it, or set all.`,
    )
  }
  const isWindows = text.includes('\r\n') && !/[^\r]\n/.test(text)
  return text.replace(pattern, (piece) =>
    (piece.includes('\n') ? piece.includes('\r\n') : isWindows) ? toWindows(fresh) : fresh,
  )
}

const toWindows = (text: string): string => text.replace(/\r?\n/g, '\r\n')

/** The line that is most like the first line that was looked for. */
function nearest(text: string, old: string): string {
  const wanted = new Set(words(old.split('\n').find((line) => line.trim()) ?? ''))
  if (wanted.size === 0) return 'Read the file again.'
  let best = { line: 0, score: 0, text: '' }
  for (const [index, line] of text.split('\n').entries()) {
    const have = words(line)
    const score = have.filter((word) => wanted.has(word)).length / Math.max(wanted.size, have.length)
    if (score > best.score) best = { line: index + 1, score, text: line }
  }
  if (best.score < 0.3) return 'Read the file again.'
  return `The nearest line is ${best.line}: ${JSON.stringify(best.text.trimEnd().slice(0, 300))}`
}

const words = (line: string): string[] => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const mostLines = 24

/** A few lines that show what became of a text: what is the same at both ends is left out. */
export function smallDiff(before: string, after: string): string {
  const [old, fresh] = [linesFrom(before), linesFrom(after)]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end).map((line) => `-${line}`)
  const added = fresh.slice(start, fresh.length - end).map((line) => `+${line}`)
  const header = `@@ -${start + 1},${removed.length} +${start + 1},${added.length} @@`
  return [header, ...shortened(removed), ...shortened(added)].join('\n')
}

const linesFrom = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

const shortened = (lines: string[]): string[] =>
  lines.length <= mostLines
    ? lines.map(cut)
    : [...lines.slice(0, mostLines).map(cut), `${lines[0]?.charAt(0)}… ${lines.length - mostLines} more lines`]

const cut = (line: string): string => (line.length > 300 ? `${line.slice(0, 300)}…` : line)
