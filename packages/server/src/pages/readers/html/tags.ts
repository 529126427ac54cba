/** A piece of raw HTML, or of components in plain Markdown. */
export type HtmlToken =
  | { readonly type: 'text'; readonly start: number; readonly end: number }
  /** Comments, and elements whose content nobody sees, with that. */
  | { readonly type: 'hidden'; readonly start: number; readonly end: number }
  | HtmlTag

/** A tag, at its place in the text. */
export interface HtmlTag {
  readonly type: 'tag'
  readonly start: number
  readonly end: number
  /** As it is written. */
  readonly name: string
  readonly isEnd: boolean
  /** The text behind the name. */
  readonly attributes: string
}

/** In characters: what is longer begins no tag. */
const longestTag = 5_000
const hiddenElements = new Set(['script', 'style', 'svg', 'template'])

/** The pieces of HTML, in order. What looks like a tag and has no end is text. */
export function tokensOf(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  const lastEnds = new Map<string, number>()
  let text = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const token = commentAt(html, at) ?? tagAt(html, at)
    if (!token) {
      at++
      continue
    }
    if (at > text) tokens.push({ type: 'text', start: text, end: at })
    const whole = token.type === 'tag' ? withContent(html, token, lastEnds) : token
    tokens.push(whole)
    at = text = whole.end
  }
  if (text < html.length) tokens.push({ type: 'text', start: text, end: html.length })
  return tokens
}

function commentAt(html: string, at: number): HtmlToken | undefined {
  if (!html.startsWith('<!--', at)) return undefined
  const end = html.indexOf('-->', at + 4)
  return { type: 'hidden', start: at, end: end < 0 ? html.length : end + 3 }
}

/** The tag that begins at a `<`. */
export function tagAt(html: string, start: number): HtmlTag | undefined {
  const isEnd = html.charAt(start + 1) === '/'
  const nameStart = start + (isEnd ? 2 : 1)
  tagName.lastIndex = nameStart
  const name = tagName.exec(html)?.[0]
  if (name === undefined) return undefined
  const nameEnd = nameStart + name.length
  const end = endOfTag(html, nameEnd)
  return end < 0 ? undefined : { type: 'tag', start, end: end + 1, name, isEnd, attributes: html.slice(nameEnd, end) }
}

const tagName = /[A-Za-z][\w.:-]*/y

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

/**
 * The tag, or all of the element where nobody sees what it holds.
 * @param lastEnds Where the last end tags of such elements stand, as far as they have been looked for.
 */
function withContent(html: string, tag: HtmlTag, lastEnds: Map<string, number>): HtmlToken {
  const name = tag.name.toLowerCase()
  if (tag.isEnd || !hiddenElements.has(name)) return tag
  const isEnd = (at: number) => html.slice(at + 2, at + 2 + name.length).toLowerCase() === name
  let last = lastEnds.get(name) ?? html.lastIndexOf('</')
  while (last >= 0 && !isEnd(last)) last = last === 0 ? -1 : html.lastIndexOf('</', last - 1)
  lastEnds.set(name, last)
  if (last < tag.end) return { type: 'hidden', start: tag.start, end: html.length }
  let at = html.indexOf('</', tag.end)
  while (!isEnd(at)) at = html.indexOf('</', at + 1)
  const end = html.indexOf('>', at)
  return { type: 'hidden', start: tag.start, end: end < 0 ? html.length : end + 1 }
}

/** The value of an attribute, without quotes. */
export function attributeOf({ attributes }: HtmlTag, wanted: string): string | undefined {
  return attributesOf(attributes).find(({ name }) => name.toLowerCase() === wanted)?.value
}

/** The attributes of a tag that have a value, in order. */
export function attributesOf(attributes: string): { name: string; value: string; isQuoted: boolean }[] {
  return [...attributes.matchAll(attribute)].map(([, name = '', double, single, bare]) => ({
    name,
    value: double ?? single ?? bare ?? '',
    isQuoted: bare === undefined,
  }))
}

const attribute = /(?<=\s)([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>{}`]+))/g
