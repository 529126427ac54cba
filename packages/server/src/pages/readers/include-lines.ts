import { linesOf } from '../text-lines.ts'
import { constantsMark, cutRanges, elementKey, type IncludeReference, type Includes, snippetKey } from './includes.ts'

const vitepress = /^<<<[ \t]+(\S+?)(?:#([\w*.-]+))?[ \t]*(?:\{[^}]*\})?[ \t]*(?:\[[^\]]*\])?$/
const comment = /^<!--[ \t]*@include:[ \t]*([^\s#{]+)(?:#([\w.-]+))?(?:\{(\d*),(\d*)\})?[ \t]*-->$/
const snippet = /^-{1,2}8<-{1,2}[ \t]+(["'])(https?:\/\/[^"']+|[^"':]+)(?::([A-Za-z_][\w.-]*)|:(\d*)(?::(\d+))?)?\1$/
/** `{{#include app.rs:boil}}` of mdBook. */
const bookInclude =
  /^\{\{[ \t]*#(?:(?:rustdoc_)?include|playground)[ \t]+([^\s{}:]+)(?::(?:([A-Za-z_][\w.-]*)|(\d*)(:\d*)?))?[ \t]*(?:[ \t][\w, ]*)?\}\}$/
const module_ = /^import[ \t]+(\w+)[ \t]+from[ \t]+(["'])(?:!{0,2}raw-loader!([^"']+)|([^"']+)\?raw)\2;?$/
/** What MDX shows parts of by its name. */
const data = /^import[ \t]+(\w+)[ \t]+from[ \t]+(["'])([^"']+\.json)\2;?$/
/** A part of pages that MDX imports as a component. */
const component = /^import[ \t]+(\w+)[ \t]*(?:,[ \t]*\{[^}]*\}[ \t]*)?from[ \t]+(["'])([^"']+\.(?:mdx?|markdown))\2;?$/
/** Constants of another module, as Mintlify keeps them in snippets. */
const constants = /^import[ \t]+\{([\w, \t]{1,200})\}[ \t]+from[ \t]+(["'])([^"']+\.(?:mdx?|[jt]sx?))\2;?$/
const mintlify = /^<Snippet[ \t]+file=(["'])([^"']+)\1[ \t]*\/>$/
/** `{! part.md !}`, and `{!> app.py !}` in code. */
const markdownInclude = /^\{!>?\s*([^\s!{}>]+)\s*!\}$/
/** `{* ../../docs_src/app.py ln[1:4,9] hl[2] *}` of FastAPI’s documentation: from the folder of the configuration. */
const codeInclude = /^\{\*[ \t]*(?:\.\.\/)*([^\s{}*]+)(?:[ \t][^{}*]*)?\*\}$/
/** `[name](_media/part.md ":include")` of docsify. */
const docsifyInclude = /^\[[^[\]]*\]\(([^()\s]+)[ \t]+["']:include(?:[ \t][^"'()]*)?["']\)$/
/** `<include>./part.mdx</include>` of Fumadocs, also with a language and a part of the page. */
const fumadocsInclude = /^<include(?:[ \t][^<>]*)?>([^<>#\s]+)<\/include>$/
/** `{% include "../.gitbook/includes/part.md" %}` of GitBook, `{% include part.md of="it" %}` of Jekyll. */
const liquid = /^\{%-?[ \t]*include(?:_relative)?[ \t]+["']?([^\s"'{}%]+\.(?:md|markdown))["']?(?:[ \t][^{}%]*)?-?%\}$/
/** `{{< include _part.qmd >}}` of Quarto, `{{% readfile file="part.md" %}}` of Hugo’s themes. */
const shortcodeInclude =
  /^\{\{[<%][ \t]*(?:include|readfile|include-md)[ \t]+(?:file=)?["']?([^\s"'{}<>%]+\.\w{1,10})["']?(?:[ \t][^{}]*)?[ \t]*[>%]\}\}$/
/** `@[code{1-3} js](./app.js)` of VuePress. */
const vuepress = /^@\[code(?:\{(\d*)(-?)(\d*)[^{}]*\})?(?:[ \t][^\]]*)?\]\(([^()\s]+)\)$/
const mostIncludes = 100
const longestLine = 500

/** The files that a page includes, or that code which it shows includes. */
export function findIncludes(text: string, isCode = false): IncludeReference[] {
  const found = new Map<string, IncludeReference>()
  let fence = ''
  for (const line of withSnippetLines(text).split(/\r\n|\n|\r/)) {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence === '') fence = mark?.[1] ?? ''
    else if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') fence = ''
    const reference =
      found.size < mostIncludes && line.length <= longestLine
        ? readLine(line.trim(), isCode || fence !== '')
        : undefined
    if (reference && !found.has(reference.key)) found.set(reference.key, reference)
  }
  return [...found.values()]
}

/**
 * A page whose blocks of snippets, which list files between two lines of `--8<--`, have a line for each of them instead. Lines
 * that are empty or begin with a semicolon name none.
 */
export function withSnippetLines(text: string): string {
  if (!text.includes('8<')) return text
  let isBlock = false
  const lines = text.split(/\r\n|\n|\r/)
  const marks = lines.filter((line) => isSnippetMark(line)).length
  // One that nothing closes is text.
  if (marks === 0 || marks % 2 === 1) return text
  return lines
    .map((line) => {
      if (isSnippetMark(line)) {
        isBlock = !isBlock
        return ''
      }
      const name = line.trim()
      if (!isBlock) return line
      return name === '' || name.startsWith(';') ? '' : line.replace(name, `--8<-- "${name}"`)
    })
    .join('\n')
}

const isSnippetMark = (line: string): boolean => /^[ \t]*-{1,2}8<-{1,2}[ \t]*$/.test(line)

/** In code only snippets of MkDocs are more than an example. */
function readLine(line: string, isCode: boolean): IncludeReference | undefined {
  const cut = snippet.exec(line)
  if (cut) return { key: line, path: cut[2] ?? '', region: cut[3] ?? null, lines: range(cut[4], cut[5]) }
  const listed = bookInclude.exec(line)
  if (listed) {
    const [, path = '', region = null, first, last] = listed
    // Without a colon behind it, it is this line alone.
    const lines = range(first || undefined, last === undefined ? first || undefined : last.slice(1) || undefined)
    return { key: line, path, region, lines }
  }
  const between = markdownInclude.exec(line)?.[1]
  if (between !== undefined) return { key: line, path: between, region: null, lines: null }
  if (isCode) return undefined
  const code = codeInclude.exec(line)
  if (code) {
    const cut = (whole: string) => cutRanges(linesOf(whole), /\bln\[([\d:, ]{1,100})\]/.exec(line)?.[1])
    return { key: line, path: code[1] ?? '', region: null, lines: null, cut }
  }
  const shown = vitepress.exec(line)
  if (shown) return { key: line, path: shown[1] ?? '', region: shown[2] ?? null, lines: null }
  const included = comment.exec(line)
  if (included) {
    return { key: line, path: included[1] ?? '', region: included[2] ?? null, lines: range(included[3], included[4]) }
  }
  const values = data.exec(line)
  if (values) return { key: values[1] ?? '', path: values[3] ?? '', region: null, lines: null, isOptional: true }
  const shared = constants.exec(line)
  if (shared) {
    const [, names = '', , path = ''] = shared
    const cut = (whole: string) => whole.split('\n').filter(isConstant).join('\n')
    return { key: `${constantsMark}${names}`, path, region: null, lines: null, isOptional: true, cut }
  }
  const part = component.exec(line)
  if (part) return { key: part[1] ?? '', path: part[3] ?? '', region: null, lines: null }
  const named = mintlify.exec(line)?.[2]
  if (named !== undefined) return { key: snippetKey(named), path: `/snippets/${named}`, region: null, lines: null }
  const shownBy = fumadocsInclude.exec(line)?.[1]
  if (shownBy !== undefined) return { key: elementKey(shownBy), path: shownBy, region: null, lines: null }
  const shownByLink = docsifyInclude.exec(line)?.[1]
  if (shownByLink !== undefined) return { key: line, path: shownByLink, region: null, lines: null }
  const partOfLiquid = liquid.exec(line)?.[1]
  if (partOfLiquid !== undefined)
    return { key: line, path: partOfLiquid, folder: '_includes', region: null, lines: null, ...parametersOf(line) }
  const partOfShortcode = shortcodeInclude.exec(line)?.[1]
  if (partOfShortcode !== undefined)
    return { key: line, path: partOfShortcode, folder: 'content', region: null, lines: null }
  const shownCode = vuepress.exec(line)
  if (shownCode) {
    const [, first, dash, last, path = ''] = shownCode
    return { key: line, path, region: null, lines: range(first || undefined, dash ? last : first || undefined) }
  }
  const imported = module_.exec(line)
  if (!imported) return undefined
  return { key: imported[1] ?? '', path: imported[3] ?? imported[4] ?? '', region: null, lines: null }
}

/** What `{% include part.md of="it" %}` of Jekyll gives to `{{ include.of }}` of the part. */
function parametersOf(line: string): Pick<IncludeReference, 'cut'> {
  const values = new Map([...line.matchAll(parameter)].map(([, name = '', double, single]) => [name, double ?? single]))
  if (values.size === 0) return {}
  const shownFor = (written: string, name: string) => values.get(name) ?? written
  return { cut: (whole) => linesOf(whole).join('\n').replace(ofInclude, shownFor) }
}

const parameter = /[ \t]([\w-]{1,60})=(?:"([^"]*)"|'([^']*)')/g
const ofInclude = /\{\{-?[ \t]*include\.([\w-]{1,60})[ \t]*-?\}\}/g

const isConstant = (line: string): boolean => line.startsWith('export const ')

const range = (first: string | undefined, last: string | undefined): [number, number] | null =>
  first === undefined && last === undefined ? null : [Number(first || 1), last ? Number(last) : Number.MAX_SAFE_INTEGER]

/** Code in which whole lines are snippets. */
export const expandCode = (code: string, includes: Includes | undefined): string =>
  includes === undefined || includes.size === 0
    ? code
    : code
        .split('\n')
        .map((line) => {
          const key = line.trim()
          const isMark = snippet.test(key) || bookInclude.test(key) || markdownInclude.test(key)
          const include = isMark ? includes.get(key) : undefined
          // Of what is missing, nothing is shown.
          if (include) return 'text' in include ? expandCode(include.text, include.includes) : ''
          return line
        })
        .join('\n')
