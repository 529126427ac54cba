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

const early = (page: Page) => page.locator('sidenote-widget .sn-skeleton textarea')

/** Writes a question into both boxes: its beginning before the panel comes, its end after. */
const writeAcross = async (host: HostPage, page: Page, release: () => void): Promise<void> => {
  await page.keyboard.type('How do I rotate')
  release()
  await expect(host.composer).toBeFocused()
  await expect(early(page)).toHaveCount(0)
  await page.keyboard.type(' a key?')
  await expect(host.composer).toHaveValue('How do I rotate a key?')
}

test('the caret is there before the panel is, what is written goes into it, and no hot-key hears it', async ({
  host,
  page,
}) => {
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

test('no letter is lost between the two boxes, however long the page keeps the panel from rendering', async ({
  host,
  page,
}) => {
  const release = await holdPanel(page)
  await host.visit({}, { head: '<script>queueMicrotask = (act) => setTimeout(act, 500)</script>' })
  await host.launcher.click()
  await writeAcross(host, page, release)
  await host.composer.press('Enter')
  await expect(host.panel.locator('.sn-question')).toContainText('How do I rotate a key?')
})

test('Enter before the panel is there asks as soon as it is', async ({ host, page }) => {
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

test('what is written stays when the panel cannot be loaded, and goes on after what was kept', async ({
  host,
  page,
}) => {
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
  await expect(frame.getByText('The assistant could not be loaded.')).toBeVisible()
  isBroken = false
  await frame.getByRole('button', { name: 'Retry' }).click()
  await expect(host.composer).toHaveValue('Kept from before. And this?')
  await expect(host.composer).toBeFocused()
})
