import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { BlockContent, Heading, Html } from 'mdast'
import { oneLine } from '../../text-lines.ts'

/** Properties that a reader sees of any element, and those that only components show. */
const shownProperty = /\s(title|label|alt|summary)\s*=\s*("[^"]*"|'[^']*')/gi
const componentProperty =
  /\s(title|label|alt|summary|description|header|heading|caption|question|name|text)\s*=\s*("[^"]*"|'[^']*')/gi
const hidden = /<!--[\s\S]*?(?:-->|$)|<(script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tagStart = /<\/?([A-Za-z][\w.:-]*)/g
/** In characters: what is longer begins no tag. */
const longestTag = 5_000
/** Elements that stand inside a line; every other one begins a new line. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** The text of raw HTML (or of component tags in plain Markdown): tags, comments, scripts and styles are left out. */
export function htmlText(html: string): string {
  return decodeEntities(
    replaceTags(html.replace(hidden, ''), (name, attributes) => {
      const words = propertyText(name, attributes)
      if (inline.has(name.toLowerCase())) return words
      return words ? `\n${words}\n` : '\n'
    }),
  )
}

function replaceTags(html: string, replace: (name: string, attributes: string) => string): string {
  let replaced = ''
  let from = 0
  for (const { index, 0: start, 1: name = '' } of html.matchAll(tagStart)) {
    const end = index < from ? -1 : endOfTag(html, index + start.length)
    if (end < 0) continue
    replaced += html.slice(from, index) + replace(name, html.slice(index + start.length, end))
    from = end + 1
  }
  return replaced + html.slice(from)
}

/** Where the `>` of a tag stands: outside of quotes, and of braces, in which components have JavaScript. Negative where none does. */
function endOfTag(html: string, start: number): number {
  let depth = 0
  for (let at = start; at < Math.min(html.length, start + longestTag); at++) {
    const sign = html.charAt(at)
    if (sign === '>' && depth === 0) return at
    if (sign === '{') depth++
    if (sign === '}' && --depth < 0) return -1
    if (sign !== '"' && sign !== "'" && !(sign === '`' && depth > 0)) continue
    at = html.indexOf(sign, at + 1)
    if (at < 0) return -1
  }
  return -1
}

/** What a reader would see of an element's attributes: titles, labels, alternative texts. */
function propertyText(name: string, attributes: string): string {
  const values: string[] = []
  for (const found of attributes.matchAll(/^[A-Z]/.test(name) ? componentProperty : shownProperty)) {
    const value = (found[2] ?? '').slice(1, -1).trim()
    if (value) values.push(value)
  }
  return values.join(': ')
}

/** Whether there are tags that no HTML element has: those of components, of which properties are shown. */
export const holdsComponents = (html: string): boolean => /<(?:[A-Z]|[a-z]+-)/.test(html.replace(hidden, ''))

/** The blocks of HTML with components: headings stay headings, `<pre>` stays code, every other line becomes a paragraph. */
export function htmlBlocks(node: Html): BlockContent[] {
  const blocks: BlockContent[] = []
  for (const piece of piecesOf(node.value.replace(hidden, ''))) {
    if (/^<h[1-6]/i.test(piece)) blocks.push(headingOf(piece))
    else if (/^<pre/i.test(piece)) blocks.push({ type: 'code', value: htmlText(piece).trim() })
    else {
      for (const line of htmlText(piece).split(/\n+/)) {
        const value = oneLine(line)
        if (value) blocks.push({ type: 'paragraph', children: [{ type: 'text', value }] })
      }
    }
  }
  return blocks
}

/** Headings, code, and what stands between them. */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  const ends = [/<\/h[1-6]\s*>/gi, /<\/pre\s*>/gi] as const
  const [lastHeading = -1, lastCode = -1] = ends.map((end) => [...html.matchAll(end)].at(-1)?.index ?? -1)
  let from = 0
  for (const { index, 0: start } of html.matchAll(/<(?:h[1-6]|pre)\b/gi)) {
    const isCode = /^<pre/i.test(start)
    // What nothing ends is text.
    if (index < from || index > (isCode ? lastCode : lastHeading)) continue
    const end = isCode ? ends[1] : ends[0]
    end.lastIndex = index
    end.test(html)
    pieces.push(html.slice(from, index), html.slice(index, end.lastIndex))
    from = end.lastIndex
  }
  return [...pieces, html.slice(from)]
}

function headingOf(html: string): Heading {
  const value = oneLine(htmlText(html))
  const id = /\sid\s*=\s*["']?([^\s"'>]+)/i.exec(html)?.[1]
  const depth = Number(html.charAt(2))
  return {
    type: 'heading',
    depth: depth === 1 ? 1 : depth === 2 ? 2 : depth === 3 ? 3 : depth === 4 ? 4 : depth === 5 ? 5 : 6,
    children: [{ type: 'text', value }],
    data: id ? { anchor: id } : { named: null },
  }
}

export const decodeEntities = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{0,40});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return namedCharacter(name) ?? namedCharacter(name.toLowerCase()) ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** A space that keeps words on one line is a space of text. */
const namedCharacter = (name: string): string | undefined =>
  name === 'nbsp' ? ' ' : decodeNamedCharacterReference(name) || undefined
