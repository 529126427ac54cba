import type { Nodes } from 'mdast'
import { parseFragment } from 'parse5'
import remarkFrontmatter from 'remark-frontmatter'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { checkMarks } from '../../pages/readers/markdown/check-marks.ts'
import { isActiveTag } from './active-tags.ts'
import type { CodeScope, FoundCode } from './found-code.ts'

const markdown = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).freeze()

/** Characters. A tag that is longer is cut. */
const longestTag = 4_000

/** Lists the active elements and the templates of Markdown; examples in code are none of the former. */
export function readMarkdownCode(text: string): FoundCode[] {
  if (!/<[a-z]|\{[{%]/i.test(text)) return []
  checkMarks(text)
  const examples = codeSpans(text)
  const prose = blankOut(text, examples)
  const code = examples.map(([start, end]) => text.slice(start, end)).join('\n')
  const inCode = findTemplates(code, 'template-in-code').map((piece) => ({ ...piece, line: 1 }))
  return [...findTags(prose), ...findTemplates(prose, 'template'), ...inCode]
}

type Span = readonly [start: number, end: number]

/** Where code stands that is shown and not run. */
function codeSpans(text: string): Span[] {
  const spans: Span[] = []
  const visit = (node: Nodes): void => {
    const { start, end } = node.position ?? {}
    if (
      (node.type === 'code' || node.type === 'inlineCode') &&
      start?.offset !== undefined &&
      end?.offset !== undefined
    )
      spans.push([start.offset, end.offset])
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(markdown.parse(text))
  return spans
}

/** The text with blanks in place of some spans; lines stay. */
function blankOut(text: string, spans: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const [start, end] of spans) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return result + text.slice(at)
}

/** Numbers of lines for offsets that go up. */
function countLines(text: string): (offset: number) => number {
  let [line, at] = [1, 0]
  return (offset) => {
    for (; at < offset; at++) if (text.charAt(at) === '\n') line++
    return line
  }
}

function findTags(prose: string): FoundCode[] {
  const code: FoundCode[] = []
  const lineAt = countLines(prose)
  const lower = prose.toLowerCase()
  for (let at = prose.indexOf('<'); at >= 0; at = prose.indexOf('<', at + 1)) {
    if (!/[a-z]/i.test(prose.charAt(at + 1))) continue
    const tag = prose.slice(at, endOfTag(prose, at))
    if (/^<(?:https?|mailto):[^\s<>]*>$/i.test(tag)) continue
    const [element] = parseFragment(`${tag}${tag.endsWith('>') ? '' : '>'}`).childNodes
    const name = /^[^\s/>]+/.exec(lower.slice(at + 1, at + longestTag))?.[0] ?? ''
    const attributes = element && 'attrs' in element ? element.attrs : []
    if (!isActiveTag(name, attributes)) continue
    const end = name === 'script' ? endOfScript(lower, at) : at + tag.length
    code.push({ text: prose.slice(at, end), scope: 'page', line: lineAt(at) })
    at = end - 1
  }
  return code
}

/** Behind the `>` of a tag, which may also stand in quotes. Another tag ends it, too: that one is looked at by itself. */
function endOfTag(text: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < Math.min(text.length, start + longestTag); at++) {
    const sign = text.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if (sign === '<') return at
    else if ((sign === '"' || sign === "'") && text.charAt(at - 1) === '=') quote = sign
  }
  return Math.min(text.length, start + longestTag)
}

function endOfScript(lower: string, start: number): number {
  const end = lower.indexOf('</script', start)
  return end < 0 ? lower.length : end
}

const templateMarks = [
  ['{{', '}}'],
  ['{%', '%}'],
] as const

/** `{{ … }}` and `{% … %}`. What they do to which texts counts, not the texts. */
function findTemplates(text: string, scope: CodeScope): FoundCode[] {
  return templateMarks.flatMap(([open, close]) => {
    const code: FoundCode[] = []
    const lineAt = countLines(text)
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + open.length)) {
      const end = text.indexOf(close, at)
      const written = text.slice(at, end < 0 ? at + longestTag : end + close.length)
      const shape = written.replace(/"[^"\n]*"|'[^'\n]*'/g, '""').replace(/\s+/g, ' ')
      code.push({ text: shape, scope, line: lineAt(at) })
    }
    return code
  })
}
