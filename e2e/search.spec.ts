import type { Page, Route } from '@playwright/test'
import { expect, type HostPage, test } from './support/host-page.ts'

const searchPath = '**/discovery/v1/search/sidenote'

const result = (title: string, text = 'Nothing but text.') => ({
  content: `## ${title}\n\n${text}`,
  path: `guide/${title}`,
  metadata: {
    title: 'Guide',
    description: null,
    heading: title,
    anchor: null,
    url: `/acme/${title.toLowerCase()}`,
    score: 0.5,
    breadcrumbs: ['Guide', title],
  },
})

const answer = (route: Route, json: object, status = 200) =>
  route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } })

const openSearch = async (host: HostPage) => {
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await expect(box(host)).toBeFocused()
}

const box = (host: HostPage) => host.panel.getByRole('combobox', { name: 'Search the docs' })
const options = (host: HostPage) => host.panel.getByRole('option')
const queries = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/search/') && request.method() === 'POST') asked.push(request.postDataJSON().query)
  })
  return asked
}

test('results appear while the reader types, and arrows and Enter open one', async ({ host, page }) => {
  await host.visit()
  await openSearch(host)
  await expect(host.panel.getByText('Start typing to search.')).toBeVisible()
  // New results begin with the first one chosen: what is pressed has to come after the last of them.
  const last = page.waitForResponse((response) => response.request().postDataJSON()?.query === 'rotate a ke')
  await box(host).pressSequentially('rotate a ke', { delay: 20 })
  await (await last).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const first = options(host).first()
  await expect(first).toContainText(/rotat/i)
  await expect(first.locator('mark').first()).toHaveText(/rotat|key/i)
  await expect(first).toHaveAttribute('aria-selected', 'true')
  expect(await options(host).count()).toBeGreaterThan(2)
  await expect(host.panel.getByRole('status').filter({ hasText: /^\d pages found$/ })).toHaveCount(1)

  await page.keyboard.press('ArrowDown')
  const second = options(host).nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(box(host)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? 'none')
  await expect(box(host)).toBeFocused()
  const target = await second.getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href.split('#')[0] === target?.split('#')[0])
})

test('a late answer to an earlier query is dropped, and a query is sent once', async ({ host, page }) => {
  await page.route(searchPath, async (route) => {
    const { query } = route.request().postDataJSON()
    if (query === 'key') await new Promise((resolve) => setTimeout(resolve, 700))
    await answer(route, [result(query === 'key' ? 'Old' : 'New')]).catch(() => {})
  })
  const asked = queries(page)
  await host.visit()
  await openSearch(host)
  await box(host).fill('key')
  await expect.poll(() => asked).toEqual(['key'])
  await box(host).fill('keys')
  await expect(options(host).first()).toContainText('New')
  await page.waitForTimeout(900)
  await expect(options(host).first()).toContainText('New')
  await box(host).fill('other')
  await expect.poll(() => asked.length).toBe(3)
  await box(host).fill('keys')
  await page.waitForTimeout(300)
  expect(asked).toEqual(['key', 'keys', 'other'])
})

test('a search sends the current page, whose version and language it searches', async ({ host, page }) => {
  const asked = page.waitForRequest(searchPath)
  await host.visit()
  await openSearch(host)
  await box(host).fill('key')
  expect((await asked).postDataJSON()).toMatchObject({ query: 'key', currentPath: new URL(page.url()).pathname })
})

test('Enter waits for the results of the text in the box', async ({ host, page }) => {
  await page.route(searchPath, async (route) => {
    const { query } = route.request().postDataJSON()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await answer(route, [result(query === 'one' ? 'One' : 'Two')]).catch(() => {})
  })
  await host.visit()
  await openSearch(host)
  await box(host).fill('one')
  await expect(options(host).first()).toContainText('One')
  await box(host).fill('two')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/acme/two')
})

test('the query can be asked instead, by click and by Ctrl+Enter', async ({ host, page }) => {
  await host.visit()
  await openSearch(host)
  await box(host).fill('who may revoke a key')
  await host.panel.getByRole('option', { name: /^Ask this instead/ }).click()
  await expect(box(host)).toHaveCount(0)
  await expect(host.panel.getByRole('log').getByText('who may revoke a key')).toBeVisible()

  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await box(host).fill('where are limits set')
  await page.keyboard.press('Control+Enter')
  await expect(host.panel.getByRole('log').getByText('where are limits set')).toBeVisible()
})

test('empty results and failures are shown, and a retry works', async ({ host, page }) => {
  let status = 200
  await page.route(searchPath, (route) =>
    status === 200 ? answer(route, []) : answer(route, { code: 'x', message: 'SECRET' }, status),
  )
  await host.visit()
  await openSearch(host)
  await box(host).fill('zebra')
  await expect(host.panel.locator('p', { hasText: 'No pages found for “zebra”.' }).first()).toBeVisible()
  await expect(options(host)).toHaveText([/^Ask this instead/])

  status = 500
  await box(host).fill('lion')
  const said = host.panel.getByText('Search isn’t available right now.').first()
  await expect(said).toBeVisible()
  await expect(host.panel.getByText('SECRET')).toHaveCount(0)
  await page.unroute(searchPath)
  await page.route(searchPath, (route) => answer(route, [result('Lions')]))
  await host.panel.getByRole('button', { name: 'Retry' }).click()
  await expect(options(host).first()).toContainText('Lions')
})

test('a search that couldn’t load says so, and loads on retry', async ({ host, page }) => {
  await page.route('**/search-view-*.js', (route) => route.abort())
  await host.visit()
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await expect(host.panel.getByRole('alert')).toContainText('Search isn’t available right now.')
  await page.unroute('**/search-view-*.js')
  await host.panel.getByRole('button', { name: 'Retry' }).click()
  await expect(box(host)).toBeFocused()
  await expect(host.panel.getByRole('alert')).toHaveCount(0)
})

test('a result with an unsafe address is left out, and texts are only text', async ({ host, page }) => {
  const bad = { ...result('Bad'), metadata: { ...result('Bad').metadata, url: 'javascript:alert(1)' } }
  const loud = result('<img src=x onerror=alert(1)>', '<script>alert(1)</script> **bold** [link](/x)')
  await page.route(searchPath, (route) => answer(route, [bad, null, { metadata: 7 }, loud]))
  await host.visit()
  await openSearch(host)
  await box(host).fill('bold')
  await expect(options(host)).toHaveCount(2)
  await expect(options(host).first()).toContainText('alert(1) bold link')
  await expect(host.panel.locator('img')).toHaveCount(0)
})

test('further sections of a page are listed below its first, each as an entry', async ({ host, page }) => {
  const [first, second, other] = [result('Create'), { ...result('Revoke'), path: 'guide/Create' }, result('Elsewhere')]
  await page.route(searchPath, (route) => answer(route, [first, second, other]))
  await host.visit()
  await openSearch(host)
  await box(host).fill('key')
  // The way to the page is seen once, and read to those who cannot see it with every section.
  await expect(options(host).nth(0).getByText('Guide')).not.toHaveCSS('width', '1px')
  await expect(options(host).nth(1)).toHaveAccessibleName(/^Guide ?Revoke/)
  await expect(options(host).nth(1).getByText('Guide')).toHaveCSS('width', '1px')
  await expect(options(host).nth(2).getByText('Guide')).not.toHaveCSS('width', '1px')
  await expect(host.panel.getByRole('status').filter({ hasText: '2 pages found' })).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(options(host).nth(1)).toHaveAttribute('aria-selected', 'true')
})

test('Escape goes back to the assistant, then closes; the search keeps its query', async ({ host, page }) => {
  await host.visit()
  await openSearch(host)
  await box(host).fill('limits')
  await page.keyboard.press('Escape')
  await expect(host.composer).toBeFocused()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await expect(box(host)).toHaveValue('limits')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(host.panel).toBeHidden()
})

test('Cmd/Ctrl+K searches only if the owner sets it, and `none` removes the search', async ({ host, page }) => {
  await host.visit()
  await page.keyboard.press('Control+k')
  await expect(host.panel).toBeHidden()
  await host.visit({ search: 'shortcut' })
  await page.keyboard.press('Control+k')
  await expect(box(host)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(host.panel).toBeHidden()
  await host.visit({ search: 'none' })
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  await expect(host.panel.getByRole('button', { name: 'Search the docs' })).toHaveCount(0)
})

test('when the daily limit is reached, the notice leads to a search for the question', async ({ host, page }) => {
  await page.route('**/assistant/sidenote/message', (route) =>
    answer(route, { code: 'budget_exhausted', message: 'No.' }, 503),
  )
  await host.visit()
  await host.launcher.click()
  await host.ask('rotate a key')
  const sentence = host.panel.locator('.sn-notice > p')
  await expect(sentence).toHaveText(/Search still works\./)
  const lines = (await sentence.boundingBox())?.height ?? 999
  expect(lines, 'a sentence is not squeezed beside its button').toBeLessThanOrEqual(40)
  await host.panel.getByRole('button', { name: 'Search the docs' }).last().click()
  await expect(box(host)).toHaveValue('rotate a key')
  await expect(options(host).first()).toContainText(/rotat/i)
})

test('with a consent text, nothing is searched before the reader agrees', async ({ host, page }) => {
  const asked = queries(page)
  await host.visit({ consent: 'What you write is sent to Acme.' })
  await host.launcher.click()
  await host.panel.getByRole('button', { name: 'Search the docs' }).click()
  await expect(host.panel.getByText('What you write is sent to Acme.')).toBeVisible()
  await expect(box(host)).toHaveCount(0)
  await host.panel.getByRole('button', { name: 'Agree and search' }).click()
  await box(host).fill('limits')
  await expect(options(host).nth(1)).toBeVisible()
  expect(asked.at(-1)).toBe('limits')
})
