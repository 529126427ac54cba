import { openForeign } from './foreign/foreign-page.ts'
import { hosts } from './foreign/hosts.ts'
import { expect, test } from './support/reader.ts'

const question = 'rotate a key?'

for (const host of hosts) {
  test(`on a page with ${host.name}`, async ({ page, context }) => {
    let layout: number[] = []
    const { frame, said, requests, ...foreign } = await openForeign(page, host, async (before) => {
      layout = await before.layout()
    })
    const isStill = !host.css?.includes('infinite')
    const widget = frame.locator('sidenote-widget')
    const panel = widget.locator('.sn-frame')
    const composer = panel.getByRole('textbox', { name: 'Ask a question' })

    await test.step('nothing but the script is there before the first intent', async () => {
      await page.waitForTimeout(50)
      expect(requests.map((url) => new URL(url).pathname)).toEqual(['/widget.js'])
      if (isStill) expect(await foreign.layout()).toEqual(layout)
      expect(await context.cookies()).toEqual([])
      expect(
        await frame.evaluate(() => {
          try {
            return Object.keys(localStorage).length + Object.keys(sessionStorage).length
          } catch {
            return 0
          }
        }),
      ).toBe(0)
    })

    await test.step('the panel opens where the reader looks, with the caret in it', async () => {
      await widget.locator('.sn-launcher').click()
      await expect(composer).toBeFocused()
      await expect(composer).toBeInViewport({ ratio: 1 })
      const box = await panel.boundingBox()
      expect(box?.width).toBeCloseTo(400 * (host.scale ?? 1), 1)
    })

    await test.step('a question is answered, and no hot-key hears it', async () => {
      await composer.pressSequentially(question)
      await expect
        .poll(() => composer.evaluate((box) => box instanceof HTMLTextAreaElement && box.value))
        .toBe(question)
      await composer.press('Enter')
      if (host.quiet) return expect(panel.getByText(host.quiet).last()).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Copy answer' })).toBeVisible()
      await expect(panel.getByRole('link', { name: /^Source 1/ }).first()).toBeVisible()
      expect(await frame.evaluate(() => window.heard)).toEqual([])
    })

    await host.act?.(page)
    await test.step('the page is as it was', async () => {
      await expect(panel).toBeVisible()
      await panel.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(composer).toBeHidden()
      if (isStill && !host.act) await expect.poll(foreign.layout).toEqual(layout)
      expect(await frame.evaluate(() => window.harm?.())).toEqual([])
      expect(await frame.evaluate(() => window.refused)).toEqual([])
      // What the browser itself says of a request that it refused.
      expect(said.filter((line) => !host.sandbox || !/^(Access to fetch|Failed to load)/.test(line))).toEqual([])
    })
  })
}
