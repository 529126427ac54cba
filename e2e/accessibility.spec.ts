import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/reader.ts'

/** Violations inside the widget; the page around it is the generator's. */
const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.filter((node) => /sidenote/i.test(JSON.stringify(node.target))).map((node) => `${id}: ${node.html}`),
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds no violation in ${colorScheme} at ${width} px`, async ({ reader, page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await reader.visit('/quick-start')
      expect(await violations(page)).toEqual([])
      await reader.openPanel()
      expect(await violations(page)).toEqual([])
      await reader.ask('How do I put the widget on my site?')
      await reader.answered()
      expect(await violations(page)).toEqual([])
    })
  }
}

test('the keyboard alone opens, asks, reads a source, and closes', async ({ reader, page }) => {
  await reader.visit('/quick-start')
  await page.keyboard.press('Control+i')
  await expect(reader.composer).toBeFocused()
  await page.keyboard.type('How do I put the widget on my site?')
  await page.keyboard.press('Enter')
  await reader.answered()

  const citation = reader.panel.getByRole('link', { name: /^Source \d+: / }).first()
  for (let tabs = 0; tabs < 60 && !(await citation.evaluate((link) => link.matches(':focus'))); tabs++) {
    await page.keyboard.press('Shift+Tab')
  }
  await expect(citation).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(reader.panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^Ask AI/ })).toBeFocused()
})
