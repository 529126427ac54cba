import type { Finding } from '@sidenote/contract'
import { problemSchema } from '@sidenote/contract'
import { findingsAbout, reasonOf } from '../../findings.ts'
import { allowsConnection, allowsImport, allowsScript } from './content-policy.ts'
import { get, type Page, readPage, readTag, type Tag } from './read-page.ts'

const about = findingsAbout('page')

const isLocal = ({ hostname }: URL): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

const checkPlace = (page: URL, place: URL): Finding[] => {
  const findings: Finding[] = []
  if (page.protocol === 'https:' && place.protocol === 'http:' && !isLocal(place)) {
    findings.push(
      about.problem(
        `The page is served over HTTPS, and ${place.origin} is not: browsers block it. Serve Sidenote over HTTPS.`,
      ),
    )
  }
  if (isLocal(place) && !isLocal(page)) {
    findings.push(
      about.problem(
        `The tag loads from ${place.origin}, which is each reader’s own machine. Use the public address of the server.`,
      ),
    )
  }
  return findings
}

const checkTag = ({ url: page }: Page, { url, server, type }: Tag): Finding[] => {
  const places = server.origin === url.origin ? [url] : [url, server]
  const findings = places.flatMap((place) => checkPlace(page, place))
  if (type && type !== 'text/javascript') {
    findings.push(about.problem(`The tag has type="${type}". Remove that: the loader is a classic script.`))
  }
  return findings
}

const checkPolicies = ({ url: page, policies }: Page, { url, server, nonce }: Tag): Finding[] => {
  const question = { page: page.origin, url, nonce }
  const refuses = (allows: typeof allowsScript, request = question) =>
    policies.some((policy) => !allows(policy, request))
  const findings: Finding[] = []
  if (refuses(allowsScript)) {
    findings.push(
      about.problem(
        `The page’s Content Security Policy blocks the script. Add ${url.origin} to script-src, or give the tag the page’s nonce.`,
      ),
    )
  } else if (refuses(allowsImport, { ...question, url: new URL('widget/', url) })) {
    findings.push(
      about.problem(
        `The page’s Content Security Policy allows the loader, but not the panel that it loads. Add ${url.origin} or 'strict-dynamic' to script-src.`,
      ),
    )
  }
  if (refuses(allowsConnection, { ...question, url: new URL('discovery/', server) })) {
    findings.push(
      about.problem(
        `The page’s Content Security Policy blocks requests to the server. Add ${server.origin} to connect-src.`,
      ),
    )
  }
  return findings
}

const checkScript = async ({ url }: Tag): Promise<Finding | undefined> => {
  const response = await get(url).catch(reasonOf)
  if (typeof response === 'string')
    return about.problem(`${url} can’t be loaded: ${response}. Does the server run there?`)
  await response.body?.cancel()
  const type = response.headers.get('content-type') ?? 'no type'
  if (!response.ok) return about.problem(`${url} answers with ${response.status}. Is that the address of the server?`)
  return type.includes('javascript') ? undefined : about.problem(`${url} is ${type}, not a script.`)
}

/** A domain as a command has it. What a page declares is anything, and the command may be pasted into a shell. */
const wordOf = (domain: string): string => (/^[a-z0-9.-]+$/.test(domain) ? domain : 'DOMAIN')

/** Sends the request that a browser sends before the widget’s first question. The server answers it alike for every site. */
const checkPreflight = async ({ url: page }: Page, { server, domain }: Tag): Promise<Finding | undefined> => {
  const { origin } = page
  if (origin === server.origin) return undefined
  const address = new URL(`discovery/v2/assistant/${encodeURIComponent(domain)}/message`, server)
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  const response = await get(address, { method: 'OPTIONS', headers }).catch(reasonOf)
  if (typeof response === 'string')
    return about.problem(`${server.origin} does not answer a preflight request: ${response}.`)
  const allowed = response.headers.get('access-control-allow-origin')
  const allowedHeaders = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase()
  const isAllowed = allowed === origin || allowed === '*'
  if (response.ok && isAllowed && allowedHeaders.includes('authorization')) return undefined
  return about.problem(
    `Something between the page and the server answers preflight requests (${response.status}). Let OPTIONS through to Sidenote in your proxy.`,
  )
}

/** Asks for a page, which need not exist: a wrong key, origin or domain is refused before that. */
const checkKey = async ({ url: page }: Page, { server, domain, key }: Tag): Promise<Finding | undefined> => {
  const address = new URL(`discovery/v1/page/${encodeURIComponent(domain)}`, server)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: page.origin }
  const body = JSON.stringify({ path: 'index' })
  const response = await get(address, { method: 'POST', headers, body }).catch(reasonOf)
  if (typeof response === 'string') return about.problem(`${server.origin} can’t be reached: ${response}.`)
  const problem = problemSchema.safeParse(await response.json().catch(() => undefined))
  if (!response.ok && !problem.success) {
    return about.problem(
      `${address} answers with ${response.status}, and not as Sidenote does. If the server is below a path, the tag needs its address as data-url.`,
    )
  }
  const message = problem.success ? problem.data.message : ''
  if (response.status === 401) {
    return about.problem(
      `The server refuses the tag’s key: ${message} Create another with "sidenote keys create --site ${wordOf(domain)}".`,
    )
  }
  if (problem.success && problem.data.code === 'origin_not_allowed') {
    const advice = message.includes('this key')
      ? `Use a key that isn’t restricted to other origins: sidenote keys create --site ${wordOf(domain)}`
      : `Add that origin to those the site lists: sidenote sites update ${wordOf(domain)} --add-origin ${page.origin}`
    return about.problem(`${message} ${advice}`)
  }
  if (response.status === 403) {
    return about.problem(
      `The tag’s key is not an assistant key: ${message} If it is an administrator key, revoke it now: everybody can read it.`,
    )
  }
  if (response.status === 404 && message.startsWith('There is no site')) {
    return about.problem(`The tag’s key doesn’t belong to a site "${domain}". Check data-domain and data-key.`)
  }
  return response.status >= 500 ? about.problem(`The server answers with ${response.status}: ${message}`) : undefined
}

/** Checks a page with the widget as a browser would: tag, script, policy, preflight and key. */
export const checkPage = async (address: string): Promise<Finding[]> => {
  const page = await readPage(address)
  if ('level' in page) return [page]
  const tag = readTag(page)
  if ('level' in tag) return [tag]
  const askAsBrowser = async () => (await checkPreflight(page, tag)) ?? checkKey(page, tag)
  const requests = await Promise.all([checkScript(tag), askAsBrowser()])
  const findings = [
    ...checkTag(page, tag),
    ...checkPolicies(page, tag),
    ...requests.filter((finding) => finding !== undefined),
  ]
  return findings.length > 0 ? findings : [about.good(`${page.url} can show the widget, and the server answers it.`)]
}
