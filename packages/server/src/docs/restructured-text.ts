const adornment = /^([=\-`:.'"~^_*+#<>!$%&(),/;?@[\]\\{|}])\1{2,}\s*$/
const directive = /^(\s*)\.\.\s+([\w:-]+)::\s*(.*)$/
const codeDirectives = new Set(['code-block', 'code', 'sourcecode', 'highlight', 'literalinclude', 'parsed-literal'])
const silentDirectives = new Set(
  'toctree contents index meta raw include image only module currentmodule automodule autoclass highlight tabularcolumns'.split(
    ' ',
  ),
)

/**
 * Turns reStructuredText into Markdown that reads the same: headings, code, lists and links stay, roles and directives
 * become their text.
 */
export function readRestructuredText(source: string): string {
  return new Reader(source.split(/\r\n|\n|\r/).map((line) => line.replace(/\t/g, '        ').trimEnd())).read()
}

class Reader {
  readonly #lines: readonly string[]
  readonly #out: string[] = []
  /** Adornments in the order in which they first come: that is what gives a heading its depth. */
  readonly #adornments: string[] = []
  #anchor = ''
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): string {
    while (this.#at < this.#lines.length) this.#next()
    return this.#out.join('\n')
  }

  #line(offset = 0): string {
    return this.#lines[this.#at + offset] ?? ''
  }

  #next(): void {
    const line = this.#line()
    const found = directive.exec(line)
    if (this.#heading()) return
    if (found) {
      this.#directive(found[1]?.length ?? 0, found[2] ?? '', found[3] ?? '')
      return
    }
    const target = /^\.\.\s+_([^:]+):\s*$/.exec(line)
    if (target)
      this.#anchor = (target[1] ?? '')
        .replace(/`/g, '')
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
    this.#at++
    // A comment, a target or a substitution.
    if (/^\s*\.\.(?:\s|$)/.test(line)) {
      if (!target) this.#block(indentOf(line))
    } else if (/^\s*:[\w-]+:(?:\s|$)/.test(line))
      this.#out.push('', inline(line.trim().replace(/^:([\w-]+):/, '**$1**')))
    else if (line.endsWith('::')) {
      const words = line.trim() === '::' ? '' : line.slice(0, -1)
      this.#out.push(inline(words), '')
      this.#code(indentOf(line), '')
    } else if (/^\s*>>>\s/.test(line)) {
      this.#out.push('', '```python', line.trim())
      while (this.#line().trim() !== '') {
        this.#out.push(this.#line().trim())
        this.#at++
      }
      this.#out.push('```', '')
    } else if (adornment.test(line) || /^\s*\+[-=+]+\+$/.test(line) || /^\s*=+(?:\s+=+)+$/.test(line))
      this.#out.push('')
    else if (/^\s*\|.*\|$/.test(line)) {
      const cells = line.split('|').map((cell) => inline(cell.trim()))
      this.#out.push(cells.filter((cell) => cell !== '').join(' – '), '')
    } else this.#out.push(inline(line.replace(/^(\s*)#\.\s/, '$11. ').replace(/^(\s*)\| /, '$1')))
  }

  /** A line between or above adornments. */
  #heading(): boolean {
    const over = adornment.exec(this.#line())
    const isOverlined = over !== null && this.#line(1).trim() !== '' && this.#line(2).trim() === this.#line().trim()
    const text = isOverlined ? this.#line(1).trim() : this.#line()
    const under = adornment.exec(isOverlined ? this.#line(2) : this.#line(1))
    if (!under || text.trim() === '' || (!isOverlined && (text.startsWith(' ') || adornment.test(text)))) return false
    const mark = `${isOverlined ? 'over' : 'under'}${under[1]}`
    if (!this.#adornments.includes(mark)) this.#adornments.push(mark)
    const depth = Math.min(6, this.#adornments.indexOf(mark) + 1)
    this.#out.push('', `${'#'.repeat(depth)} ${inline(text.trim())}${this.#anchor ? ` {#${this.#anchor}}` : ''}`, '')
    this.#anchor = ''
    this.#at += isOverlined ? 3 : 2
    return true
  }

  #directive(indent: number, name: string, parameter: string): void {
    this.#at++
    if (codeDirectives.has(name)) {
      this.#options()
      this.#code(indent, parameter)
      return
    }
    if (silentDirectives.has(name)) {
      this.#block(indent)
      return
    }
    this.#options()
    const title = /^(?:note|tip|warning|important|caution|danger|hint|attention|error|seealso)$/.test(name)
    if (title) this.#out.push('', `**${name.charAt(0).toUpperCase()}${name.slice(1)}**`, '')
    // Python’s and other domains declare things, as in `.. py:function:: name(argument)`.
    if (parameter)
      this.#out.push(
        '',
        /:|function|class|method|option|confval/.test(name) ? `\`${parameter}\`` : inline(parameter),
        '',
      )
    // What it holds is read on, without its indentation.
    const body = this.#block(indent)
    if (body.length > 0) this.#out.push('', new Reader(dedent(body)).read(), '')
  }

  #options(): void {
    while (/^\s+:[\w-]+:/.test(this.#line())) this.#at++
  }

  #code(indent: number, language: string): void {
    const body = dedent(this.#block(indent))
    while (body[0] === '') body.shift()
    while (body.at(-1) === '') body.pop()
    if (body.length > 0) this.#out.push('', `\`\`\`${language.trim()}`, ...body, '```', '')
  }

  /** The lines that are indented by more than `indent`. */
  #block(indent: number): string[] {
    const body: string[] = []
    while (this.#at < this.#lines.length && (this.#line() === '' || indentOf(this.#line()) > indent)) {
      body.push(this.#line())
      this.#at++
    }
    return body
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function dedent(lines: readonly string[]): string[] {
  const least = Math.min(...lines.filter((line) => line !== '').map(indentOf))
  return lines.map((line) => (line === '' ? '' : line.slice(Number.isFinite(least) ? least : 0)))
}

const inline = (text: string): string =>
  text
    .replace(/``(.+?)``/g, (_, code: string) => `\`${code}\``)
    .replace(/:(?:[\w+-]+:)*[\w+-]+:`(?:[~!])?([^`<]+?)\s*<[^`>]*>`/g, '$1')
    .replace(/:(?:[\w+-]+:)*(?:ref|doc|term|any|numref|download):`([^`]+)`/g, '$1')
    .replace(/:(?:[\w+-]+:)*[\w+-]+:`[~!]?([^`]+)`/g, '`$1`')
    .replace(/`([^`<]+?)\s*<([^`>]+)>`__?/g, '[$1]($2)')
    .replace(/`([^`]+)`__?/g, '$1')
    .replace(/(?<=\w)_(?=[\s.,;:)]|$)/g, '')
    .replace(/\|([\w-]+)\|/g, '$1')
