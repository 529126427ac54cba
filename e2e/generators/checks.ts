import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test'
import { createReader, type Reader } from '../support/reader.ts'
import type { GeneratorSite } from './sites.ts'

/** Sites are slower than the pages of other tests. */
const expect = playwrightExpect.configure({ timeout: 15_000 })

/** A site that is served, and the browser's page for it. */
export interface Visit {
  readonly site: GeneratorSite
  readonly page: Page
  /** Address of the site, with a slash at its end. */
  readonly address: string
}

/** What the code block of the page has, line by line. */
const rotateCode = `export function rotate(key) {
  const next = acme.keys.rotate(key)

  store.write('acme-key', next.secret)
  return next
}`

const question = 'How long does the old key work after a rotation?'

const launcherOf = (page: Page): Locator => page.locator('sidenote-widget').locator('.sn-launcher')

/** Goes to the page about keys by the site's own link to it. */
async function openKeys({ page, address }: Visit): Promise<void> {
  await page.goto(address, { waitUntil: 'load' })
  const href = await page
    .locator('a[href*="keys"]')
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).href)
  // Otherwise the panel would open again. A page without the widget writes nothing meanwhile.
  await page.goto(new URL('nothing.txt', address).href)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(href, { waitUntil: 'load' })
  await expect(launcherOf(page)).toBeVisible()
}

async function openPanel(page: Page): Promise<Reader> {
  const reader = createReader(page)
  await launcherOf(page).click()
  await expect(reader.composer).toBeFocused()
  return reader
}

async function ask(visit: Visit): Promise<void> {
  await visit.page.goto(visit.address, { waitUntil: 'load' })
  const reader = await openPanel(visit.page)
  await reader.ask(question)
  await reader.answered()
  await expect(reader.panel.getByText(/another 48 hours/).first()).toBeVisible()
}

const rotateHeading = (page: Page): Locator => page.getByRole('heading', { name: /Rotate a key/ })

/** Follows the first source of the answer, which must lead to the heading. */
async function followCitation({ page }: Visit): Promise<void> {
  const { panel } = createReader(page)
  const link = panel
    .getByRole('link')
    .filter({ hasText: /Rotate a key/ })
    .first()
  const { hash, pathname } = new URL(await link.evaluate((target) => (target as HTMLAnchorElement).href))
  expect(decodeURIComponent(hash)).toMatch(/^#rotate-a-key/)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await link.click()
  await expect.poll(() => new URL(page.url()).pathname.replace(/\/$/, '')).toBe(pathname.replace(/\/$/, ''))
  await expect(rotateHeading(page)).toBeInViewport()
  await expect
    .poll(() =>
      page.evaluate((id) => {
        const target = document.getElementById(id)
        return (target?.closest('section, h2, div')?.textContent ?? target?.parentElement?.textContent ?? '').trim()
      }, decodeURIComponent(hash).slice(1).split(':~:')[0] ?? ''),
    )
    .toMatch(/^#?\s*Rotate a key/)
}

/** The router followed the link, so the page was not loaded anew; follows `followCitation`. */
async function keepPage({ page }: Visit): Promise<void> {
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
}

async function askAboutSelection(visit: Visit): Promise<void> {
  const { page } = visit
  await openKeys(visit)
  const text = page.getByText(/another 48 hours, so that/).first()
  await text.scrollIntoViewIfNeeded()
  await text.evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.mouse.move(300, 300)
  await page.getByRole('button', { name: 'Ask about this' }).first().click()
  const { panel } = createReader(page)
  await expect(panel.getByText(/After a rotation/).first()).toBeVisible()
}

async function askAboutCode(visit: Visit): Promise<void> {
  const { page } = visit
  await openKeys(visit)
  const block = page.locator('pre').filter({ hasText: 'export function rotate' }).first()
  // A page that hydrates replaces its code.
  await expect(() => block.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
  await block.hover({ position: { x: 60, y: 20 } })
  await page.getByRole('button', { name: 'Ask about this code' }).click()
  const reader = createReader(page)
  await expect(reader.panel.getByText(/6 lines/)).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message') && request.method() === 'POST')
  await reader.ask('What does it do?')
  // The selection of the check before it goes along.
  expect((await sent).postDataJSON().context).toContainEqual(
    expect.objectContaining({ type: 'code', value: rotateCode, elementId: 'rotate-a-key' }),
  )
}

async function followDark(visit: Visit): Promise<void> {
  const { page, site } = visit
  await openKeys(visit)
  const widget = page.locator('sidenote-widget')
  await expect(widget).toHaveAttribute('data-theme', 'light')
  await site.dark(page)
  await expect(widget).toHaveAttribute('data-theme', 'dark')
}

/** Words and controls of the page that lie under the sheet. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('sidenote-widget')?.shadowRoot?.querySelector('.sn-frame')
    const edge = frame?.getBoundingClientRect().left ?? 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL)
    const under: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isControl = node instanceof Element && node.matches('button, input, select, a')
      if (!isControl && !(node instanceof Text && node.data.trim())) continue
      const parent = node instanceof Element ? node : node.parentElement
      const range = document.createRange()
      range.selectNode(node)
      const box = node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect()
      const x = Math.min(box.right, innerWidth) - 2
      const shown =
        parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        box.width > 2 &&
        box.height > 2 &&
        box.left < innerWidth &&
        box.bottom > 0 &&
        box.top < innerHeight &&
        !parent.closest('pre, [aria-hidden="true"], [class*="sr-only"], [class*="visually-hidden"]')
      if (shown && x > edge + 1) under.push(node.textContent?.trim().slice(0, 40) || node.nodeName)
    }
    return under
  })

async function coverNothing(visit: Visit): Promise<void> {
  const { page } = visit
  await page.setViewportSize({ width: 1440, height: 900 })
  await openKeys(visit)
  await openPanel(page)
  for (const width of [1180, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => covered(page), `at ${width} px`).toEqual([])
  }
}

/** The columns of the matrix, in the order in which they run. */
export const checks: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  ask,
  citation: followCitation,
  router: keepPage,
  selection: askAboutSelection,
  code: askAboutCode,
  dark: followDark,
  'nothing covered': coverNothing,
}
