import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { BlockContent, Heading, Html } from 'mdast'
import { headingDepth } from '../../heading-depth.ts'
import { oneLine } from '../../text-lines.ts'
import { shiftedText } from '../raised.ts'
import { attributeOf, attributesOf, type HtmlTag, type HtmlToken, tokensOf } from './tags.ts'

/** Attributes that a reader sees of any element. */
const shownAttributes = new Set('title label alt summary'.split(' '))
/** Those that a reader sees of a component. */
const componentAttributes = new Set([
  ...shownAttributes,
  ...'description header heading caption question name text'.split(' '),
])
/** Elements that stand inside a line; every other one begins a new line. */
const inlineElements = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q rb rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** The text of raw HTML (or of component tags in plain Markdown): tags, comments, scripts and styles are left out. */
export const htmlText = (html: string): string => decodeEntities(markedText(html))

/** The same with the character references of the page. */
function markedText(html: string): string {
  const pieces: string[] = []
  /** Where elements begin that stand beside their line. */
  const open: { name: string; at: number }[] = []
  let before: HtmlToken | undefined
  for (const token of tokensOf(html)) {
    if (token.type === 'text') pieces.push(html.slice(token.start, token.end))
    if (token.type === 'tag') {
      const name = token.name.toLowerCase()
      if (name === 'kbd' && !token.isEnd && isEndOf(before, 'kbd')) pieces.push('+')
      pieces.push(wordsOfTag(token))
      if (besideLine.has(name) && !token.isEnd) open.push({ name, at: pieces.length })
      if (token.isEnd && open.at(-1)?.name === name) {
        const inner = pieces.splice(open.pop()?.at ?? pieces.length).join('')
        pieces.push(onLine(name, inner, { before: pieces.slice(-3).join(''), after: html.charAt(token.end) }))
      }
    }
    before = token
  }
  return pieces.join('')
}

const besideLine = new Set(['sup', 'sub', 'rt', 'rp'])

const isEndOf = (token: HtmlToken | undefined, name: string): boolean =>
  token?.type === 'tag' && token.isEnd && token.name.toLowerCase() === name

function onLine(name: string, inner: string, beside: { before: string; after: string }): string {
  if (name === 'sup' || name === 'sub') return shiftedText(inner, name, beside)
  return name === 'rt' && inner !== '' ? `(${inner})` : ''
}

function wordsOfTag(tag: HtmlTag): string {
  // Among words a title is shown only to a pointer that rests there.
  if (inlineElements.has(tag.name.toLowerCase())) return ''
  const words = attributeText(tag)
  return words ? `\n${words}\n` : '\n'
}

/** What a reader would see of an element's attributes: titles, labels, alternative texts. */
function attributeText({ name, attributes }: HtmlTag): string {
  const shown = isComponentName(name) ? componentAttributes : shownAttributes
  return attributesOf(attributes)
    .filter((attribute) => attribute.isQuoted && shown.has(attribute.name.toLowerCase()))
    .map(({ value }) => value.trim())
    .filter((value) => value !== '')
    .join(': ')
}

const isComponentName = (name: string): boolean => /^[A-Z]/.test(name)

/** Whether there are tags that no HTML element has: those of components, of which attributes are shown. */
export const holdsComponents = (html: string): boolean =>
  tokensOf(html).some(
    (token) => token.type === 'tag' && !token.isEnd && (isComponentName(token.name) || token.name.includes('-')),
  )

/** The blocks of HTML with components: headings stay headings, `<pre>` stays code, every other line becomes a paragraph. */
export function htmlBlocks({ value }: Html): BlockContent[] {
  const blocks: BlockContent[] = []
  let start = 0
  const addLines = (end: number) => {
    for (const line of htmlText(value.slice(start, end)).split('\n')) {
      const words = oneLine(line)
      if (words) blocks.push({ type: 'paragraph', children: [{ type: 'text', value: words }] })
    }
  }
  for (const { tag, end } of elementsIn(value)) {
    addLines(tag.start)
    const text = htmlText(value.slice(tag.start, end))
    blocks.push(isHeadingName(tag.name) ? headingOf(tag, text) : { type: 'code', value: text.trim() })
    start = end
  }
  addLines(value.length)
  return blocks
}

/** The headings and the code of HTML, each with its end. What nothing ends is text. */
function elementsIn(html: string): { tag: HtmlTag; end: number }[] {
  const tags = tokensOf(html).filter((token) => token.type === 'tag')
  const kindOf = ({ name }: HtmlTag) =>
    isHeadingName(name) ? 'heading' : name.toLowerCase() === 'pre' ? 'code' : undefined
  const elements: { tag: HtmlTag; end: number }[] = []
  /** Those that nothing has ended yet. */
  let open: HtmlTag | undefined
  const last = new Map(tags.filter(({ isEnd }) => isEnd).map((tag) => [kindOf(tag), tag.start]))
  for (const tag of tags) {
    const kind = kindOf(tag)
    if (kind === undefined) continue
    if (!open && !tag.isEnd && (last.get(kind) ?? -1) > tag.start) open = tag
    else if (open && tag.isEnd && kind === kindOf(open)) {
      elements.push({ tag: open, end: tag.end })
      open = undefined
    }
  }
  return elements
}

/** Whether a tag is that of a heading. */
export const isHeadingName = (name: string): boolean => /^h[1-6]$/i.test(name)

function headingOf(tag: HtmlTag, text: string): Heading {
  const id = attributeOf(tag, 'id')
  return {
    type: 'heading',
    depth: headingDepth(Number(tag.name.charAt(1))),
    children: [{ type: 'text', value: oneLine(text) }],
    data: id ? { anchor: id } : { named: null },
  }
}

/** A text in which character references have become what they stand for. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{0,40});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return namedCharacter(name) ?? namedCharacter(name.toLowerCase()) ?? whole
    const isHexadecimal = name.charAt(1).toLowerCase() === 'x'
    const code = Number.parseInt(name.slice(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** A space that keeps words on one line is a space of text. */
const namedCharacter = (name: string): string | undefined =>
  name === 'nbsp' ? ' ' : decodeNamedCharacterReference(name) || undefined
