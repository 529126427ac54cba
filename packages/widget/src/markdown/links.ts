/** Addresses a link may lead to. Anything else (`javascript:`, `data:`, …) is shown as plain text. */
const protocols = ['http:', 'https:', 'mailto:']

/** An address as browsers read it; `URL.parse`, which older ones do not have. */
export function parseAddress(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}

/**
 * The address a link may have, absolute, or nothing.
 * @param base address of the page, for relative links
 */
export function safeAddress(href: string, base: string): string | undefined {
  const url = parseAddress(href, base)
  return url && protocols.includes(url.protocol) ? url.href : undefined
}

/** Encodes a piece of a text fragment; `-`, `,` and `&` separate its parts. */
const encoded = (text: string): string => encodeURIComponent(text).replace(/-/g, '%2D')

/**
 * The passage of a snippet that the page should mark: its first whole sentence. Long ones are named by their first and
 * last words, which may then stand in any markup.
 * @returns a text directive (https://wicg.github.io/scroll-to-text-fragment/), empty when no sentence is long enough
 */
export function textDirective(snippet: string): string {
  const sentences = snippet.split('\n').flatMap((line) => line.match(/[^.!?。！？]+[.!?。！？]+(?=\s|$)/g) ?? [])
  const sentence = sentences.map((found) => found.trim()).find((found) => found.split(/\s+/).length >= 5)
  if (!sentence) return ''
  const words = sentence.split(/\s+/)
  if (words.length <= 8) return `text=${encoded(sentence)}`
  return `text=${encoded(words.slice(0, 4).join(' '))},${encoded(words.slice(-3).join(' '))}`
}

/** Adds the passage to the address of a section, for browsers that know text fragments; the server may have done so. */
export function passageAddress(url: string, snippet: string, isSupported: boolean): string {
  const [plain = url, named] = url.split(':~:')
  const bare = plain.replace(/#$/, '')
  const directive = isSupported ? (named ?? textDirective(snippet)) : ''
  if (!directive) return bare
  return bare.includes('#') ? `${bare}:~:${directive}` : `${bare}#:~:${directive}`
}

/**
 * Whether an image may be fetched: only over http(s) and from a host that the site's owner has named.
 * @param hosts names as in an address; `*.example.com` stands for every host below it
 */
export function mayFetchImage(address: string, hosts: readonly string[]): boolean {
  const { protocol, host, username } = new URL(address)
  if (!/^https?:$/.test(protocol) || username) return false
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed))
}
