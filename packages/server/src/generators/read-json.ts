import { parseExpression } from '@babel/parser'
import { parseDocument } from 'yaml'
import { messageOf } from '../errors.ts'
import { parseOrThrow, scopeOf, toSource } from './script-values.ts'
import { noScript, placeAt, SourceError, type SourceFile } from './source-tree.ts'

/** Reads JSON. @throws SourceError */
export function readJson(path: string, text: string): SourceFile {
  checkJson(text)
  const root = toSource(
    parseOrThrow(() => parseExpression(text)),
    scopeOf(new Map()),
  )
  return { path, text, syntax: 'json', root, ...noScript }
}

/** The parser of expressions gives places, but takes comments and commas at the end of a list as well. */
function checkJson(text: string): void {
  try {
    JSON.parse(text)
  } catch (error) {
    const message = messageOf(error)
    throw new SourceError(withoutPlace(message), placeAt(text, offsetIn(message) ?? offsetByYaml(text)))
  }
}

const positionMark = ' at position '

/** V8 gives the offset of some mistakes only. */
function offsetIn(message: string): number | undefined {
  const at = message.indexOf(positionMark)
  const offset = at < 0 ? Number.NaN : Number.parseInt(message.slice(at + positionMark.length), 10)
  return Number.isNaN(offset) ? undefined : offset
}

/** JSON is YAML, whose parser gives the offset of every mistake. */
const offsetByYaml = (text: string): number =>
  text.length > longestForYaml ? 0 : (parseDocument(text, { prettyErrors: false }).errors[0]?.pos[0] ?? 0)

/** In characters; the parser of YAML is slow. */
const longestForYaml = 20_000

/** V8 quotes the text around a mistake, or gives its offset. */
function withoutPlace(message: string): string {
  const ends = [', "', ' "', ', ..."', ' ..."', ' in JSON at position', positionMark].map((mark) =>
    message.indexOf(mark),
  )
  const end = Math.min(...ends.filter((at) => at >= 0))
  return message.slice(0, end)
}
