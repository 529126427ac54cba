import type { Code } from 'mdast'

/** `// [!code focus]` behind a line, and alone for the lines below. */
const behind =
  /[ \t]?(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]?\[!code (focus|highlight|hl|warning|error|word|\+\+)(?::[^\]\n]{0,100})?\][ \t]?(?:-->|\*\/\}?)?$/
/** `// highlight-next-line` of Docusaurus. */
const alone = /^[ \t]*(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]*highlight-(?:next-line|start|end)[ \t]*(?:-->|\*\/\}?)?$/
/** Whether code has lines for Twoslash, which runs it through a compiler. */
const isTwoslash = /^[ \t]*(?:\/\/|#)[ \t]*(?:\^\?|---cut|@(?:errors|noErrors|filename|types?)\b)/m
/** `// @errors: 2322`, `//   ^?`: what the compiler is asked. */
const asksCompiler = /^[ \t]*(?:\/\/|#)[ \t]*(?:@\w+(?::.*)?|\^[?|^].*)$/
const cutMark = /^[ \t]*(?:\/\/|#)[ \t]*---cut(-start|-end|-before|-after)?---[ \t]*$/

/** Code without the comments that only say how it is shown, and without what these cut, which readers do not see. */
export function withoutCodeMarks(code: string, language: string | null): string {
  // There they are what is explained.
  if (/^(?:md|mdx|markdown)$/.test(language ?? '')) return code
  const lines = isTwoslash.test(code) ? withoutTwoslash(code.split('\n')) : code.split('\n')
  if (!/\[!code |highlight-/.test(code)) return lines.join('\n')
  // Beside lines that are removed, readers are told which ones are added.
  const removes = code.includes('[!code --')
  return lines
    .flatMap((line) => {
      if (alone.test(line.trimEnd())) return []
      const kept = line.trimEnd().replace(behind, (mark, kind: string) => (removes && kind === '++' ? mark : ''))
      return kept.trim() === '' && line.trim() !== ''
        ? []
        : [kept.length < line.trimEnd().length ? kept.trimEnd() : line]
    })
    .join('\n')
}

/** @see https://twoslash.netlify.app/refs/notations */
function withoutTwoslash(lines: readonly string[]): string[] {
  let shown: string[] = []
  let isCut = false
  for (const line of lines) {
    const [mark, which] = cutMark.exec(line) ?? []
    if (mark === undefined) {
      if (!isCut && !asksCompiler.test(line)) shown.push(line)
    } else if (which === '-after') break
    else if (which === '-start' || which === '-end') isCut = which === '-start'
    else shown = []
  }
  return shown
}

/** `#| label: size` and the like: what Quarto is told of a cell. */
const cellOption = /^(?:#|\/\/|--|%%)\|[ \t]?/
const isHidden = /^(?:echo|include):[ \t]*(?:false|no)\b/i
const hidesCode = /\b(?:echo|include)[ \t]*=[ \t]*F(?:ALSE)?\b/

/** The code of a cell such as ` ```{r, echo=TRUE} `, without what only says how it is run; undefined where it is not shown. */
export function readCell({ lang, meta, value }: Code): string | undefined {
  if (!lang?.startsWith('{') || lang.startsWith('{.')) return value
  const lines = value.split('\n')
  const options = lines.filter((line) => cellOption.test(line)).map((line) => line.replace(cellOption, ''))
  if (hidesCode.test(`${lang} ${meta ?? ''}`) || options.some((option) => isHidden.test(option))) return undefined
  return lines.filter((line) => !cellOption.test(line)).join('\n')
}
