import type { Page } from '@playwright/test'
import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/host-page.ts'

/** What the reader's clipboard would hold. */
const watchClipboard = (page: Page) =>
  page.addInitScript(() => {
    window.noted = []
    const note = (text: string) => void window.noted?.push(text)
    Object.defineProperty(navigator.clipboard, 'writeText', { value: async (text: string) => note(text) })
    Object.defineProperty(navigator.clipboard, 'write', {
      value: async (items: ClipboardItem[]) => {
        for (const item of items) note(await (await item.getType('text/plain')).text())
      },
    })
  })

const servePage = (page: Page, content: string) =>
  page.route('**/discovery/v1/page/sidenote', (route) => route.fulfill({ json: { path: '', content } }))

test('there is no page menu unless the owner wants one', async ({ host, page }) => {
  await host.visit()
  await expect(page.locator('sidenote-page-menu')).toHaveCount(0)
  expect(host.requests.filter((path) => path.includes('buttons'))).toEqual([])
})

test('the page menu copies the page, opens it in other tools, and copies the MCP address', async ({ host, page }) => {
  await watchClipboard(page)
  await servePage(page, '# Keys\n\nAs Markdown.')
  await host.visit({ 'page-menu': 'main h1' })
  const menu = page.locator('h1 + sidenote-page-menu')
  await menu.getByRole('button', { name: 'Copy page' }).click()
  await expect(menu.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const opener = menu.getByRole('button', { name: 'More ways to use this page' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('button', { name: 'Copy page' }).last()).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  const fonts = await menu.locator('button, a').evaluateAll((items) =>
    items.map((item) => {
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(item)
      return `${fontWeight} ${fontSize} ${fontFamily}`
    }),
  )
  expect(new Set(fonts)).toEqual(new Set(['500 13px system-ui, sans-serif']))
  for (const [name, host] of [
    ['Open in ChatGPT', 'chatgpt.com'],
    ['Open in Claude', 'claude.ai'],
  ] as const) {
    const href = new URL((await menu.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect(href.hostname).toBe(host)
    expect(href.searchParams.get('q')).toContain(page.url())
  }
  await menu.getByRole('button', { name: 'Copy MCP server address' }).click()
  await expect(menu.getByRole('link').first()).toBeHidden()
  await opener.click()
  await expect(menu.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link').first()).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(menu.getByRole('link').first()).toBeHidden()
  const [copied, server] = await page.evaluate(() => (window.noted ?? []).map(String))
  expect(copied).toBe('# Keys\n\nAs Markdown.')
  expect(server).toMatch(/\/mcp\/sidenote$/)
})

test('the page menu fills empty elements, those of later pages too, and says what failed', async ({ host, page }) => {
  await watchClipboard(page)
  await page.route('**/discovery/v1/page/sidenote', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  await host.visit({ 'page-menu': '.menu', language: 'de' }, { body: '<div class="menu"></div>' })
  const copy = page.getByRole('button', { name: 'Seite kopieren' })
  await expect(copy).toHaveCount(1)
  // A router puts another page in its place.
  await page.evaluate(() => {
    const next = document.createElement('div')
    next.className = 'menu'
    document.querySelector('.menu')?.replaceWith(next)
  })
  await expect(copy).toHaveCount(1)
  await copy.click()
  await expect(page.getByRole('status').filter({ hasText: 'Nicht kopiert' })).toBeVisible()
  expect(await page.locator('.menu').evaluate((element) => element.childNodes.length)).toBe(0)
})
