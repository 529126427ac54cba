import type { Finding } from '@sidenote/contract'
import { findingsAbout, reasonOf, trustHint } from '../../findings.ts'
import type { PageTags, TagAttributes } from '../../pages/readers/html/page-tags.ts'
import { openReading } from '../../reading/reading.ts'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { readPolicies } from './content-policy.ts'

const answerMilliseconds = 10_000
const { problem } = findingsAbout('page')

/** The script tag of Sidenote. */
export interface Tag {
  readonly url: URL
  /** The server that the widget asks: the origin of the script, or `data-url`. The address ends with a slash. */
  readonly server: URL
  readonly domain: string
  readonly key: string
  readonly nonce: string | undefined
  readonly type: string | undefined
}

/** A page that may have the widget. */
export interface Page {
  readonly url: URL
  readonly policies: ReturnType<typeof readPolicies>
  readonly scripts: readonly TagAttributes[]
}

/** Fetches an address, for at most ten seconds. */
export const get = (url: URL, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...options, signal: AbortSignal.timeout(answerMilliseconds) })

const readTags = async (html: string): Promise<PageTags> => {
  const reading = openReading()
  return reading.run('pageTags', html).finally(() => reading.close())
}

/** Fetches and reads a page; a finding when that fails. */
export const readPage = async (address: string): Promise<Page | Finding> => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    return problem(`"${address}" is not an address. Use one such as https://docs.acme.com/.`)
  }
  const response = await get(new URL(address), { headers: { accept: 'text/html' } }).catch(reasonOf)
  if (typeof response === 'string') {
    return problem(`${address} can’t be read from here: ${response}.${trustHint(response)}`)
  }
  if (!response.ok) return problem(`${address} answers with ${response.status}.`)
  const { scripts, metas } = await readTags(await response.text())
  const header = response.headers.get('content-security-policy') ?? ''
  const elements = metas
    .filter((meta) => meta['http-equiv']?.toLowerCase() === 'content-security-policy')
    .map(({ content = '' }) => content)
  return { url: new URL(response.url), policies: [header, ...elements].flatMap(readPolicies), scripts }
}

const isOurs = ({ src = '', ...attributes }: TagAttributes): boolean =>
  (URL.parse(src, 'http://localhost')?.pathname.endsWith('/widget.js') ?? false) ||
  (attributes['data-domain'] !== undefined && attributes['data-key'] !== undefined)

/** Reads Sidenote’s script tag of a page; a finding when it is missing or incomplete. */
export const readTag = (page: Page): Tag | Finding => {
  const script = page.scripts.find(isOurs)
  if (!script) {
    return problem(
      `${page.url} has no script tag of Sidenote. Add <script src="https://…/widget.js" data-domain="…" data-key="svc_dsc_…" async></script>. (A tag that another script adds can’t be seen from here.)`,
    )
  }
  const { src = '', nonce, type } = script
  const { 'data-domain': domain, 'data-key': key, 'data-url': dataUrl } = script
  if (!URL.canParse(src, page.url.href)) return problem(`The tag’s src is "${src}", which is not an address.`)
  if (!domain) return problem('The tag has no data-domain. Set it to the domain of your site.')
  if (!key) return problem('The tag has no data-key. Create a key with "sidenote keys create --site …".')
  const url = new URL(src, page.url)
  const address = dataUrl || url.origin
  if (!URL.canParse(address, page.url.href)) {
    return problem(`The tag’s data-url is "${address}", which is not an address.`)
  }
  const server = new URL(`${withoutTrailingSlashes(new URL(address, page.url).href)}/`)
  return { url, server, domain, key, nonce, type }
}
