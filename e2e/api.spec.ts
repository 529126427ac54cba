import type { Page } from '@playwright/test'
import type { Sidenote } from '@sidenote/widget'
import { expect, test } from './support/host-page.ts'
import { demo } from './support/reader.ts'

/** Calls a method of `window.Sidenote`. */
const call = (page: Page, method: Exclude<keyof Sidenote, 'on'>, ...parameters: unknown[]) =>
  page.evaluate(
    ([name, given]) => {
      const widget = window.Sidenote as unknown as Record<string, (...all: unknown[]) => void>
      widget[name]?.(...given)
    },
    [method, parameters] as const,
  )

/** Notes all events, as the page that listens sees them. */
const note = (page: Page) =>
  page.evaluate(() => {
    const noted: unknown[] = []
    window.noted = noted
    for (const name of ['open', 'close', 'ask', 'answer', 'feedback', 'error'] as const)
      window.Sidenote.on(name, (detail) => noted.push([name, detail ?? null]))
  })
const noted = (page: Page) => page.evaluate(() => window.noted)

test('calls made before the script loads run when it does', async ({ host }) => {
  await host.visit({}, { head: `<script>window.Sidenote=[];Sidenote.push(['ask','What is a key?'])</script>` })
  await expect(host.panel.getByText('What is a key?')).toBeVisible()
})

test('open, close, ask, addContext, reset and destroy work', async ({ host, page }) => {
  await host.visit()
  await call(page, 'addContext', { type: 'code', value: 'sidenote keys create' })
  await call(page, 'ask', 'What does this do?', { open: false })
  await expect(host.panel).toBeHidden()
  await call(page, 'open')
  await host.answered()
  await expect(host.panel.getByText('1 line')).toBeVisible()
  await call(page, 'close')
  await expect(host.panel).toBeHidden()
  await call(page, 'ask', 'And then?', { focus: false })
  await expect(host.panel.getByText('You asked: And then?')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await host.answered()
  await call(page, 'reset')
  await expect(host.panel.getByText('And then?')).toHaveCount(0)
  await call(page, 'destroy')
  await expect(page.locator('sidenote-widget')).toHaveCount(0)
  expect(await page.evaluate(() => window.Sidenote)).toBe(undefined)
})

test('a widget that was removed stays away, whatever is called on it later', async ({ host, page }) => {
  await host.visit()
  await expect(host.launcher).toBeVisible()
  await page.evaluate(() => {
    const widget = window.Sidenote
    widget.destroy()
    widget.open()
    widget.update({ theme: 'dark' })
    // A change that a widget on the page would hear of.
    document.body.dataset.theme = 'dark'
  })
  await expect(page.locator('sidenote-widget')).toHaveCount(0)
})

test('update changes options at once and restores defaults', async ({ host, page }) => {
  await host.visit()
  await call(page, 'update', { launcher: 'bar', title: 'Handbook', theme: 'dark' })
  await expect(host.launcher).toHaveText('Ask a question…')
  await call(page, 'open')
  await expect(host.panel.getByText('Ask about Handbook')).toBeVisible()
  await page.evaluate(() => window.Sidenote.update({ launcher: undefined, title: undefined }))
  // The site's name in the title of the page.
  await expect(host.panel.getByText('Ask about Acme')).toBeVisible()
  await expect(host.launcher).toHaveText('Ask AI')
})

test('a z-index and an accent that are reset are gone, even before the panel loads', async ({ host, page }) => {
  await host.visit()
  const style = () =>
    page.locator('sidenote-widget').evaluate((element) => {
      const { zIndex } = getComputedStyle(element)
      return [zIndex, getComputedStyle(element).getPropertyValue('--sn-link')]
    })
  const before = await style()
  await call(page, 'update', { zIndex: 77, accent: 'red' })
  expect(await style()).toEqual(['77', 'red'])
  await page.evaluate(() => window.Sidenote.update({ zIndex: undefined, accent: undefined }))
  expect(await style()).toEqual(before)
})

test('two tags, and a second start, leave one widget', async ({ host, page }) => {
  const { server, domain, key } = demo()
  await host.visit(
    {},
    { body: `<script src="${server}/widget.js" data-domain="${domain}" data-key="${key}"></script>` },
  )
  await page.addScriptTag({ url: `${server}/widget.js` })
  await expect(page.locator('sidenote-widget')).toHaveCount(1)
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
})

test('events say what happened, never what was asked or by whom', async ({ host, page }) => {
  await host.visit()
  await note(page)
  await call(page, 'ask', 'How do I rotate a key?')
  await host.answered()
  await host.panel.getByRole('button', { name: 'Helpful', exact: true }).click()
  await expect.poll(() => noted(page)).toContainEqual(['feedback', { helpful: true }])
  await call(page, 'close')
  await expect
    .poll(() => noted(page))
    .toEqual([
      ['open', null],
      ['ask', { contexts: 0 }],
      ['answer', { answered: expect.any(Boolean), sources: expect.any(Number) }],
      ['feedback', { helpful: true }],
      ['close', null],
    ])
})

test('an error event has a code, a status and whether a retry may help', async ({ host, page }) => {
  await host.visit()
  await note(page)
  await page.route('**/discovery/v2/**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40', 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
      json: { message: 'Too many.', code: 'rate_limited' },
    }),
  )
  await call(page, 'ask', 'How?')
  await expect.poll(() => noted(page)).toContainEqual(['error', { code: 'rate_limited', retryable: true, status: 429 }])
})

test('the page’s router can take an answer’s links; otherwise the browser follows them', async ({ host, page }) => {
  await host.visit()
  await call(page, 'ask', 'How do I put the widget on my site?')
  await host.answered()
  await page.evaluate(() => {
    const noted: unknown[] = []
    window.noted = noted
    window.Sidenote.on('navigate', (event) => {
      if (noted.push(event.url) === 1) event.preventDefault()
    })
  })
  const link = host.panel.getByRole('link', { name: /^Source \d+: / }).first()
  await link.click()
  await expect(page).toHaveURL(/\/acme\/keys$/)
  const [url] = (await noted(page)) as string[]
  expect(url).toMatch(new RegExp(`^${demo().docs}/[a-z/-]+`))
  expect(url).not.toContain(':~:')
  await link.click()
  await expect(page).not.toHaveURL(/\/acme\/keys$/)
})

test('?ask opens, ?ask=text asks, and neither stays in the address', async ({ host, page }) => {
  await host.visit({}, { query: '?a=1%202&ask=What+is+a+key%3F&b#top' })
  await expect(host.panel.getByText('What is a key?')).toBeVisible()
  await expect(page).toHaveURL(`${demo().docs}/acme/keys?a=1%202&b#top`)
  await host.answered()
  await host.visit({}, { query: '?ask' })
  await expect(host.composer).toBeFocused()
  await expect(page).toHaveURL(`${demo().docs}/acme/keys`)
})

test('a question in the address is asked after a reload if the panel couldn’t load', async ({ host, page }) => {
  await page.route('**/panel-*.js*', (route) => route.abort())
  await host.visit({}, { query: '?ask=What+is+a+key%3F' })
  await expect(page.getByText('The assistant couldn’t be loaded.')).toBeVisible()
  await page.unroute('**/panel-*.js*')
  await page.reload()
  await expect(host.panel.getByText('What is a key?')).toBeVisible()
  await expect(page).toHaveURL(`${demo().docs}/acme/keys`)
})

for (const owner of ['document', 'navigator'] as const)
  test(`an agent in the browser gets tools by ${owner}.modelContext, which answer from the docs`, async ({
    host,
    page,
  }) => {
    await page.addInitScript((name) => {
      const tools: unknown[] = []
      const modelContext = { registerTool: (tool: unknown) => void tools.push(tool) }
      Object.defineProperty(name === 'document' ? document : navigator, 'modelContext', { value: modelContext })
      Object.assign(window, { tools })
    }, owner)
    await host.visit()
    const names = () => page.evaluate('window.tools.map(({ name }) => name)')
    await expect.poll(names).toEqual(['search_docs', 'read_page', 'ask_docs'])
    const run = (place: number, input: object): Promise<string> =>
      page.evaluate(
        `window.tools[${place}].execute(${JSON.stringify(input)}).then(({ content }) => content[0].text, String)`,
      )
    expect(await run(0, { query: 'rotate a key' })).toMatch(/^# .+\nPage: operate\/keys\nAddress: http:/)
    expect(await run(1, { path: 'operate/keys' })).toMatch(/^# Keys/)
    expect(await run(1, { path: 'no/such/page' })).toContain('has no page "no/such/page"')
    expect(await run(2, { question: 'How do I rotate a key?' })).toMatch(/\[\d+\][\s\S]+\n\[\d+\] .+: http:/)
    expect(await run(2, {})).toContain('The tool needs "question"')
    await host.visit({ 'agent-tools': 'none' })
    await page.waitForLoadState('networkidle')
    expect(await names()).toEqual([])
  })
