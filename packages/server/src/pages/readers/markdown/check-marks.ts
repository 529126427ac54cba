/**
 * Signs of emphasis and brackets in one paragraph. The parser goes back over those before for each that may end something,
 * which takes the square of their number: 5,000 are half a second, 50,000 a minute. A paragraph has some hundred at most.
 */
const mostMarks = 5_000

const marks = new Set('*_~[]')
const fences = ['```', '~~~']

/** Refuses a text with a paragraph of too many signs. @throws Error a sentence that names the line */
export function checkMarks(text: string): void {
  let count = 0
  let fence = ''
  let isCode = false
  let line = 0
  let matter = frontMatterMark(text)
  for (let start = 0; start < text.length; ) {
    line += 1
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length : end + 1
    const beginning = text.slice(start, Math.min(next, start + longestBeginning)).trimStart()
    if (matter !== '') {
      if (line > 1 && beginning.trimEnd() === matter) matter = ''
      start = next
      continue
    }
    const mark = fences.find((each) => beginning.startsWith(each)) ?? ''
    const isNew = count === 0 && !isCode
    if (mark !== '' && (fence === '' || mark === fence)) fence = fence === '' ? mark : ''
    if (beginning === '') isCode = false
    else if (isNew) isCode = codeStarts.some((each) => beginning.startsWith(each))
    if (fence !== '' || mark !== '' || isCode) count = 0
    else count = (beginsBlock(beginning) ? 0 : count) + countMarks(text, start, next)
    if (count > mostMarks) {
      throw new Error(
        `The paragraph at line ${line} has more than ${mostMarks.toLocaleString('en')} signs of emphasis and brackets.`,
      )
    }
    start = next
  }
}

const longestBeginning = 200

/** What front matter begins with, and ends with; empty for a text without. */
const frontMatterMark = (text: string): string => ['---', '+++'].find((mark) => text.startsWith(`${mark}\n`)) ?? ''

/** How a block begins that is no paragraph, down to the next empty line: HTML, and the scripts of MDX. */
const codeStarts = ['<', '{', 'export ', 'import ']

/** Whether a line stands for itself: an empty one, a heading, an item of a list, a row of a table, a definition of a link. */
const beginsBlock = (line: string): boolean =>
  line === '' || /^(?:#|\||[-*+][ \t]|\d{1,9}[.)][ \t]|\[[^\]]{1,100}\]:)/.test(line)

/** Equal signs in a row are one. */
function countMarks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const sign = text.charAt(at)
    if (marks.has(sign) && (sign === '[' || sign === ']' || text.charAt(at - 1) !== sign)) count += 1
  }
  return count
}
