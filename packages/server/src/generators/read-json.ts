import { parseExpression } from '@babel/parser'
import { messageOf } from '../errors.ts'
import { findJsonExcess } from '../pages/readers/json.ts'
import { readYaml } from '../pages/readers/yaml.ts'
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

const bounds = { values: 200_000, deepest: 200 }

/** The parser of expressions gives places, but takes comments and commas at the end of a list as well. */
function checkJson(text: string): void {
  const excess = findJsonExcess(text, bounds)
  if (excess !== undefined) throw new SourceError(excess, { line: 1, column: 1 })
  try {
    JSON.parse(text)
  } catch (error) {
    const message = messageOf(error)
    const offset = offsetIn(message)
    throw new SourceError(withoutPlace(message), offset === undefined ? placeByYaml(text) : placeAt(text, offset))
  }
}

const positionMark = ' at position '

/** V8 gives the offset of some mistakes only. */
function offsetIn(message: string): number | undefined {
  const at = message.indexOf(positionMark)
  const offset = at < 0 ? Number.NaN : Number.parseInt(message.slice(at + positionMark.length), 10)
  return Number.isNaN(offset) ? undefined : offset
}

/** JSON is YAML, whose parser gives the place of every mistake. */
const placeByYaml = (text: string): { line: number; column: number } =>
  readYaml(text, { parts: 10_000 }).mistakes[0] ?? { line: 1, column: 1 }

/** V8 quotes the text around a mistake, or gives its offset. */
function withoutPlace(message: string): string {
  const ends = [', "', ' "', ', ..."', ' ..."', ' in JSON at position', positionMark].map((mark) =>
    message.indexOf(mark),
  )
  const end = Math.min(...ends.filter((at) => at >= 0))
  return message.slice(0, end)
}
