const delimiters: Readonly<Record<string, 'code' | 'text' | 'skip'>> = {
  '----': 'code',
  '....': 'code',
  '```': 'code',
  '====': 'text',
  '****': 'text',
  '--': 'text',
  ____: 'text',
  '////': 'skip',
  '|===': 'text',
}

/** Turns AsciiDoc into Markdown that reads the same: headings, code, lists and links stay, other markup becomes its text. */
export function readAsciiDoc(source: string): string {
  const out: string[] = []
  let language = ''
  let title = ''
  let anchor = ''
  let open: { mark: string; kind: 'code' | 'skip' } | undefined
  let isTable = false
  for (const line of source.split(/\r\n|\n|\r/)) {
    const text = line.trimEnd()
    const mark = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\/{4,})$/.test(text) ? text.slice(0, 4) : text
    if (open) {
      if (text === open.mark) {
        if (open.kind === 'code') out.push('```', '')
        open = undefined
      } else if (open.kind === 'code') out.push(line.replace(/\s*<\d+>\s*$/, ''))
      continue
    }
    const kind = delimiters[mark] ?? (/^```\w/.test(text) ? 'code' : undefined)
    if (kind === 'code' || kind === 'skip') {
      open = { mark: text.startsWith('```') ? '```' : text, kind }
      if (kind === 'code') out.push('', `\`\`\`${language || text.replace(/^(?:```)|[^\w].*$/g, '')}`)
      language = ''
      continue
    }
    if (kind === 'text') {
      isTable = mark === '|===' && !isTable
      out.push('')
      continue
    }
    const attributes = /^\[(.*)\]$/.exec(text)?.[1]
    const heading = /^(={1,6}|#{1,6})\s+(.+?)(?:\s+\1)?$/.exec(text)
    if (attributes !== undefined) {
      anchor = /^\[([\w:.-]+)/.exec(attributes)?.[1] ?? /(?:^|,)(?:id=|\w*#)([\w:.-]+)/.exec(attributes)?.[1] ?? anchor
      const [style, name] = attributes.split(',').map((part) => part.trim())
      if (style === 'source' || style === '' || style?.startsWith('source')) language = name ?? ''
      else if (/^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(style ?? '')) title = `**${style}**`
      if (title) out.push('', title, '')
      title = ''
    } else if (heading) {
      out.push(
        '',
        `${'#'.repeat(heading[1]?.length ?? 1)} ${inline(heading[2] ?? '')}${anchor ? ` {#${anchor}}` : ''}`,
        '',
      )
      anchor = ''
    } else if (
      /^:[\w!-]+:/.test(text) ||
      text.startsWith('//') ||
      /^(?:include|image|toc|ifdef|ifndef|endif)::/.test(text)
    ) {
      // Attributes, comments, and what another file holds.
      const alternative = /^image::[^[]*\[([^\],]+)/.exec(text)?.[1]
      if (alternative) out.push(alternative)
    } else if (isTable) {
      out.push(...tableCells(text))
    } else out.push(readLine(text))
  }
  if (open?.kind === 'code') out.push('```')
  return out.join('\n')
}

function tableCells(text: string): string[] {
  const cells = text.split('|').map((cell) => inline(cell.trim()))
  return [cells.filter((cell) => cell !== '').join(' – '), '']
}

function readLine(text: string): string {
  const item = /^(\*{1,5}|-|\.{1,5})\s+(.*)$/.exec(text)
  if (item) {
    const [, mark = '', words = ''] = item
    const depth = mark === '-' ? 1 : mark.length
    return `${'   '.repeat(depth - 1)}${mark.startsWith('.') ? '1.' : '-'} ${inline(words)}`
  }
  if (/^\.[A-Za-z]/.test(text)) return `**${inline(text.slice(1))}**\n`
  const term = /^(\S.*?)::(?:\s+(.*))?$/.exec(text)
  if (term) return `\n**${inline(term[1] ?? '')}** ${inline(term[2] ?? '')}`
  if (text === '+' || text === "'''" || text === '<<<') return ''
  return inline(text.replace(/\s\+$/, ''))
}

const inline = (text: string): string =>
  text
    .replace(/\[\[[\w:.-]+\]\]/g, '')
    .replace(/(?:link|xref):([^\s[]+)\[([^\]]*)\]/g, (_, url: string, words: string) => `[${words || url}](${url})`)
    .replace(/<<([^,>]+),\s*([^>]+)>>/g, '[$2](#$1)')
    .replace(/<<([^,>]+)>>/g, '$1')
    .replace(/(https?:\/\/[^\s[]+)\[([^\]]+)\]/g, '[$2]($1)')
    .replace(/(?<!\w)\+([^+\s][^+]*)\+(?!\w)/g, '`$1`')
    .replace(/(?:kbd|btn|menu|icon|footnote|image):[^\s[]*\[([^\]]*)\]/g, '$1')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '**$1**')
    .replace(/\{[\w-]+\}/g, (found) => found.slice(1, -1))
