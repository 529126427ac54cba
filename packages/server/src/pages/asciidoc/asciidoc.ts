import { asciidoctorId } from '../anchors.ts'
import { tableMarkdown } from '../restructured-text/tables.ts'

const delimiters: Readonly<Record<string, 'code' | 'text' | 'skip'>> = {
  '----': 'code',
  '....': 'code',
  '```': 'code',
  '====': 'text',
  '****': 'text',
  '--': 'text',
  ____: 'text',
  '////': 'skip',
  '++++': 'skip',
}
/** The signs below titles of two lines, by the depth that they give. */
const underlines = '=-~^+'
const characters: Readonly<Record<string, string>> = {
  nbsp: ' ',
  sp: ' ',
  empty: '',
  blank: '',
  zwsp: '',
  wj: '',
  plus: '+',
  asterisk: '*',
  caret: '^',
  startsb: '[',
  endsb: ']',
  vbar: '|',
  amp: '&',
  lt: '\\<',
  gt: '>',
  tilde: '~',
  backslash: '\\\\',
  backtick: '\\`',
  apos: "'",
  quot: '"',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
}
/** Longer values are left out: what is short to name could fill the memory. */
const longestValue = 200

/**
 * Turns AsciiDoc into Markdown that reads the same: headings with the ids of Asciidoctor, code, lists, tables and links
 * stay, other markup becomes its text.
 *
 * @param attributes Those that the site sets for its pages.
 */
export const readAsciiDoc = (source: string, attributes: Readonly<Record<string, string>> = {}): string =>
  new Reader(source.split(/\r\n|\n|\r/), attributes).read()

class Reader {
  readonly #lines: readonly string[]
  readonly #out: string[] = []
  readonly #attributes: Map<string, string>
  readonly #ids = new Set<string>()
  /** How often each id was made. */
  readonly #made = new Map<string, number>()
  #hasHeading = false
  #at = 0
  #anchor = ''
  #language = ''
  /** What the list above a table says of it. */
  #tableAttributes = ''
  /** How far what belongs to the last list item is indented. */
  #itemIndent = ''
  /** The indentation of the block that `+` attaches to a list item. */
  #indent = ''

  constructor(lines: readonly string[], attributes: Readonly<Record<string, string>>) {
    this.#lines = lines
    const set = Object.entries(attributes).filter(([, value]) => value.length <= longestValue)
    this.#attributes = new Map(set.map(([name, value]) => [name.toLowerCase(), value]))
  }

  read(): string {
    while (this.#at < this.#lines.length) this.#next()
    return this.#out.join('\n')
  }

  #line(offset = 0): string {
    return (this.#lines[this.#at + offset] ?? '').trimEnd()
  }

  #push(...lines: readonly string[]): void {
    for (const line of lines) this.#out.push(line === '' ? '' : this.#indent + line)
  }

  #next(): void {
    const text = this.#line()
    const isFirst = this.#at === 0 || /^$|^\[.*\]$|^\/\//.test(this.#line(-1))
    if (isFirst && this.#titleOfTwoLines()) return
    const mark = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\/{4,}|\+{4,})$/.test(text) ? text.slice(0, 4) : text
    const kind = delimiters[mark] ?? (/^```\w/.test(text) ? 'code' : undefined)
    if (kind === 'code' || kind === 'skip') {
      this.#block(kind)
      return
    }
    if (text === '|===') {
      this.#table()
      return
    }
    const heading = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(text)
    const attributes = /^\[(.*)\]$/.exec(text)?.[1]
    if (isFirst && /^\s+\S/.test(text) && !itemOf(text)) {
      this.#literal()
      return
    }
    this.#at++
    if (text === '') {
      this.#indent = ''
      this.#push('')
    } else if (kind === 'text') this.#push('')
    else if (attributes !== undefined) this.#attributeList(attributes)
    else if (heading) this.#heading(heading[1]?.length ?? 1, heading[2] ?? '')
    else if (text === '+') this.#indent = this.#itemIndent
    else if (!this.#entry(text)) this.#text(text)
  }

  /** A line of attributes, a comment, or what another file holds. */
  #entry(text: string): boolean {
    const found = /^:(!?)([\w-]+)(!?):(?:\s+(.*))?$/.exec(text)
    if (found) {
      const [, before, name = '', after, first = ''] = found
      let value = first
      while (value.endsWith('\\') && this.#at < this.#lines.length) {
        value = `${value.slice(0, -1)} ${this.#line().trim()}`
        this.#at++
      }
      if (before || after) this.#attributes.delete(name.toLowerCase())
      else if (value.length <= longestValue) this.#attributes.set(name.toLowerCase(), this.#replaced(value.trim()))
      return true
    }
    const [, condition, name = ''] = /^(ifn?def)::([\w-]{1,60})\[\]$/.exec(text) ?? []
    const isFalse = condition === 'ifdef' ? elsewhere.test(name) : this.#attributes.has(name.toLowerCase())
    if (condition !== undefined && isFalse) this.#skipCondition()
    const alternative = /^image::[^[]{0,500}\[([^\],]+)/.exec(text)?.[1]
    if (alternative) this.#push(alternative, '')
    return text.startsWith('//') || /^(?:include|image|video|audio|toc|ifdef|ifndef|ifeval|endif)::/.test(text)
  }

  /** What stands below a condition that does not hold, up to the end of that. */
  #skipCondition(): void {
    for (let open = 1; open > 0 && this.#at < this.#lines.length; this.#at++) {
      const text = this.#line()
      if (/^endif::/.test(text)) open--
      else if (/^ifeval::|^ifn?def::[^[\]]{1,200}\[\]$/.test(text)) open++
    }
  }

  #text(text: string): void {
    this.#anchor = ''
    const item = itemOf(text)
    const callout = /^<(?:\d{1,3}|\.)>\s+(.*)$/.exec(text)
    const term = /^(\S[^\n]{0,300}?)(?:::{1,3}|;;)(?:\s+(.*))?$/.exec(text.trim())
    if (item) {
      this.#indent = ''
      this.#itemIndent = '   '.repeat(item.depth)
      this.#push(`${'   '.repeat(item.depth - 1)}${item.mark} ${this.#inline(item.text)}`)
    } else if (callout) this.#push(`1. ${this.#inline(callout[1] ?? '')}`)
    else if (/^\.[^\s.]/.test(text)) this.#push(`**${this.#inline(text.slice(1))}**`, '')
    else if (term) this.#push('', `**${this.#inline(term[1] ?? '')}** ${this.#inline(term[2] ?? '')}`.trimEnd())
    else if (text !== "'''" && text !== '<<<') this.#push(this.#inline(text.replace(/\s\+$/, '')).trimStart())
  }

  #titleOfTwoLines(): boolean {
    const text = this.#line()
    const below = this.#line(1)
    const depth = underlines.indexOf(below.charAt(0)) + 1
    if (depth === 0 || below.length < 2 || !/^(.)\1+$/.test(below) || !/^[\p{L}\p{N}_].*[^.:]$|^\w$/u.test(text))
      return false
    if (Math.abs(below.length - text.length) > 2) return false
    this.#at += 2
    this.#heading(depth, text)
    return true
  }

  #heading(depth: number, written: string): void {
    const isTitle = depth === 1 && !this.#hasHeading
    this.#hasHeading = true
    const own = /^(?:\[\[([\w:.-]+)\]\])?(.*?)(?:\[\[([\w:.-]+)\]\])?$/.exec(
      written.replace(/\s[=#]{1,6}$/, '').trimEnd(),
    )
    const title = (own?.[2] ?? written).trim()
    const named = this.#anchor || own?.[1] || own?.[3] || ''
    const id = named || (isTitle ? '' : this.#idOf(title))
    this.#ids.add(id)
    this.#anchor = this.#indent = this.#itemIndent = ''
    this.#push('', `${'#'.repeat(depth)} ${this.#inline(title)}${id ? ` {#${id}}` : ''}`, '')
    // The author and the revision stand below the title.
    if (isTitle) {
      const isHeader = () => this.#line() !== '' && !/^(?::|\/\/|\[|=|include::|if)/.test(this.#line())
      for (let lines = 0; lines < 2 && isHeader(); lines++) this.#at++
    }
  }

  #idOf(title: string): string {
    const prefix = this.#attributes.get('idprefix') ?? '_'
    const separator = this.#attributes.get('idseparator') ?? '_'
    const text = withoutMarkup(this.#replaced(title))
    const made = asciidoctorId(text, prefix, separator)
    let id = made
    let count = this.#made.get(made) ?? 1
    while (this.#ids.has(id)) id = `${made}${separator}${++count}`
    this.#made.set(made, count)
    return id
  }

  #attributeList(list: string): void {
    this.#anchor =
      /^\[([\w:.-]+)/.exec(list)?.[1] ?? /(?:^|,)\s*(?:id=["']?|[\w%-]*#)([\w:.-]+)/.exec(list)?.[1] ?? this.#anchor
    const [style = '', name = ''] = list.split(',').map((part) => part.trim())
    this.#tableAttributes = list
    if (/^(?:source|listing)?(?:[%#.][\w%#.-]*)?$/.test(style)) this.#language = /^[\w+#-]+$/.test(name) ? name : ''
    else if (/^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(style)) this.#push('', `**${style}**`, '')
  }

  /** What stands between two lines that are the same. */
  #block(kind: 'code' | 'skip'): void {
    const first = this.#line()
    const mark = first.startsWith('```') ? '```' : first
    const language = this.#language || (/^```([\w+#-]+)/.exec(first)?.[1] ?? '')
    this.#language = this.#anchor = ''
    this.#at++
    const body: string[] = []
    while (this.#at < this.#lines.length && this.#line() !== mark) {
      body.push((this.#lines[this.#at] ?? '').replace(callouts, ''))
      this.#at++
    }
    this.#at++
    if (kind === 'code') this.#code(body, language)
  }

  /** A paragraph that is indented is code. */
  #literal(): void {
    const body: string[] = []
    while (this.#at < this.#lines.length && this.#line() !== '') {
      body.push(this.#line())
      this.#at++
    }
    const least = body.reduce(
      (one, line) => Math.min(one, line.length - line.trimStart().length),
      Number.MAX_SAFE_INTEGER,
    )
    this.#code(
      body.map((line) => line.slice(least)),
      '',
    )
  }

  #code(body: readonly string[], language: string): void {
    const longest = body.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2)
    const fence = '`'.repeat(longest + 1)
    this.#push('', `${fence}${language}`)
    for (const line of body) this.#push(line)
    this.#push(fence, '')
  }

  #table(): void {
    const attributes = this.#tableAttributes
    this.#tableAttributes = this.#anchor = ''
    this.#at++
    const lines: string[] = []
    while (this.#at < this.#lines.length && this.#line() !== '|===') {
      if (!this.#line().startsWith('//')) lines.push(this.#line())
      this.#at++
    }
    this.#at++
    const first = lines.findIndex((line) => line !== '')
    const cells = cellsOf(lines)
    const columns = Math.max(1, columnsOf(attributes) ?? cellsOf(lines.slice(first, first + 1)).length)
    const rows: string[][] = []
    for (let at = 0; at < cells.length; at += columns) rows.push(cells.slice(at, at + columns))
    const isBelow = lines[first + 1] === '' && cellsOf(lines.slice(first, first + 1)).length === columns
    const hasHead = /header/.test(attributes) || (isBelow && !/noheader/.test(attributes))
    const table = tableMarkdown({ hasHead, rows }, (text) => this.#inline(text.replace(/\s+/g, ' ')))
    for (const line of ['', ...table.split('\n'), '']) this.#push(line)
  }

  #replaced(text: string): string {
    return text.replace(/(\\?)\{([\w-]{1,60})\}/g, (whole, backslash: string, name: string) =>
      backslash ? whole.slice(1) : (this.#attributes.get(name.toLowerCase()) ?? characters[name.toLowerCase()] ?? name),
    )
  }

  #inline(text: string): string {
    return this.#replaced(text)
      .replace(/"`([^`"]{1,300})`"/g, '“$1”')
      .split(/(`\+?[^`]+\+?`)/)
      .map((part, at) => (at % 2 === 1 ? codeOf(part) : inline(part)))
      .join('')
  }
}

/** Attributes that are set where AsciiDoc becomes no page of a website. */
const elsewhere =
  /^(?:env-(?:github|gitlab|vscode|idea|browser)|backend-(?:pdf|docbook5?|manpage|epub3)|basebackend-docbook)$/

/** `<1>`, after the mark of a comment or without, that a list below explains. */
const callouts =
  /(?:(?:^|[ \t])(?:\/\/|#|--|;;))?[ \t]?(?:[ \t]{0,8}(?:<!--(?:\d{1,3}|\.)-->|<(?:\d{1,3}|\.)>)){1,20}[ \t]{0,8}$/

function itemOf(text: string): { depth: number; mark: string; text: string } | undefined {
  const found = /^\s*(\*{1,5}|-|\.{1,5}|\d{1,4}\.)\s+(\S.*)$/.exec(text)
  if (!found) return undefined
  const [, mark = '', words = ''] = found
  const isOrdered = mark.endsWith('.')
  const box = /^\[([ x*])\]\s/.exec(words)
  const shown = box ? `[${box[1] === ' ' ? ' ' : 'x'}] ${words.slice(4)}` : words
  return { depth: mark === '-' || /\d/.test(mark) ? 1 : mark.length, mark: isOrdered ? '1.' : '-', text: shown }
}

/** The cells of a table, one after the other, without what says how they look. */
function cellsOf(lines: readonly string[]): string[] {
  const parts = lines.join('\n').split(/(?<!\\)\|/)
  const specification = /(?:^|\s)(?:\d{1,3}\*|(?:\d{1,3}|\d{0,3}\.\d{1,3})\+)?[<^>]?(?:\.[<^>])?[aehlmdsv]?$/
  return parts.slice(1).map((part, at, all) => {
    const text = at < all.length - 1 ? part.replace(specification, '') : part
    return text.trim().replace(/\\\|/g, '|')
  })
}

function columnsOf(attributes: string): number | undefined {
  const written = /cols\s*=\s*(?:"([^"]*)"|([^,\]]+))/.exec(attributes)
  const list = (written?.[1] ?? written?.[2])?.trim()
  if (!list) return undefined
  const columns = list.split(/[,;]/).reduce((sum, part) => sum + Number(/^\s*(\d{1,3})\*/.exec(part)?.[1] ?? 1), 0)
  return Math.min(100, columns)
}

const codeOf = (written: string): string => {
  const text = written.slice(1, -1).replace(/^\+(.+)\+$/, '$1')
  return `\`${text}\``
}

/** The words of a link without what says how it opens. */
const labelOf = (label: string): string =>
  label
    .replace(/,\s*(?:window|role|opts|id|rel|options|title)=.*$/s, '')
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\^$/, '')
    .trim()

const linkTo = (url: string, label: string): string => `[${labelOf(label) || url.replace(/^#/, '')}](${url})`

const inline = (text: string): string =>
  text
    .replace(/\[\[[\w:., -]{1,200}\]\]/g, '')
    .replace(/<<([^,<>]{1,200})(?:,\s*([^<>]{1,300}))?>>/g, (_, id: string, words?: string) => {
      const place = /\.adoc|#/.test(id) ? id : `#${id}`
      return linkTo(place.replace(/^([^#]+)#$/, '$1'), words ?? '')
    })
    .replace(/(?<!\w)(?:link|xref):([^\s[\]]{1,500})\[([^\]]{0,500})\]/g, (_, url: string, words: string) =>
      linkTo(url.replace(/^\+\+|\+\+$/g, ''), words),
    )
    .replace(/(?<![(\w])(https?:\/\/[^\s[\]<>]{1,500})\[([^\]]{0,500})\]/g, (_, url: string, words: string) =>
      linkTo(url, words),
    )
    .replace(/<(?=https?:\/\/[^\s<>]{1,500}>)|<(?=[A-Za-z/!?])/g, (sign, at: number, all: string) =>
      all.startsWith('http', at + 1) ? sign : `\\${sign}`,
    )
    .replace(/(?<!\w)\+([^+\s][^+]{0,300})\+(?!\w)/g, '`$1`')
    .replace(/(?:kbd|btn|menu|icon|footnote|image|pass|stem|latexmath):[^\s[\]]{0,300}\[([^\]]{0,500})\]/g, '$1')
    .replace(/\[[.#%][\w.#% -]{0,100}\](?=[#*_`])/g, '')
    .replace(/(?<![\w#&])#{1,2}([^#\s](?:[^#]{0,300}[^#\s])?)#{1,2}(?!\w)/g, '$1')
    .replace(/(?<!~)~([^~\s]{1,60})~(?!~)|(?<!\^)\^([^^\s]{1,60})\^(?!\^)/g, '$1$2')
    .replace(/(?<![\w*])\*([^*\s][^*]{0,500})\*(?![\w*])/g, '**$1**')

/** The text of a title, from which its id is made. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/(?:link|xref|https?):[^\s[\]]{1,500}\[([^\]]{0,500})\]/g, '$1')
    .replace(/<<[^,<>]{1,200},\s*([^<>]{1,300})>>/g, '$1')
    .replace(/(?<!\w)_{1,2}([^_]{1,300})_{1,2}(?!\w)/g, '$1')
    // A dash, which no id has.
    .replace(/ -- |(?<=\w)--(?=\w)/g, '')
