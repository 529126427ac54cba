/** A line that a patch adds. */
export interface AddedLine {
  readonly path: string
  /** Line in the new file. */
  readonly line: number
  readonly text: string
}

/** The header of a hunk: how many lines it has before, where it begins after, how many it has after. */
const hunkHeader = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Lists the lines that a patch of git adds. Counts the lines of each hunk, since `+++` may be content. */
export const addedLines = (diff: string): AddedLine[] => {
  const lines: AddedLine[] = []
  let path = ''
  let line = 0
  let [linesBefore, linesAfter] = [0, 0]
  for (const text of diff.split('\n')) {
    if (linesBefore <= 0 && linesAfter <= 0) {
      const header = hunkHeader.exec(text)
      if (header) {
        linesBefore = Number(header[1] ?? 1)
        linesAfter = Number(header[3] ?? 1)
        line = Number(header[2])
      } else if (text.startsWith(fileMark)) path = pathOf(text)
      continue
    }
    const mark = text.charAt(0)
    // “No newline at end of file”.
    if (mark === '\\') continue
    if (mark === '+') lines.push({ path, line, text: text.slice(1) })
    if (mark !== '+') linesBefore--
    if (mark !== '-') {
      linesAfter--
      line++
    }
  }
  return lines
}

const fileMark = '+++ '

/** `+++ b/docs/guide.md`: `docs/guide.md`. Git quotes unusual paths, and adds a tab to those with blanks. */
const pathOf = (header: string): string => {
  let path = header.slice(fileMark.length)
  if (path.endsWith('\t')) path = path.slice(0, -1)
  if (path.endsWith('"')) path = path.slice(0, -1)
  if (path.startsWith('"')) path = path.slice(1)
  return path.startsWith('b/') ? path.slice(2) : path
}
