/** Where the MCP server of a site is. */
export const mcpAddressOf = (address: string, name: string): string => `${address}/mcp/${encodeURIComponent(name)}`

/** The name of the site that the address of an MCP server of ours has; undefined for any other address. */
export const siteNameIn = (resource: string, address: string): string | undefined => {
  const url = URL.parse(resource)
  const own = URL.parse(`${address}/mcp/`)
  if (!url || !own || url.origin !== own.origin || url.search || url.hash) return undefined
  const [first, name = '', ...rest] = url.pathname.slice(own.pathname.length - 1).split('/')
  const isOurs = url.pathname.startsWith(own.pathname) && first === '' && rest.join('') === ''
  if (!isOurs || name === '') return undefined
  try {
    const decoded = decodeURIComponent(name)
    // No name has it, and PostgreSQL refuses it.
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** Where the metadata of the MCP server of a site is (RFC 9728). */
export const protectedResourcePath = (name: string): string =>
  `/.well-known/oauth-protected-resource/mcp/${encodeURIComponent(name)}`
