import type { Locator } from '@playwright/test'
import { demo, type Reader, test as reading } from './reader.ts'

const text = 'A paragraph that says something about rotating keys, long enough to fill a line or two of any column. '

/** What makes a page differ from the others, as HTML. */
export interface HostParts {
  readonly head?: string
  /** Stands between the paragraphs of our text. */
  readonly body?: string
  /** Stands in the place of our text, which isn't on the page then. */
  readonly page?: string
  /** The attributes of the document. */
  readonly html?: string
}

/** A page of some other generator's making, with the widget by its tag. */
export interface HostPage extends Pick<Reader, 'panel' | 'composer' | 'ask' | 'answered'> {
  /** What the page's console said, warnings and errors. */
  readonly console: readonly string[]
  /** Requests to the Sidenote server, by path. */
  readonly requests: readonly string[]
  readonly launcher: Locator
  /**
   * Opens the page.
   * @param attributes of the script tag, without `data-`
   * @param parts `query` goes behind the address
   */
  visit(attributes?: Readonly<Record<string, string>>, parts?: HostParts & { readonly query?: string }): Promise<void>
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const pageText = (
  attributes: Readonly<Record<string, string>>,
  { head = '', body = '', page, html = 'lang="en"' }: HostParts,
): string => {
  const { server, domain, key } = demo()
  const all = Object.entries({ domain, key, ...attributes }).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  const content =
    page ??
    `<main><h1>Keys</h1><p>${text.repeat(3)}</p>${body}${`<p>${text.repeat(2)}</p>`.repeat(40)}</main><footer>The end</footer>`
  return `<!doctype html><html ${html}><head><title>Keys | Acme</title><style>body{font-family:system-ui,sans-serif}main{max-width:900px;margin:40px auto;padding:0 24px}</style>
${head}<script src="${server}/widget.js" ${all.join(' ')} async></script></head>
<body>${content}</body></html>`
}

const createHost = ({ page, panel, composer, ask, answered }: Reader): HostPage => {
  const said: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (request.url().startsWith(demo().server)) requests.push(new URL(request.url()).pathname)
  })
  return {
    console: said,
    requests,
    panel,
    composer,
    ask,
    answered,
    launcher: page.locator('sidenote-widget').locator('.sn-launcher'),
    async visit(attributes = {}, { query = '', ...parts } = {}) {
      await page.route(`${demo().docs}/acme/**`, (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageText(attributes, parts) }),
      )
      await page.goto(`${demo().docs}/acme/keys${query}`)
      await page.waitForFunction(() => window.Sidenote && !Array.isArray(window.Sidenote))
    },
  }
}

export const test = reading.extend<{ host: HostPage }>({
  host: async ({ reader }, use) => use(createHost(reader)),
})

export { expect } from './reader.ts'
