/** Blanks out inline code, in which nothing is markup. */
const withoutCode = (text: string): string => text.replace(/(`+)[^`]*?\1/g, (code) => ' '.repeat(code.length))

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** A line that may still become a list, a heading, a rule, a fence, or a heading's underline. */
const bareMarker = /^[ \t]*(?:[-*+_=#>~`]{1,}[ \t]*|\d{1,9}[.)]?[ \t]*|[-*+][ \t]+\[[ x]?\]?[ \t]*)$/i
/** A link definition, whose address may be incomplete until its line ends. */
const definition = /^ {0,3}\[[^\]]*\]:.*$/

/** Start of a table that has no complete line of dashes yet: until then its first line would show as text. */
function tableStart(markdown: string): number | undefined {
  const lines = markdown.replace(/\n$/, '').split('\n')
  const isRow = (line: string | undefined): boolean => /^\s*\|/.test(line ?? '')
  const first = lines.length - 1
  if (!isRow(lines[first])) return undefined
  const isUnderHeader = isRow(lines[first - 1]) && !isRow(lines[first - 2])
  const isDashes = /^[\s|:-]*$/.test(lines[first] ?? '')
  if (isUnderHeader && isDashes && !markdown.endsWith('\n')) return lines.slice(0, first - 1).join('\n').length
  return isRow(lines[first - 1]) ? undefined : lines.slice(0, first).join('\n').length
}

/** Start of a formula that has no end yet. */
function formulaStart(markdown: string): number | undefined {
  const plain = withoutCode(markdown)
  if (countOf(plain, /\$\$/g) % 2 === 1) return plain.lastIndexOf('$$')
  const open = /\\(?:\[(?![\s\S]*\\\])|\((?!.*\\\)))/.exec(plain)
  return open ? open.index : undefined
}

/** Closes open code or emphasis at the end of a line. Code first, since nothing else counts in it. */
function closeEmphasis(line: string): string {
  const plain = withoutCode(line)
  if (countOf(plain, /`/g) % 2 === 1) return /`$/.test(line) ? line.slice(0, -1) : `${line}\``
  const opening = /(^|[\s(])(?:\*{1,3}|_{1,3}|~{1,2})$/.exec(plain)
  if (opening) return line.slice(0, opening.index + (opening[1]?.length ?? 0))
  for (const mark of ['**', '__', '~~']) {
    const letter = mark.charAt(0)
    if (plain.split(mark).length % 2 === 1) continue
    const isHalfClosed = plain.endsWith(letter) && !plain.endsWith(mark)
    return isHalfClosed ? line + letter : `${line.trimEnd()}${mark}`
  }
  if (/(?:^|[\s(])\*(?=[^\s*])[^*]*$/.test(plain)) return `${line.trimEnd()}*`
  return /(?:^|[\s(])_(?=[^\s_])[^_]*$/.test(plain) ? `${line.trimEnd()}_` : line
}

/**
 * Makes the end of a growing block readable: what the next letter may turn into something else (a link, an image, a
 * citation, a table, a formula, a marker) is held back, and open emphasis and code are closed. So nothing flickers when the
 * rest arrives.
 */
export function closeEnds(markdown: string): string {
  if (countOf(markdown, /^ {0,3}(```|~~~)/gm) % 2 === 1) {
    const opening = /(?:^|\n) {0,3}(?:```|~~~)[^\n]*$/.exec(markdown)
    if (opening) return markdown.slice(0, opening.index)
    return markdown.replace(/\n[ \t]*(?:`{1,2}|~{1,2})$/, '')
  }
  const incomplete = tableStart(markdown) ?? formulaStart(markdown)
  if (incomplete !== undefined) return markdown.slice(0, incomplete)
  const start = markdown.lastIndexOf('\n') + 1
  let line = markdown.slice(start)
  if (bareMarker.test(line) || definition.test(line)) return markdown.slice(0, start)

  const half = /!?\[[^\]]*$|!?\[[^\]]*\]\([^)]*$|!$|<(?:[a-z/!][^>]*)?$|&[#a-z\d]{0,8}$|\\$/i.exec(withoutCode(line))
  if (half) {
    const label = /^\[([^\]]*)\]\(/.exec(line.slice(half.index))?.[1]
    line = line.slice(0, half.index) + (label ?? '')
  }
  return markdown.slice(0, start) + closeEmphasis(line)
}
