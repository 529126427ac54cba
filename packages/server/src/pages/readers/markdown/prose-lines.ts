/** Gives `change` the runs of lines between fenced code blocks, and puts in their place what it makes of them. */
export function eachProse(text: string, change: (lines: string[]) => readonly string[]): string {
  const written: string[] = []
  let prose: string[] = []
  let fence = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line)
    const begins = fence === '' && mark !== null && !(mark[1]?.startsWith('`') && mark[2]?.includes('`'))
    if (begins) {
      for (const each of change(prose)) written.push(each)
      prose = []
      fence = mark[1] ?? ''
    } else if (fence === '') {
      prose.push(line)
      continue
    } else if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') {
      fence = ''
    }
    written.push(line)
  }
  for (const each of change(prose)) written.push(each)
  return written.join('\n')
}
