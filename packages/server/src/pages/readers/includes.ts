import { escapePattern } from '../../escape-pattern.ts'
import { decodeEscapes } from '../links.ts'
import { linesOf, withoutIndent } from '../text-lines.ts'

/** A file that a page shows as its own, as VitePress, Docusaurus, Mintlify and MkDocs write it. */
export interface IncludeReference {
  /** What stands for it in the page: the line, or the name that a module gives it. */
  key: string
  /** As it is written. */
  path: string
  /** Where it may stand, too, beside the page or above. */
  folder?: string
  /** A part of the file that comments in it name. */
  region: string | null
  /** First and last line, counted from 1. */
  lines: readonly [number, number] | null
  /** Cuts the part out of the file, where a markup has ways of its own. */
  cut?: (text: string) => string | undefined
  /** Whether the file may be missing. */
  isOptional?: boolean
}

/** What a page includes: its text, with what that includes itself, or why there is none. */
export type Include =
  | { text: string; language: string; isPage: boolean; includes?: Includes }
  /** `missing` is the path of a file that is not there, `written` what stands for the include in the page. */
  | { reason: string; path: string; missing?: string; written?: string }

/** By the keys of the references. */
export type Includes = ReadonlyMap<string, Include>

/** `1:4,9`, counted from 1; everything without. */
export const cutRanges = (lines: readonly string[], ranges: string | undefined): string =>
  ranges === undefined
    ? lines.join('\n')
    : ranges
        .split(',')
        .map((part) => {
          const [first = '', last = first] = part.trim().split(':')
          return lines.slice(Math.max(0, Number(first) - 1), Number(last)).join('\n')
        })
        .join('\n\n')

/** The part of a file that a reference names, without the comments that mark regions; undefined when there is none. */
export function cutInclude(text: string, { region, lines }: IncludeReference): string | undefined {
  const all = linesOf(text)
  const chosen = lines ? all.slice(Math.max(0, lines[0] - 1), lines[1]) : region ? linesOfRegion(all, region) : all
  return chosen && withoutIndent(chosen.filter((line) => !regionMark.test(line))).join('\n')
}

/** `// #region name`, `<!-- #endregion -->`, `# --8<-- [start:name]`. */
const regionMark =
  /#?\b(?:end)?region\b[ \t]+[\w*.-]+|^\W*#(?:end)?region\b|--8<--[ \t]+\[(?:start|end):|\bANCHOR(?:_END)?:[ \t]*[\w-]+/

function linesOfRegion(lines: readonly string[], name: string): string[] | undefined {
  const word = escapePattern(name)
  const start = lines.findIndex((line) =>
    new RegExp(`(?:#?\\bregion\\b[ \\t]+${word}|\\[start:${word}\\]|\\bANCHOR:[ \\t]*${word})(?![\\w.-])`).test(line),
  )
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const named = rest.findIndex((line) =>
    new RegExp(`(?:#?\\bendregion\\b[ \\t]+${word}|\\[end:${word}\\]|\\bANCHOR_END:[ \\t]*${word})(?![\\w.-])`).test(
      line,
    ),
  )
  const end = named >= 0 ? named : rest.findIndex((line) => /#?\bendregion\b|\[end:/.test(line))
  return end < 0 ? rest : rest.slice(0, end)
}

/** A line that stands for an include until the page is parsed: Markdown keeps it whole. */
export const includeMark = (key: string): string => `<!--include ${encodeURIComponent(key)}-->`

/** The include that such a line stands for. */
export function markedInclude(html: string, includes: Includes | undefined): Include | undefined {
  const key = /^<!--include (\S+)-->$/.exec(html.trim())?.[1]
  return key === undefined ? undefined : includes?.get(decodeEscapes(key))
}

/** Before the names of constants that a page takes from the file. */
export const constantsMark = 'constants '

export const snippetKey = (file: string): string => `Snippet ${file}`
export const elementKey = (file: string): string => `include ${file}`

/** The part of pages that a component stands for. */
export function componentInclude(
  { name, file }: { name: string | null; file: string | undefined },
  includes: Includes | undefined,
): Include | undefined {
  if (includes === undefined || name === null) return undefined
  if (name === 'include' && file !== undefined) return includes.get(elementKey(file))
  const found = includes.get(name === 'Snippet' && file !== undefined ? snippetKey(file) : name)
  return found && 'text' in found && found.isPage ? found : undefined
}
