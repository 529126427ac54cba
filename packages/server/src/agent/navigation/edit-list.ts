import type { SourceList } from '../../generators/source-tree.ts'

/** Puts an item into a list that is written in a text, and changes nothing else. */
export function insertItem(text: string, list: SourceList, index: number, code: string): string {
  return isBracketed(text, list) ? insertBetweenBrackets(text, list, index, code) : insertLine(text, list, index, code)
}

/** Takes an item out of a list that has others. */
export function removeItem(text: string, list: SourceList, index: number): string {
  return isBracketed(text, list) ? removeBetweenBrackets(text, list, index) : removeLines(text, list, index)
}

/** The text of an item without the indentation of its lines. */
export function itemCode(text: string, list: SourceList, index: number): string {
  const place = list.places[index]
  if (!place) return ''
  const indent = indentAt(text, place.start)
  return text.slice(place.start, place.end).trimEnd().split(`\n${indent}`).join('\n')
}

const isBracketed = (text: string, list: SourceList): boolean => text.charAt(list.start) === '['

/** The spaces at the beginning of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

const splice = (text: string, start: number, end: number, replacement: string): string =>
  text.slice(0, start) + replacement + text.slice(end)

const indented = (code: string, indent: string): string => code.replace(/\n/g, `\n${indent}`)

function insertBetweenBrackets(text: string, list: SourceList, index: number, code: string): string {
  const [first] = list.places
  if (!first) {
    const outer = indentAt(text, list.start)
    const inner = `${outer}${outer.includes('\t') ? '\t' : '  '}`
    return splice(text, list.start, list.end, `[\n${inner}${indented(code, inner)}\n${outer}]`)
  }
  const indent = indentAt(text, first.start)
  const separator = text.slice(list.start, first.start).includes('\n') ? `\n${indent}` : ' '
  const written = separator === ' ' ? code : indented(code, indent)
  const before = list.places[index - 1]
  if (!before) return splice(text, first.start, first.start, `${written},${separator}`)
  const comment = /^([ \t]*,)?[ \t]*\/\/[^\n]*/.exec(text.slice(before.end))
  if (!comment || separator === ' ') return splice(text, before.end, before.end, `,${separator}${written}`)
  // The remark at the end of the line stays with the item that it is about.
  const end = before.end + comment[0].length
  const after = splice(text, end, end, `${separator}${written}${comment[1] ? ',' : ''}`)
  return comment[1] ? after : splice(after, before.end, before.end, ',')
}

function removeBetweenBrackets(text: string, list: SourceList, index: number): string {
  const [before, place, after] = [list.places[index - 1], list.places[index], list.places[index + 1]]
  if (!place) return text
  if (after) {
    const rest = text.slice(place.end, after.start)
    const comma = /^\s*,\s*/.exec(rest)?.[0].length ?? 0
    return splice(text, place.start, place.end + comma, '')
  }
  if (before) return splice(text, before.end, place.end, '')
  return splice(text, list.start, list.end, '[]')
}

/** An item of a YAML list that is written with dashes: the lines that it takes. */
function linesOf(text: string, list: SourceList, index: number): { start: number; end: number; dash: string } {
  const place = list.places[index] ?? list
  const start = text.lastIndexOf('\n', place.start - 1) + 1
  const last = place.start + text.slice(place.start, place.end).trimEnd().length
  const newline = text.indexOf('\n', last)
  const dash = /^([ \t]*)-[ \t]+$/.exec(text.slice(start, place.start))?.[1]
  if (dash === undefined) throw new Error('The list is not written with one item a line, and cannot be changed safely.')
  return { start, end: newline < 0 ? text.length : newline, dash }
}

function insertLine(text: string, list: SourceList, index: number, code: string): string {
  const before = index > 0
  const { start, end, dash } = linesOf(text, list, before ? index - 1 : 0)
  const line = `${dash}- ${indented(code, `${dash}  `)}`
  return before ? splice(text, end, end, `\n${line}`) : splice(text, start, start, `${line}\n`)
}

function removeLines(text: string, list: SourceList, index: number): string {
  const { start, end } = linesOf(text, list, index)
  return splice(text, start, Math.min(text.length, end + 1), '')
}
