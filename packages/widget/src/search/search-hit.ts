/** A section that search found, as the list shows it. */
export interface SearchHit {
  readonly address: string
  readonly title: string
  /** From the page's title down to the section. */
  readonly path: string
  /** The section's text, without Markdown. */
  readonly text: string
  /** Whether it belongs to the same page as the previous hit. */
  readonly isFurther: boolean
}

const codeBlock = /^[ \t]*(```|~~~).*\n([\s\S]*?)^[ \t]*\1.*$/gm

/** Markdown as plain text. Code goes to the end, since sentences say more about a section. */
export function plainText(markdown: string): string {
  const code = Array.from(markdown.matchAll(codeBlock), ([, , lines]) => lines)
  const rest = markdown
    .replace(codeBlock, ' ')
    .replace(/^[ \t]*\||\|[ \t]*$/gm, ' ')
    // Between the cells of a table.
    .replace(/(?<!\\)\|/g, ' · ')
    .replace(/^(#{1,6} .*|[ \t]*(```|~~~|:::).*|[ \t·:-]+)$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    // Tags, except in inline code.
    .replace(/(`[^`]*`)|<\/?[a-z][^>]*>/gi, (_, inlineCode) => inlineCode ?? ' ')
    .replace(/^[ \t]*([-*+>]|\d+\.)[ \t]+/gm, ' ')
    .replace(/[`*]|\\(?=[^\w\s])/g, '')
  return [rest, ...code].join(' ').replace(/\s+/g, ' ').trim()
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/**
 * Reads the server's answer. Entries without a safe address are left out.
 * @param addressOf returns the address that a link may have, if it's safe
 */
export function readHits(answer: unknown, addressOf: (url: string) => string | undefined): SearchHit[] {
  if (!Array.isArray(answer)) return []
  let previousPage: unknown
  return answer.flatMap((entry: unknown) => {
    const { content, path, metadata } = fieldsOf(entry)
    const fields = fieldsOf(metadata)
    const url = textOf(fields.url)
    const address = url && addressOf(url)
    if (!address) return []
    const crumbs = Array.isArray(fields.breadcrumbs) ? fields.breadcrumbs.map(textOf).filter(Boolean) : []
    const title = textOf(fields.heading) || textOf(fields.title) || textOf(path)
    // The last crumb would repeat the title.
    const parents = crumbs.at(-1) === title ? crumbs.slice(0, -1) : crumbs
    const isFurther = textOf(path) !== '' && path === previousPage
    previousPage = path
    return [{ address, title, path: parents.join(' › '), text: plainText(textOf(content)), isFurther }]
  })
}
