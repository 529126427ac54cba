/** Protocols that links may have. Anything else (`javascript:`, `data:`, …) shows as plain text. */
const protocols = ['http:', 'https:', 'mailto:']

/** Parses an address, or returns undefined. Older browsers have no `URL.parse`. */
export function parseAddress(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}

/**
 * The absolute address, or undefined if a link must not have it.
 * @param base address of the page, for relative links
 */
export function safeAddress(href: string, base: string): string | undefined {
  const url = parseAddress(href, base)
  return url && protocols.includes(url.protocol) ? url.href : undefined
}

/** The host of an address, which may be relative. */
export const hostOf = (address: string, base: string): string | undefined => parseAddress(address, base)?.host

/**
 * Where a link leads that a reader could take for the documentation's own: the host, or the mail address with all that it sets.
 * Undefined for a known host, and for a label that begins with the place itself.
 *
 * @param address as `safeAddress` gives it
 */
export function placeOf(address: string, label: string, known: readonly (string | undefined)[]): string | undefined {
  const { host, pathname, search } = new URL(address)
  const place = host || pathname + search
  const written = label.toLowerCase().replace(/^[a-z]+:\/*|[/?#].*/gs, '')
  return known.includes(host) || written === place ? undefined : place
}

/** Encodes a piece of a text fragment, in which `-`, `,` and `&` are separators. */
const encode = (text: string): string => encodeURIComponent(text).replace(/-/g, '%2D')

/**
 * A text directive (https://wicg.github.io/scroll-to-text-fragment/) for the first whole sentence of a snippet, which the
 * page then highlights. A long sentence is named by its first and last words, so that markup in between doesn't matter.
 * @returns '' if no sentence is long enough
 */
export function textDirective(snippet: string): string {
  const sentences = snippet.split('\n').flatMap((line) => line.match(/[^.!?。！？]+[.!?。！？]+(?=\s|$)/g) ?? [])
  const sentence = sentences.map((text) => text.trim()).find((text) => text.split(/\s+/).length >= 5)
  if (!sentence) return ''
  const words = sentence.split(/\s+/)
  if (words.length <= 8) return `text=${encode(sentence)}`
  return `text=${encode(words.slice(0, 4).join(' '))},${encode(words.slice(-3).join(' '))}`
}

/** Adds a text fragment for the passage to a section's address, unless it has one or the browser doesn't support them. */
export function passageAddress(url: string, snippet: string, isSupported: boolean): string {
  const [address = url, fragment] = url.split(':~:')
  const section = address.endsWith('#') ? address.slice(0, -1) : address
  const directive = isSupported ? (fragment ?? textDirective(snippet)) : ''
  if (!directive) return section
  return section.includes('#') ? `${section}:~:${directive}` : `${section}#:~:${directive}`
}

/**
 * Whether an image may be fetched: only over http(s), and from a host that the owner allows.
 * @param hosts names with a port if there is one; `*.example.com` means every host below it
 */
export function mayFetchImage(address: string, hosts: readonly string[]): boolean {
  const { protocol, host, username } = new URL(address)
  if (!['http:', 'https:'].includes(protocol) || username) return false
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed))
}
