import type { Block } from '../block.ts'
import { visitLeaves } from '../block-text.ts'
import type { PageProblem, ParsedSection } from '../page.ts'

/** What a generator would have replaced, by the sign that it begins with; short, so that long lines take no longer. */
const kinds = [
  { sign: '{{', pattern: /\{\{[^{}\n]{1,100}\}\}/g },
  { sign: '{%', pattern: /\{%[^{}\n]{1,100}%\}/g },
  { sign: '8<-', pattern: /-{1,2}8<-{1,2}[^\n]{0,100}/g },
  { sign: ':::', pattern: /(?<![\w:]):{3,}[ \t]?[a-z][\w-]{0,40}/g },
  { sign: '[!', pattern: /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|INFO|DANGER)\]/g },
  { sign: 'include::', pattern: /include::[^\s[\]]{1,200}\[[^\]\n]{0,100}\]/g },
  { sign: '[[', pattern: /\[\[[^[\]\n]{1,100}\]\]/g },
  { sign: '%%', pattern: /%%[^%\n]{1,100}%%/g },
] as const

/**
 * Says what of a page is shown as its source because nothing told what it stands for: one problem a kind, with the line of the
 * first. What stands in code is meant to be shown, and so is what is left of expressions where pages are templates.
 */
export function findLeftovers(sections: readonly ParsedSection[], source: string, hasTemplates = false): PageProblem[] {
  const texts = sections.flatMap(({ blocks }) => plainTexts(blocks))
  return kinds.flatMap(({ sign, pattern }) => {
    if (!source.includes(sign) || (hasTemplates && (sign === '{{' || sign === '{%'))) return []
    const found = texts.flatMap((text) => (text.includes(sign) ? (text.match(pattern) ?? []) : []))
    const [first] = found
    if (first === undefined) return []
    const line = lineOf(first, source)
    const more = found.length - 1
    const others = more === 0 ? ' is' : ` and ${more === 1 ? 'one' : more} more like it are`
    return [{ line, column: null, reason: `“${first}”${others} shown as written: nothing says what that stands for.` }]
  })
}

/** The first line that has a text, rather outside of code: an example often says the same above what it shows. */
function lineOf(text: string, source: string): number | null {
  let fence = ''
  let inCode: number | null = null
  for (const [at, line] of source.split('\n').entries()) {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    if (!line.includes(text)) continue
    if (fence === '' && withoutCodeSpans(line).includes(text)) return at + 1
    inCode ??= at + 1
  }
  return inCode
}

const withoutCodeSpans = (line: string): string =>
  line
    .split('`')
    .filter((_, at, parts) => at % 2 === 0 || at === parts.length - 1)
    .join('`')

/** The words of blocks outside of code, piece by piece. */
function plainTexts(blocks: readonly Block[]): string[] {
  const texts: string[] = []
  visitLeaves(blocks, (leaf) => {
    if (typeof leaf === 'string') texts.push(leaf)
  })
  return texts
}
