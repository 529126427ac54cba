import type { Page } from '@playwright/test'
import { expect, type HostPage, test } from './support/host-page.ts'

/** Holds the panel's file back until told; then everything asks for it as it is. */
const holdPanel = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/panel-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

const early = (page: Page) => page.locator('sidenote-widget .sn-early textarea')

/** Writes a question into both boxes: its beginning before the panel comes, its end after. */
const writeAcross = async (host: HostPage, page: Page, release: () => void): Promise<void> => {
  await page.keyboard.type('How do I rotate')
  release()
  await expect(host.composer).toBeFocused()
  await expect(early(page)).toHaveCount(0)
  await page.keyboard.type(' a key?')
  await expect(host.composer).toHaveValue('How do I rotate a key?')
}

test('the caret is there before the panel, its text moves into it, and no hot-key fires', async ({ host, page }) => {
  const release = await holdPanel(page)
  await host.visit()
  await page.evaluate(() => {
    window.noted = []
    for (const name of ['keydown', 'keypress', 'keyup'])
      document.addEventListener(name, () => window.noted?.push(name), { capture: true })
  })
  await host.launcher.click()
  await expect(early(page)).toBeFocused()
  await expect(early(page)).toHaveAttribute('placeholder', 'Ask a question…')
  await writeAcross(host, page, release)
  expect(await page.evaluate(() => window.noted)).toEqual([])
})

test('no letter is lost between the two boxes, however busy the page is', async ({ host, page }) => {
  const release = await holdPanel(page)
  await host.visit({}, { head: '<script>queueMicrotask = (act) => setTimeout(act, 500)</script>' })
  await host.launcher.click()
  await writeAcross(host, page, release)
  await host.composer.press('Enter')
  await expect(host.panel.locator('.sn-question')).toContainText('How do I rotate a key?')
})

test('Enter before the panel has loaded asks once it has', async ({ host, page }) => {
  const release = await holdPanel(page)
  await host.visit()
  await page.keyboard.press('Control+i')
  await page.keyboard.type('How do I rotate a key?')
  await page.keyboard.press('Enter')
  release()
  await expect(host.panel.getByText('How do I rotate a key?')).toBeVisible()
  await host.answered()
  await expect(host.composer).toHaveValue('')
})

test('Escape before the panel has loaded cancels opening and question, and keeps the text', async ({ host, page }) => {
  const release = await holdPanel(page)
  await host.visit()
  await host.launcher.click()
  await page.keyboard.type('How do I rotate a key?')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const frame = page.locator('sidenote-widget .sn-frame')
  await expect(frame).toHaveAttribute('inert')
  await host.launcher.click()
  await frame.click()
  await page.keyboard.press('Escape')
  await expect(frame).toHaveAttribute('inert')
  await expect(host.launcher).toBeFocused()
  release()
  await expect(early(page)).toHaveCount(0)
  await expect(frame).toHaveAttribute('inert')
  await expect(host.launcher).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(host.composer).toHaveValue('How do I rotate a key?')
  await expect(host.composer).toBeFocused()
  // A click between the words gives the focus to no part of the panel but the whole.
  await host.panel.getByText(/^Ask about/).click()
  await page.keyboard.press('Escape')
  await expect(frame).toHaveAttribute('inert')
})

test('Escape before the panel has loaded cancels the question of a trigger for good', async ({ host, page }) => {
  const release = await holdPanel(page)
  await host.visit({}, { body: '<button data-ask="What is a key?">Key</button>' })
  const frame = page.locator('sidenote-widget .sn-frame')
  await page.getByRole('button', { name: 'Key', exact: true }).click()
  await expect(early(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(frame).toHaveAttribute('inert')
  await host.launcher.click()
  release()
  await expect(host.composer).toBeFocused()
  await expect(host.panel.getByText(/^Ask about/)).toBeVisible()
  await host.ask('How do I rotate a key?')
  await expect(host.panel.locator('.sn-question')).toHaveText(['You asked: How do I rotate a key?'])
})

test('text stays if the panel can’t load, and is appended to the stored draft', async ({ host, page }) => {
  await host.visit()
  await host.launcher.click()
  await host.composer.fill('Kept from before.')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sidenote:sidenote'))).toContain('Kept from before.')
  await host.panel.getByRole('button', { name: 'Close', exact: true }).click()
  let isBroken = true
  await page.route('**/panel-*.js*', (route) => (isBroken ? route.abort() : route.continue()))
  await page.reload()
  await host.launcher.click()
  await page.keyboard.type('And this?')
  const frame = page.locator('sidenote-widget .sn-frame')
  await expect(frame.getByText('The assistant couldn’t be loaded.')).toBeVisible()
  isBroken = false
  await frame.getByRole('button', { name: 'Retry' }).click()
  await expect(host.composer).toHaveValue('Kept from before. And this?')
  await expect(host.composer).toBeFocused()
})

test('a panel that couldn’t load is retried by Enter, and when the connection is back', async ({ host, page }) => {
  let isBroken = true
  await page.route('**/panel-*.js*', (route) => (isBroken ? route.abort() : route.continue()))
  const failure = page.locator('sidenote-widget').getByText('The assistant couldn’t be loaded.')
  await host.visit({ storage: 'none' })
  await host.launcher.click()
  await page.keyboard.type('How do I rotate a key?')
  await expect(failure).toBeVisible()
  isBroken = false
  await page.keyboard.press('Enter')
  await expect(host.panel.getByText('How do I rotate a key?')).toBeVisible()

  isBroken = true
  await page.reload()
  await host.launcher.click()
  await page.keyboard.type('And this?')
  await expect(failure).toBeVisible()
  await page.context().setOffline(true)
  isBroken = false
  await page.context().setOffline(false)
  await expect(host.composer).toHaveValue('And this?')
})
