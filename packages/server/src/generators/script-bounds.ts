import { placeAt, SourceError } from './source-tree.ts'

/**
 * The parser reads what follows type arguments twice, as it may begin a function or a call. Each one within another
 * doubles the work: 18 levels of `<T>(` take seconds, 30 take hours.
 */
const deepestTypeArguments = 8
const deepestBrackets = 200

interface Opening {
  readonly bracket: string
  /** Whether type arguments are before it. */
  readonly isGeneric: boolean
}

/**
 * Refuses a script that would keep the parser busy forever: calls and functions with type arguments nested in each other,
 * and brackets nested without end. It doesn't know regular expressions and can be fooled by them, so it's only a filter:
 * the deadline of the thread is the wall.
 * @throws SourceError
 */
export function checkNesting(text: string): void {
  const openings: Opening[] = []
  let generic = 0
  let before = ''
  const open = (opening: Opening, at: number) => {
    openings.push(opening)
    if (opening.isGeneric) generic++
    if (generic > deepestTypeArguments) throw tooDeep('Type arguments', deepestTypeArguments, placeAt(text, at))
    if (openings.length > deepestBrackets) throw tooDeep('Brackets', deepestBrackets, placeAt(text, at))
  }
  const close = () => {
    if (openings.pop()?.isGeneric) generic--
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (openings.at(-1)?.bracket === '`') {
      if (letter === '\\') at++
      else if (letter === '`') close()
      else if (letter === '$' && text.charAt(at + 1) === '{') open({ bracket: '{', isGeneric: false }, ++at)
      continue
    }
    const end = skipText(text, at)
    if (end > at) at = end - 1
    else if ('([{`'.includes(letter)) open({ bracket: letter, isGeneric: before === '>' && '(`'.includes(letter) }, at)
    else if (')]}'.includes(letter)) close()
    // The arrow of a function isn't the end of type arguments.
    if (letter.trim() !== '') before = letter === '>' && before === '=' ? '' : letter
  }
}

/** Where the string or the comment ends that begins at an offset; the offset itself if none does. */
function skipText(text: string, at: number): number {
  const letter = text.charAt(at)
  if (letter === '"' || letter === "'") return skipString(text, at)
  if (text.startsWith('//', at)) return endOf(text, '\n', at)
  if (text.startsWith('/*', at)) return endOf(text, '*/', at + 2)
  return at
}

/** A string ends with its line at the latest. */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\\') at++
    else if (letter === text.charAt(start) || letter === '\n') return at + 1
  }
  return text.length
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

const tooDeep = (what: string, most: number, place: { line: number; column: number }): SourceError =>
  new SourceError(`${what} are nested more than ${most} deep, and no deeper ones are read.`, place)
