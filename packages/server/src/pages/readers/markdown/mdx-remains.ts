import { IndentedCode } from './indented-code.ts'
import { eachProse } from './prose-lines.ts'

/** Whether a module stands in Markdown: lines that import or export something, outside of code and of scripts. */
export function hasModules(text: string): boolean {
  let found = false
  eachProse(text, (lines) => {
    let isScript = false
    for (const line of lines) {
      if (/^<script\b/i.test(line)) isScript = true
      if (!isScript && beginsModule(line)) found = true
      if (line.includes('</script>')) isScript = false
    }
    return lines
  })
  return found
}

const beginsModule = (line: string): boolean => beginsImport(line) || beginsExport.test(line)
const beginsExport = /^export\s+(?:default\b|const\b|let\b|var\b|function\b|class\b|async\b|\{|\*)/
/** In one line, or with its names on lines of their own. */
const beginsImport = (line: string): boolean =>
  /^import\s/.test(line) && (/['"][^'"]+['"];?\s*$/.test(line) || /^import\s+(?:\w+\s*,\s*)?\{[^}]*$/.test(line))

/** Without HTML comments, which Docusaurus allows in MDX. Lines keep their numbers. */
export const withoutComments = (text: string): string =>
  eachProse(text, (lines) => withoutSpans(lines.join('\n'), '<!--', '-->').split('\n'))

/**
 * Without what writers of Obsidian keep to themselves, between `%%` and `%%`.
 * @param isVault Whether the page is surely Obsidian’s; otherwise blanks or lines have to stand around the signs.
 */
export const withoutPrivateText = (text: string, isVault: boolean): string =>
  text.includes('%%')
    ? eachProse(text, (lines) => {
        const prose = lines.join('\n')
        const isApart = (start: number, end: number) =>
          isVault ||
          (/^(?:\s|)%%\s/.test(prose.slice(Math.max(0, start - 1), start + 3)) &&
            /^\s%%(?:\s|)$/.test(prose.slice(end - 3, end + 1)))
        return withoutSpans(prose, '%%', '%%', isApart).split('\n')
      })
    : text

/**
 * What plain Markdown would show as text of MDX that cannot be read as such: modules, comments, and the expressions in
 * tags. Lines keep their numbers.
 */
export const withoutMdx = (text: string): string =>
  eachProse(text, (lines) => {
    const prose = withoutModules(lines).join('\n')
    return withoutExpressions(withoutSpans(prose, '{/*', '*/}')).split('\n')
  })

/**
 * Plain Markdown whose tags have no JavaScript, as React writes `<img style={{width: 20}} alt="Kettle">`: no parser of Markdown
 * takes that for a tag. Code that is indented stays, and lines keep their numbers.
 */
export const withoutTagExpressions = (text: string): string =>
  text.includes('={')
    ? eachProse(text, (lines) => {
        const indented = new IndentedCode()
        const code = lines.map((line) => indented.isCode(line))
        return withoutExpressions(lines.join('\n'), (line) => code[line] === true).split('\n')
      })
    : text

const longestModule = 400

function withoutModules(lines: readonly string[]): string[] {
  const kept = [...lines]
  for (let at = 0; at < kept.length; at++) {
    if (!beginsModule(kept[at] ?? '')) continue
    const end = endOfModule(kept, at)
    kept.fill('', at, end)
    at = end - 1
  }
  return kept
}

/** The line after a module’s statement: its brackets are closed, and its last line does not ask for another. */
function endOfModule(lines: readonly string[], start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(lines.length, start + longestModule); at++) {
    const line = lines[at] ?? ''
    depth += openedIn(line)
    if (depth <= 0 && !/(?:[=(,?:]|=>|&&|\|\|)\s*$/.test(line)) return at + 1
  }
  return start + 1
}

/** Brackets that a line of code opens and does not close; those in texts do not count. */
function openedIn(line: string): number {
  let depth = 0
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if ('({['.includes(sign)) depth++
    else if (')}]'.includes(sign)) depth--
    else if ('\'"`'.includes(sign)) {
      // An apostrophe in the text of an element has no other.
      const end = line.indexOf(sign, at + 1)
      if (end > 0) at = end
    } else if (line.startsWith('//', at) && line.charAt(at - 1) !== ':') return depth
  }
  return depth
}

/** Takes away what stands between two marks, with them, but for its line ends; what is in code spans stays. */
function withoutSpans(
  text: string,
  from: string,
  to: string,
  isMeant = (_start: number, _end: number) => true,
): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = findOutsideCode(text, from, at)
    const end = start < 0 ? -1 : text.indexOf(to, start + from.length)
    if (end < 0) return kept + text.slice(at)
    const next = isMeant(start, end + to.length) ? end + to.length : start + from.length
    kept += text.slice(at, start) + (next > end ? lineEnds(text.slice(start, end)) : from)
    at = next
  }
}

const lineEnds = (text: string): string => text.replace(/[^\n]+/g, '')

/** Where a mark stands outside of code spans. */
function findOutsideCode(text: string, mark: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(mark, at)) return at
    if (text.charAt(at) === '`') at = endOfCode(text, at) - 1
  }
  return -1
}

/** Where a code span ends that begins here; without an end it is text, and only its signs are passed. */
export function endOfCode(text: string, start: number): number {
  let from = start
  while (text.charAt(from) === '`') from++
  const signs = text.slice(start, from)
  let read = from
  for (let at = text.indexOf(signs, from); at >= 0; at = text.indexOf(signs, at)) {
    // The paragraph ends before.
    if (text.slice(read, at).includes('\n\n')) return from
    let end = at
    while (text.charAt(end) === '`') end++
    if (end - at === signs.length) return end
    read = at = end
  }
  return from
}

const longestTag = 10_000

/**
 * `<Tabs values={[{ label: 'npm' }]} title={'One'}>` as `<Tabs title="One">`: a tag that plain Markdown knows as one.
 * @param isCode Whether a line, counted from 0, is code, in which everything stays.
 */
function withoutExpressions(text: string, isCode: (line: number) => boolean = () => false): string {
  let kept = ''
  let done = 0
  let line = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isCode(line)) {
      if (sign === '\n') line++
      continue
    }
    const end = sign === '`' ? endOfCode(text, at) : undefined
    const tag = sign === '<' && /[A-Za-z]/.test(text.charAt(at + 1)) ? readTag(text, at) : undefined
    if (tag) {
      kept += text.slice(done, at) + tag.text
      done = tag.end
    }
    const next = tag?.end ?? end ?? at + 1
    line += lineEnds(text.slice(at, next)).length
    at = next - 1
  }
  return kept + text.slice(done)
}

/** A tag that has expressions, without them; its line ends come after it, where they cannot become an empty line in it. */
function readTag(text: string, start: number): { text: string; end: number } | undefined {
  let written = ''
  let hasExpressions = false
  for (let at = start; at < Math.min(text.length, start + longestTag); at++) {
    const sign = text.charAt(at)
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1)
      if (end < 0) return undefined
      written += text.slice(at, end + 1)
      at = end
    } else if (sign === '{') {
      const end = endOfExpression(text, at)
      // Without a name before it, it is no property.
      if (end === undefined || !/[=\s]$/.test(written)) return undefined
      const literal = /^\{\s*(?:"([^"{}]*)"|'([^'"{}]*)'|`([^`"{}]*)`)\s*\}$/.exec(text.slice(at, end))
      const value = literal?.[1] ?? literal?.[2] ?? literal?.[3]
      written = value === undefined ? withoutName(written) : `${written}"${value}"`
      hasExpressions = true
      at = end - 1
    } else if (sign === '>') {
      if (!hasExpressions) return undefined
      const ends = lineEnds(text.slice(start, at))
      return { text: `${written.replace(/\s+/g, ' ')}>${ends}`, end: at + 1 }
    } else {
      if (sign === '<' && at > start) return undefined
      written += sign
    }
  }
  return undefined
}

/** A tag up to the value of a property, without the name of that. */
function withoutName(tag: string): string {
  const start = Math.max(0, tag.length - longestName)
  return tag.slice(0, start) + tag.slice(start).replace(/[\w:.-]+\s*=\s*$/, '')
}

const longestName = 200

function endOfExpression(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + longestTag); at++) {
    if (text.charAt(at) === '{') depth++
    if (text.charAt(at) === '}' && --depth === 0) return at + 1
  }
  return undefined
}
