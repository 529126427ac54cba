export interface AddedLine {
  readonly path: string
  /** Line in the new file. */
  readonly line: number
  readonly text: string
}

const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** The lines that a patch (as `git diff` writes it) adds. Counts the lines of each hunk: `+++` may be content. */
export function addedLines(diff: string): AddedLine[] {
  const added: AddedLine[] = []
  let path = ''
  let line = 0
  let [old, fresh] = [0, 0]
  for (const text of diff.split('\n')) {
    if (old <= 0 && fresh <= 0) {
      const found = hunk.exec(text)
      if (found) {
        old = Number(found[1] ?? 1)
        fresh = Number(found[3] ?? 1)
        line = Number(found[2])
      } else if (text.startsWith('+++ ')) path = text.replace(/^\+{3} "?(?:b\/)?|"?\t?$/g, '')
      continue
    }
    const mark = text.charAt(0)
    if (mark === '+') {
      added.push({ path, line, text: text.slice(1) })
      fresh--
      line++
    } else if (mark === '-') old--
    else if (mark !== '\\') {
      old--
      fresh--
      line++
    }
  }
  return added
}
