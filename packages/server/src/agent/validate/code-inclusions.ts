import { posix } from 'node:path'
import { indentOf } from '../../pages/text-lines.ts'
import type { FoundCode } from './found-code.ts'

/** Directives of reStructuredText and MyST that only say how something looks. Others may run code, or read files. */
const contentDirectives: ReadonlySet<string> = new Set(
  (
    'attention caution danger error hint important note tip warning admonition seealso todo versionadded versionchanged ' +
    'versionremoved deprecated code code-block sourcecode highlight parsed-literal math image figure table list-table csv-table ' +
    'rubric topic sidebar epigraph highlights pull-quote compound container class contents toctree sectnum glossary index ' +
    'centered hlist productionlist tabularcolumns tab-set tab-item tab tabs group-tab code-tab grid grid-item grid-item-card ' +
    'card card-carousel dropdown button-link button-ref div meta role default-role default-domain replace unicode ' +
    'target-notes currentmodule option envvar program describe object confval mermaid'
  ).split(' '),
)
/** Prefixes of directives that describe what an interface has. */
const domains = /^(?:py|js|c|cpp|rst|std|http|rust|go|php):/

const directive = /^\s*\.\.\s+(?:\|[^|\n]+\|\s+)?([\w:+.-]+)::[ \t]*(.*)$/
const mystDirective = /^\s*(?:`{3,}|~{3,}|:{3,})\s*\{(\w[\w:+.-]*)\}[ \t]*(.*)$/
/** Options that read a file, or fetch one. */
const readingOption = /^\s*:(?:file|url):/
/** Lines of other markups that read a file, and blocks of code that are run. */
const inclusion =
  /--8<--|^\s*<<<\s|<!--\s*@include|\{!.+!\}|^\s*!!!?\s*include|\{\{\s*#(?:include|rustdoc_include|playground|template)\b|^\s*(?:`{3,}|~{3,}).*\bexec=/
/** What is passed on to the page as it is. */
const passBlock = /^\+{4,}\s*$/
const passed = /\+{3}|\bpass:/
const macro = /^([\w-]+)::([^[\]]*)\[/
const contentMacros: ReadonlySet<string> = new Set([
  'image',
  'video',
  'audio',
  'toc',
  'ifdef',
  'ifndef',
  'ifeval',
  'endif',
])
const blockStyle = /^\[([a-z][\w-]*)/
const contentStyles: ReadonlySet<string> = new Set(
  (
    'source listing literal quote verse example sidebar abstract partintro horizontal qanda stem latexmath asciimath ' +
    'open normal discrete float appendix glossary bibliography index colophon dedication preface cols options role id ' +
    'caption reftext start loweralpha upperalpha lowerroman upperroman arabic circle disc square none no-bullet unstyled ' +
    'width frame grid stripes separator format subs'
  ).split(' '),
)
/** A page of the documentation: it is under the same rules. */
const includedPage = /^(?!.*:\/\/)[^\s]+\.(?:md|markdown|rst|adoc|asciidoc)$/i

/**
 * Lists what makes a build read another file, or run a block of a page, with the lines that belong to it. Code blocks count:
 * many generators look into them, too.
 */
export function readInclusions(path: string, text: string): FoundCode[] {
  const extension = posix.extname(path).toLowerCase()
  const isIncluding = ['.adoc', '.asciidoc'].includes(extension) ? isAsciiDocInclusion : isInclusion
  const lines = text.split(/\r?\n/)
  const code: FoundCode[] = []
  for (let at = 0; at < lines.length; at++) {
    if (!isIncluding(lines[at] ?? '')) continue
    const end = endOfBlock(lines, at)
    const block = lines.slice(at, end).map((one) => one.trim())
    code.push({ text: block.join('\n').trim(), scope: 'page', line: at + 1 })
    at = end - 1
  }
  return code
}

const fence = /^\s*(`{3,}|~{3,}|:{3,})/
const delimiter = /^(?:-{2,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|`{3,}|\|={3,})\s*$/
/** Lines of a block that count; a longer one is the same up to here. */
const longestBlock = 2_000

/** The line after what belongs to a line: the rest of a fence, what is indented below it, or a block between two marks. */
function endOfBlock(lines: readonly string[], start: number): number {
  const line = lines[start] ?? ''
  const next = lines[start + 1] ?? ''
  const [, mark] = fence.exec(line) ?? []
  const isMark = line.trim() === '--8<--' || passBlock.test(line)
  const isAround = blockStyle.test(line) && delimiter.test(next)
  const end = Math.min(lines.length, start + longestBlock)
  if (mark !== undefined || isMark || isAround) {
    const closing = isAround ? next.trim() : isMark ? line.trim() : (mark ?? '')
    const first = isAround ? start + 2 : start + 1
    for (let at = first; at < end; at++) if ((lines[at] ?? '').trim().startsWith(closing)) return at + 1
    return end
  }
  const indent = indentOf(line)
  for (let at = start + 1; at < end; at++) {
    const written = lines[at] ?? ''
    if (written.trim() !== '' && indentOf(written) <= indent) return at
  }
  return end
}

const isInclusion = (line: string): boolean => {
  if (readingOption.test(line) || inclusion.test(line)) return true
  const [, name, argument = ''] = directive.exec(line) ?? mystDirective.exec(line) ?? []
  // A role of another one may be raw HTML.
  if (name === 'role') return argument.includes('(')
  if (name === undefined || contentDirectives.has(name) || domains.test(name)) return false
  return !(name === 'include' && includedPage.test(argument.trim()))
}

const isAsciiDocInclusion = (line: string): boolean => {
  if (passed.test(line)) return true
  const [, name, target = ''] = macro.exec(line) ?? []
  if (name !== undefined) return !contentMacros.has(name) && !(name === 'include' && includedPage.test(target))
  const [, style] = blockStyle.exec(line) ?? []
  return style !== undefined && !contentStyles.has(style)
}
