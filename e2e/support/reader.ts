import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Demo } from './start-demo.ts'

/** A person who reads the demo documentation and asks its assistant. */
export interface Reader {
  readonly page: Page
  readonly panel: Locator
  readonly composer: Locator
  /** Opens a page of the demo and waits for the launcher. */
  visit(path: string): Promise<void>
  /** Opens the panel by its launcher. */
  openPanel(): Promise<void>
  ask(question: string): Promise<void>
  /** Waits until the last answer has come to its end. */
  answered(): Promise<void>
}

export const demo = (): Demo => JSON.parse(process.env.E2E_DEMO ?? '{}') as Demo

export const createReader = (page: Page): Reader => {
  const panel = page.getByRole('complementary', { name: /assistant$/i })
  const composer = panel.getByRole('textbox', { name: 'Ask a question' })
  const reader: Reader = {
    page,
    panel,
    composer,
    async visit(path) {
      await page.goto(demo().docs + path)
      await expect(page.getByRole('button', { name: /^Ask AI/ })).toBeVisible()
    },
    async openPanel() {
      await page.getByRole('button', { name: /^Ask AI/ }).click()
      await expect(composer).toBeFocused()
    },
    async ask(question) {
      await composer.fill(question)
      await composer.press('Enter')
    },
    async answered() {
      await expect(panel.getByRole('button', { name: 'Copy answer' }).last()).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
    },
  }
  return reader
}

/** Presses a line of the panel's menu. */
export const choose = async (panel: Locator, name: string): Promise<void> => {
  await panel.getByRole('button', { name: 'More', exact: true }).click()
  await panel.getByRole('button', { name, exact: true }).click()
}

export const test = base.extend<{ reader: Reader }>({
  reader: async ({ page }, use) => use(createReader(page)),
})

export { expect }
