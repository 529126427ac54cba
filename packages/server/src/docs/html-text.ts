import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { BlockContent, Heading, Html } from 'mdast'

/** Properties that a reader sees of any element, and those that only components show. */
const shownProperty = /\s(title|label|alt|summary)\s*=\s*("[^"]*"|'[^']*')/gi
const componentProperty =
  /\s(title|label|alt|summary|description|header|heading|caption|question|name|text)\s*=\s*("[^"]*"|'[^']*')/gi
const hidden = /<!--[\s\S]*?(?:-->|$)|<(script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tag = /<\/?([A-Za-z][\w.:-]*)((?:\s+|"[^"]*"|'[^']*'|\{[^}]*\}|[^\s"'>{}])*?)\s*\/?>/g
/** Elements that stand inside a line; every other one begins a new line. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** The text of raw HTML (or of component tags in plain Markdown): tags, comments, scripts and styles are left out. */
export function htmlText(html: string): string {
  return decodeEntities(
    html.replace(hidden, '').replace(tag, (_whole, name: string, attributes: string) => {
      const words = propertyText(name, attributes)
      if (inline.has(name.toLowerCase())) return words
      return words ? `\n${words}\n` : '\n'
    }),
  )
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
  const pieces = node.value.replace(hidden, '').split(/(<h[1-6]\b[\s\S]*?<\/h[1-6]\s*>|<pre\b[\s\S]*?<\/pre\s*>)/i)
  for (const piece of pieces) {
    if (/^<h[1-6]/i.test(piece)) blocks.push(headingOf(piece))
    else if (/^<pre/i.test(piece)) blocks.push({ type: 'code', value: htmlText(piece).trim() })
    else {
      for (const line of htmlText(piece).split(/\n+/)) {
        const value = line.replace(/\s+/g, ' ').trim()
        if (value) blocks.push({ type: 'paragraph', children: [{ type: 'text', value }] })
      }
    }
  }
  return blocks
}

function headingOf(html: string): Heading {
  const value = htmlText(html).replace(/\s+/g, ' ').trim()
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
