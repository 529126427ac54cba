import path from 'node:path'
import type { Page } from '@playwright/test'
import { type DashboardServer, expect, isTooWide, test } from './support/dashboard-test.ts'
import { violations } from './support/violations.ts'

const docs = 'http://docs.example.test'

/** A site with a key of its own. */
const addSite = async ({ admin }: DashboardServer, domain: string): Promise<string> => {
  const folder = path.resolve(import.meta.dirname, '../apps/docs/pages/widget')
  await admin('POST', '/admin/v1/sites', { domain, name: 'Plain', sources: [{ kind: 'folder', folder }] })
  const { key } = (await admin('POST', '/admin/v1/keys', { kind: 'assistant', site: domain })) as { key: string }
  return key
}

/** Visits a page of the documentation that has this tag, fetches the panel by pointing at the launcher, and opens it. */
const visit = async (page: Page, tag: string) => {
  const text = `<p>${'Words about keys. '.repeat(40)}</p>`.repeat(20)
  const body = `<!doctype html><html lang="en"><head><title>Keys | Own</title>${tag}</head><body><main><h1>Keys</h1>${text}</main></body></html>`
  await page.route(`${docs}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${docs}/keys`)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const look = page.waitForRequest(/\/discovery\/v1\/look\//)
  await page.getByRole('button', { name: /^Ask AI/ }).hover()
  await look
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
  await page.getByRole('button', { name: /^Ask AI/ }).click()
  const panel = page.getByRole('complementary', { name: /assistant$/i })
  await expect(panel).toBeVisible()
  return panel
}

const accentOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('sidenote-widget')?.style.getPropertyValue('--sn-accent'))

test('a look saved with the site is on every page without a new tag, and the tag wins over it', async ({
  owner: page,
  dashboard,
  context,
}) => {
  const key = await addSite(dashboard, 'looks')
  const plainTag = `<script src="${dashboard.url}/widget.js" data-domain="looks" data-key="${key}" async></script>`
  await page.goto(`${dashboard.url}/dashboard/looks/appearance`)
  const tag = page.getByRole('textbox', { name: 'tag', exact: true })
  const save = page.getByRole('button', { name: 'Save with the site' })
  await expect(save).toBeDisabled()
  await expect(page.frameLocator('iframe').getByRole('complementary')).toHaveAccessibleName('Plain assistant')
  await page.getByLabel('Accent').fill('#8b1e3f')
  await page.getByText('Words', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme Cloud')
  await page.getByLabel('Starter questions').fill('What is a key? | Who may revoke one?')
  await page.getByLabel('Support address').fill('https://acme.test/help')
  await expect(tag).toHaveValue(/data-accent="#8b1e3f"/)
  await page.getByLabel('Corners').fill('99')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('radius')
  await expect(page.getByLabel('Corners')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Corners').fill('4')
  await save.click()
  await expect(page.getByText('Saved. Readers see it within five minutes.')).toBeVisible()
  await expect(tag).not.toHaveValue(/data-accent/)
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('Accent')).toHaveValue('#8b1e3f')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page in the frame is the preview's, and lies below the panel on a phone.
    expect(await violations(page, 'body', ['iframe']), colorScheme).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await isTooWide(page)).toBe(false)

  const reader = await context.newPage()
  const panel = await visit(reader, plainTag)
  await expect(panel).toHaveAccessibleName('Acme Cloud assistant')
  await expect(panel.getByRole('button', { name: 'Who may revoke one?' })).toBeVisible()
  expect(await accentOf(reader)).toContain('139')
  const own = await context.newPage()
  const ownPanel = await visit(own, plainTag.replace(' async', ' data-title="This page" async'))
  await expect(ownPanel).toHaveAccessibleName('This page assistant')
  await expect(ownPanel.getByRole('button', { name: 'Who may revoke one?' })).toBeVisible()
  await own.evaluate(() => window.Sidenote.update({ title: undefined }))
  await expect(ownPanel).toHaveAccessibleName('Acme Cloud assistant')
})

test('a server that does not tell the look in time costs the panel nothing but the look', async ({
  dashboard,
  context,
}) => {
  const key = await addSite(dashboard, 'slow')
  await dashboard.admin('PATCH', '/admin/v1/sites/slow/settings', { look: { title: 'Acme Cloud' } })
  const page = await context.newPage()
  await page.route('**/discovery/v1/look/**', () => {})
  const panel = await visit(
    page,
    `<script src="${dashboard.url}/widget.js" data-domain="slow" data-key="${key}" async></script>`,
  )
  await expect(panel).toHaveAccessibleName('Own assistant')
})
