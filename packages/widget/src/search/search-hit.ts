/** A section that was found, as it is shown. */
export interface Found {
  readonly address: string
  readonly title: string
  /** From the page's title down to the section. */
  readonly path: string
  /** The section's text, without Markdown. */
  readonly text: string
  /** Whether it is of the page that the one before it is of. */
  readonly isFurther: boolean
}

const codeBlock = /^[ \t]*(```|~~~).*\n([\s\S]*?)^[ \t]*\1.*$/gm

/** Markdown as plain text: what it says, without how it looks. Code comes last: sentences tell more of what was found. */
export function plainText(markdown: string): string {
  const code = Array.from(markdown.matchAll(codeBlock), ([, , lines]) => lines)
  const rest = markdown
    .replace(codeBlock, ' ')
    .replace(/^[ \t]*\||\|[ \t]*$/gm, ' ')
    // Between the cells of a table.
    .replace(/(?<!\\)\|/g, ' · ')
    .replace(/^(#{1,6} .*|[ \t]*(```|~~~|:::).*|[ \t·:-]+)$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    // Tags, but for those in code.
    .replace(/(`[^`]*`)|<\/?[a-z][^>]*>/gi, (_, code) => code ?? ' ')
    .replace(/^[ \t]*([-*+>]|\d+\.)[ \t]+/gm, ' ')
    .replace(/[`*]|\\(?=[^\w\s])/g, '')
  return [rest, ...code].join(' ').replace(/\s+/g, ' ').trim()
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '')

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/**
 * Reads what the server found. Entries that lead nowhere are left out.
 * @param addressOf gives an address that is safe to follow
 */
export function readFound(answer: unknown, addressOf: (url: string) => string | undefined): Found[] {
  if (!Array.isArray(answer)) return []
  let pageBefore: unknown
  return answer.flatMap((entry: unknown) => {
    const { content, path, metadata } = fieldsOf(entry)
    const { title, heading, url, breadcrumbs } = fieldsOf(metadata)
    const address = said(url) && addressOf(said(url))
    if (!address) return []
    const crumbs = Array.isArray(breadcrumbs) ? breadcrumbs.map(said).filter(Boolean) : []
    const shown = said(heading) || said(title) || said(path)
    // The last step is what stands above it as the title.
    const way = crumbs.at(-1) === shown ? crumbs.slice(0, -1) : crumbs
    const isFurther = said(path) !== '' && path === pageBefore
    pageBefore = path
    return [{ address, title: shown, path: way.join(' › '), text: plainText(said(content)), isFurther }]
  })
}
