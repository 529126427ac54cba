/** The names by which programs listen on their own computer. */
const loopback: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Schemes of editors, which hand such an address to the program. Any other needs a dot, as RFC 8252 wants of them. */
const editorSchemes: readonly string[] = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']

const isOnComputer = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.includes(hostname)

/** Whether a browser may be sent to an address with a code: by https, to a program on the computer, or to one that has a scheme of its own. */
export const isRedirectAddress = (address: string): boolean => {
  const url = URL.parse(address)
  if (!url || address.includes('#') || url.username || url.password) return false
  return (
    url.protocol === 'https:' || isOnComputer(url) || editorSchemes.includes(url.protocol) || url.protocol.includes('.')
  )
}

/** Programs that listen on their own computer take the port that is free (RFC 8252, 7.3). */
const isSameButPort = (one: URL, other: URL): boolean =>
  isOnComputer(one) &&
  isOnComputer(other) &&
  one.hostname === other.hostname &&
  one.pathname === other.pathname &&
  one.search === other.search

/** Whether a client that lists these addresses may be sent to this one: letter by letter, but for the port on the person’s computer. */
export const mayRedirect = (listed: readonly string[], address: string): boolean => {
  if (!isRedirectAddress(address)) return false
  if (listed.includes(address)) return true
  const wanted = URL.parse(address)
  return listed.some((one) => {
    const url = URL.parse(one)
    return url !== null && wanted !== null && isSameButPort(url, wanted)
  })
}

/** The host that a browser is sent to; null for a program on the person’s computer. */
export const redirectHostOf = (address: string): string | null => {
  const url = new URL(address)
  return url.protocol === 'https:' ? url.host : null
}
