/** The directives of one Content Security Policy. */
type Policy = ReadonlyMap<string, readonly string[]>

/** A request of a page that a policy allows or blocks. */
export interface PolicyQuestion {
  /** Origin of the page. */
  readonly page: string
  /** The address to load or to call. */
  readonly url: URL
  /** Of the script tag. */
  readonly nonce?: string | undefined
}

/** Parses the policies of a header, which a comma separates, or of a `meta` element. */
export const readPolicies = (text: string): Policy[] =>
  text
    .split(',')
    .map((part) => {
      const directives = new Map<string, readonly string[]>()
      for (const directive of part.split(';')) {
        const [name, ...values] = directive.trim().split(/\s+/)
        if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values)
      }
      return directives
    })
    .filter((policy) => policy.size > 0)

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const portOf = (url: URL): string => url.port || (defaultPorts[url.protocol] ?? '')

/** Whether a host source such as `https://*.acme.com:8080/path/` covers the address. */
const coversHost = (source: string, page: string, url: URL): boolean => {
  const parts = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source)
  if (!parts) return false
  const [, scheme = new URL(page).protocol.slice(0, -1), host = '', port, path] = parts
  const upgraded = scheme === 'http' && url.protocol === 'https:'
  if (`${scheme.toLowerCase()}:` !== url.protocol && !upgraded) return false
  const name = url.hostname.toLowerCase()
  const isHost =
    host === '*' || (host.startsWith('*.') ? name.endsWith(host.slice(1).toLowerCase()) : name === host.toLowerCase())
  if (!isHost || (port !== '*' && (port ?? defaultPorts[url.protocol]) !== portOf(url))) return false
  return !path || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path)
}

const covers = (source: string, { page, url, nonce }: PolicyQuestion): boolean => {
  const word = source.toLowerCase()
  if (word === '*') return /^(?:https?|wss?):$/.test(url.protocol)
  if (word === "'self'") return url.origin === page
  if (word.startsWith("'nonce-")) return nonce !== undefined && source.slice(7, -1) === nonce
  if (word.startsWith("'")) return false
  if (/^[a-z][a-z\d+.-]*:$/.test(word)) return url.protocol === word
  return coversHost(source, page, url)
}

const sourcesOf = (policy: Policy, names: readonly string[]): readonly string[] | undefined =>
  names.map((name) => policy.get(name)).find((sources) => sources !== undefined)

const scriptDirectives = ['script-src-elem', 'script-src', 'default-src']

/** Whether the tag itself may load its script. */
export const allowsScript = (policy: Policy, question: PolicyQuestion): boolean => {
  const sources = sourcesOf(policy, scriptDirectives)
  if (!sources) return true
  const hasStrictDynamic = sources.some((source) => source.toLowerCase() === "'strict-dynamic'")
  // With it, browsers ignore hosts: only nonces and hashes allow a script.
  const effective = hasStrictDynamic ? sources.filter((source) => source.startsWith("'nonce-")) : sources
  return effective.some((source) => covers(source, question))
}

/** Whether the script’s own imports may load: the tag’s nonce doesn’t cover them without 'strict-dynamic'. */
export const allowsImport = (policy: Policy, question: PolicyQuestion): boolean => {
  const sources = sourcesOf(policy, scriptDirectives)
  if (!sources || sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return true
  return sources.some((source) => covers(source, { ...question, nonce: undefined }))
}

/** Whether the page may send requests to the server. */
export const allowsConnection = (policy: Policy, question: PolicyQuestion): boolean => {
  const sources = sourcesOf(policy, ['connect-src', 'default-src'])
  return !sources || sources.some((source) => covers(source, { ...question, nonce: undefined }))
}
