import type { Frame, Page } from '@playwright/test'
import { demo } from '../support/reader.ts'
import type { ForeignHost } from './hosts.ts'
import { watchPage } from './watch-page.ts'

/** What a page has to say after the widget came. */
export interface ForeignPage {
  /** Where the text and the widget are: the page, or the frame in it. */
  readonly frame: Frame
  /** Warnings, errors and exceptions. */
  readonly said: readonly string[]
  /** All requests but those for the page itself, by address. */
  readonly requests: readonly string[]
  /** Where every element of the page’s text stands. */
  layout(): Promise<number[]>
}

const text = 'A paragraph that says something about rotating keys, long enough for a line or two. '
const folder = '/foreign/'

function html({ head = '', body = '', css, type, doctype = '<!DOCTYPE html>', later }: ForeignHost): string {
  const { server, docs, domain, key } = demo()
  const at = (name: string) => `nonce="n0nce" src="${docs}${folder}${name}"`
  const namespace = type ? ' xmlns="http://www.w3.org/1999/xhtml"' : ''
  return `${doctype}<html lang="en"${namespace}><head>${head}<title>Keys | Acme</title>
${css ? `<style nonce="n0nce">${css}</style>` : ''}
<script ${at('host.js')}></script><script ${at('watch.js')}></script>
<script nonce="n0nce" src="${server}/widget.js" data-domain="${domain}" data-key="${key}" async="async"></script></head>
<body><main><h1>Keys</h1><p>${text.repeat(3)}</p><div class="empty"></div><pre><code>key --rotate</code></pre></main>${body}
${later ? `<script ${at('later.js')}></script>` : ''}</body></html>`
}

/** Serves the host’s files in place of the demo’s. The widget’s own script is held back until `release` is called. */
async function serve(page: Page, host: ForeignHost): Promise<{ release(): void }> {
  const { server, docs } = demo()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`${server}/widget.js`, async (route) => {
    await released
    await route.continue()
  })
  const whenThere = `const timer = setInterval(() => { if (window.Sidenote?.ask) { clearInterval(timer); ${host.later}; (${watchPage})() } }, 5)`
  const scripts: Record<string, string> = {
    'host.js': host.script ?? '',
    'watch.js': `(${watchPage})()`,
    'later.js': whenThere,
    'write.js': `document.open(); document.write(${JSON.stringify(html(host)).replaceAll('</script>', '<\\/script>')}); document.close()`,
  }
  const headers = host.policy ? { 'content-security-policy': host.policy.replaceAll('SERVER', server) } : {}
  await page.route(`${docs}${folder}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(folder.length)
    const script = scripts[name]
    if (script !== undefined)
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: script,
      })
    const contentType = `${host.type ?? 'text/html'}; charset=utf-8`
    if (name === 'keys' && host.way === 'sandbox')
      return route.fulfill({
        contentType,
        body: `<iframe sandbox="${host.sandbox}" src="inner" width="1200" height="780"></iframe>`,
      })
    if (name === 'keys' && host.way === 'written')
      return route.fulfill({ contentType, body: `<script src="${docs}${folder}write.js"></script>` })
    return route.fulfill({ contentType, headers, body: html(host) })
  })
  return { release }
}

/** Opens a page of this host; the widget comes only after `before` has been called. */
export async function openForeign(
  page: Page,
  host: ForeignHost,
  before: (foreign: ForeignPage) => Promise<void>,
): Promise<ForeignPage> {
  const { docs } = demo()
  const said: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    // The browser's own word about the frame that a host is made of.
    const isAboutFrame = message.text().startsWith('An iframe which has both allow-scripts and allow-same-origin')
    if (!isAboutFrame && ['warning', 'error'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(docs)) requests.push(request.url())
  })
  const { release } = await serve(page, host)
  await page.goto(`${docs}${folder}keys`, { waitUntil: 'commit' })
  if (host.way === 'sandbox') await page.locator('iframe').waitFor()
  const frame = page.frames().at(-1) ?? page.mainFrame()
  await frame.waitForFunction(() => document.readyState !== 'loading' && window.harm && document.querySelector('pre'))
  const foreign: ForeignPage = {
    frame,
    said,
    requests,
    layout: () =>
      frame.evaluate(() => {
        const found = document.querySelectorAll('main, main *')
        const numbers: number[] = []
        for (let index = 0; index < found.length; index++) {
          const box = found[index]?.getBoundingClientRect()
          if (box) numbers.push(box.left, box.top, box.width, box.height)
        }
        return numbers
      }),
  }
  await before(foreign)
  release()
  await frame.waitForFunction(() => window.Sidenote && 'ask' in window.Sidenote)
  return foreign
}
