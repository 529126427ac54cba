/** Takes code out of a line: what stands in backticks is not markup. */
const withoutCode = (line: string): string => line.replace(/(`+)[^`]*?\1/g, (code) => ' '.repeat(code.length))

/**
 * Makes the end of a text that is still being written readable: a half-written link, image or citation is held back, and
 * open emphasis and code are closed, so that nothing flickers when the rest arrives.
 */
export function closeEnds(markdown: string): string {
  const fences = markdown.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0
  if (fences % 2 === 1) return markdown
  const start = markdown.lastIndexOf('\n') + 1
  let line = markdown.slice(start)

  const half = /!?\[[^\]]*$|!?\[[^\]]*\]\([^)]*$|<[a-z/][^>]*$/i.exec(withoutCode(line))
  if (half) {
    const label = /^!?\[([^\]]*)\]\(/.exec(line.slice(half.index))?.[1]
    line = line.slice(0, half.index) + (label ?? '')
  }
  const plain = withoutCode(line)
  if ((plain.match(/`/g)?.length ?? 0) % 2 === 1) line += '`'
  else if ((plain.match(/\*\*/g)?.length ?? 0) % 2 === 1)
    line = /\*\*$/.test(line) ? line.slice(0, -2) : `${line.trimEnd()}**`
  return markdown.slice(0, start) + line
}
